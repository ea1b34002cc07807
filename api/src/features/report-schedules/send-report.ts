import { publishAudit } from '../../domain/approvals/publish-audit.ts';
import type { DeliveryOutcome } from '../../ports/mail.ts';
import type { DeliveryRecipient, ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { ReportScheduleRecord } from '../../store/report-schedules.ts';
import type { ReportRecord } from '../../store/reports.ts';
import { isInScope } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { changeDelivery, claimMs, endDelivery, later, pauseMs, triesAtMost, type Underway } from './delivery-states.ts';
import { largestAttachment, reportMail } from './report-mail.ts';

const getsReports = ({ contacts = [] }: TenantRecord) => contacts.filter(({ gets }) => gets.includes('reports'));

/** Who is to get it now: the contacts of the tenant that get reports, and the addresses of the schedule, each once. */
export function recipientsOf(tenant: TenantRecord, { toContacts, staff }: ReportScheduleRecord): DeliveryRecipient[] {
  const waiting = { state: 'waiting', told: '', attempts: 0, at: null, as: null } as const;
  const contacts = toContacts ? getsReports(tenant) : [];
  const all: DeliveryRecipient[] = [
    ...contacts.map(({ address, name }) => ({ address, name, kind: 'contact' as const, ...waiting })),
    ...staff.map((address) => ({ address, name: '', kind: 'staff' as const, ...waiting })),
  ];
  const keys = all.map(({ address }) => address.toLowerCase());
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** Why somebody who was to get it is not sent it any more; null where they are. */
async function notTo(
  parts: DeliveryParts,
  { tenant, schedule }: Underway,
  recipient: DeliveryRecipient,
): Promise<string | null> {
  const now = (await parts.tenants.get(tenant.tenant.id))?.value ?? tenant.tenant;
  const isNamed = recipientsOf(now, schedule).some(
    (one) => one.address.toLowerCase() === recipient.address.toLowerCase(),
  );
  if (!isNamed) return 'It was taken off the recipients before the mail was sent.';
  const [user] = await parts.users.named([recipient.address.toLowerCase()]);
  if (!user) return null;
  if (user.isDisabled) return 'The account with this address is disabled.';
  return isInScope(user.scope, tenant.tenant.id) ? null : 'The user with this address does not see this tenant.';
}

function afterTry(
  parts: DeliveryParts,
  one: DeliveryRecipient,
  outcome: DeliveryOutcome,
  as: 'file' | 'link',
): DeliveryRecipient {
  const attempts = one.attempts + 1;
  const at = parts.clock.now().toISOString();
  if (outcome.kind === 'delivered') return { ...one, state: 'sent', told: outcome.reference ?? '', attempts, at, as };
  const isOver = outcome.isPermanent || attempts >= triesAtMost;
  return { ...one, state: isOver ? 'failed' : 'waiting', told: outcome.reason, attempts, at };
}

const withRecipient = (current: ReportDeliveryRecord, changed: DeliveryRecipient): ReportDeliveryRecord => ({
  ...current,
  recipients: current.recipients.map((one) => (one.address === changed.address ? changed : one)),
});

/** The file where one mail can carry it; null where a link is sent. */
async function attachable({ mail, scheduledReports }: DeliveryParts, report: ReportRecord): Promise<Uint8Array | null> {
  const limit = Math.min(largestAttachment, (await mail.attachmentBytesAtMost?.()) ?? largestAttachment);
  const file = (report.sizeBytes ?? 0) < limit ? await scheduledReports.file(report.id) : null;
  return file !== null && file.length < limit ? file : null;
}

/** Sends it to one of its recipients. Whoever dies between mail and record sends a mail of the same Message-ID again. */
async function sendTo(
  parts: DeliveryParts,
  underway: Underway,
  report: ReportRecord,
  recipient: DeliveryRecipient,
  file: Uint8Array | null,
): Promise<number> {
  const because = await notTo(parts, underway, recipient);
  if (because !== null) {
    const told: DeliveryRecipient = {
      ...recipient,
      state: 'failed',
      told: because,
      at: parts.clock.now().toISOString(),
    };
    await changeDelivery(underway, (current) => withRecipient(current, told));
    return 0;
  }
  const { tenant, delivery } = underway;
  const { publicOrigin } = parts;
  const mail = reportMail({ tenant: tenant.tenant, delivery, report, recipient, file, publicOrigin });
  const outcome = await parts.mail.send(mail);
  const changed = afterTry(parts, recipient, outcome, file === null ? 'link' : 'file');
  // The claim is renewed with each mail, however many there are.
  await changeDelivery(underway, (current) => ({ ...withRecipient(current, changed), workAt: later(parts, claimMs) }));
  return changed.state === 'waiting' ? pauseMs(changed.attempts, outcome) : 0;
}

/** What went to the client without an approval is published by whoever answers for the schedule. Staff alone is no client. */
async function releaseToClient(
  { tenant, schedule, delivery }: Underway,
  { auditId, reportId, recipients }: ReportDeliveryRecord,
  now: Date,
): Promise<void> {
  if (schedule.release !== 'send' || auditId === null) return;
  if (!recipients.some(({ kind, state }) => kind === 'contact' && state === 'sent')) return;
  const published = { at: now.toISOString(), by: schedule.ownerName, approvalId: delivery.id };
  await publishAudit(tenant, auditId, published, reportId ?? undefined);
}

/** Ends a delivery of which nobody is left to wait for: as sent where anybody has it. */
export async function endSending(parts: DeliveryParts, underway: Underway): Promise<void> {
  const now = (await underway.tenant.reportDeliveries.get(underway.delivery.id))?.value;
  if (!now) return;
  const failed = now.recipients.filter(({ state }) => state === 'failed');
  const told = failed.map(({ address, told: why }) => `${address}: ${why}`).join(' ');
  const isSent = now.recipients.some(({ state }) => state === 'sent');
  await releaseToClient(underway, now, parts.clock.now());
  await endDelivery(parts, underway, { state: isSent ? 'sent' : 'not-sent', told });
}

/** Sends a report to those who have not got it yet, and ends the delivery where nobody is left to wait for. */
export async function sendReport(parts: DeliveryParts, underway: Underway, report: ReportRecord): Promise<void> {
  const file = await attachable(parts, report);
  const waits: number[] = [];
  for (const recipient of underway.delivery.recipients.filter(({ state }) => state === 'waiting')) {
    const wait = await sendTo(parts, underway, report, recipient, file);
    if (wait > 0) waits.push(wait);
  }
  if (waits.length > 0) {
    await changeDelivery(underway, (current) => ({
      ...current,
      workAt: later(parts, Math.max(1000, Math.min(...waits))),
    }));
    return;
  }
  await endSending(parts, underway);
}
