import { reportFormLabels } from '@tenantry/contract/generated-reports';
import { asHtml } from '../../domain/mail/as-html.ts';
import { messageIdOf } from '../../domain/mail/message-id.ts';
import type { Mail } from '../../ports/mail.ts';
import type { DeliveryRecipient, ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { ReportRecord } from '../../store/reports.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** Of a report that is larger a link is sent: many mail servers take no more in one mail. */
export const largestAttachment = 10_000_000;

type Told = {
  tenant: TenantRecord;
  delivery: ReportDeliveryRecord;
  report: ReportRecord;
  recipient: DeliveryRecipient;
  /** Null where a link is sent in its place. */
  file: Uint8Array | null;
  publicOrigin: string;
};

/** The page on which the reports of a tenant stand; who is not signed in is asked to. */
const pageOf = (publicOrigin: string, tenantId: string): string => `${publicOrigin}/report?tenantId=${tenantId}`;

/** The mail that brings a report: what it is of, of which day, and the file or the way to it. */
export function reportMail({ tenant, delivery, report, recipient, file, publicOrigin }: Told): Mail {
  const label = reportFormLabels[delivery.form];
  const day = report.auditedAt.slice(0, 10);
  const simulated = report.isSimulated ? ' The figures in it are simulated.' : '';
  const intro = `${label} of ${tenant.displayName}, from the audit of ${day}.${simulated}`;
  const url = pageOf(publicOrigin, tenant.id);
  const where =
    file === null ? `It is too large to be attached. Sign in to read it: ${url}` : `It is attached: ${report.fileName}`;
  const linked =
    file === null
      ? `It is too large to be attached. <a href="${asHtml(url)}">Sign in to read it</a>.`
      : `It is attached: ${asHtml(report.fileName)}`;
  return {
    messageId: messageIdOf('report', [delivery.id, recipient.address.toLowerCase()], publicOrigin),
    to: [recipient.address],
    subject: `${label} of ${tenant.displayName}, ${day}`,
    text: `${intro}\n\n${where}\n`,
    html: `<p>${asHtml(intro)}</p><p>${linked}</p>`,
    ...(file === null
      ? {}
      : { attachments: [{ fileName: report.fileName, contentType: 'application/pdf', bytes: Buffer.from(file) }] }),
  };
}
