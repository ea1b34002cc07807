import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import { cleanText } from '@tenantry/contract/text';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { UserRecord } from '../../store/users.ts';
import { outcomeOfOffer, waitsForClient } from '../client-decisions/client-decisions.ts';
import { asHtml } from '../mail/as-html.ts';
import { messageIdOf } from '../mail/message-id.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { providerName } from '../settings/report-settings.ts';
import { clientUserId, contactOf } from './client-guest.ts';
import type { ClientLinkParts } from './client-links.ts';

type Parts = Pick<CommonParts, 'tenants' | 'users' | 'clock' | 'systemConfig' | 'log'> &
  Pick<ClientLinkParts, 'mail' | 'publicOrigin' | 'organizationName'>;

/** The instant of the question that waits for the client: an approval's or a finding's; null where none waits any more. */
async function waitingSince({ approvals, findings }: TenantRecords, id: string, now: Date): Promise<string | null> {
  const approval = (await approvals.get(id))?.value;
  if (approval) return waitsForClient(approval) ? (approval.client?.askedAt ?? null) : null;
  const finding = (await findings.get(id))?.value;
  return finding?.riskOffer && outcomeOfOffer(finding, now) === null ? finding.riskOffer.offeredAt : null;
}

/** Those who get into the room of a tenant at this moment. */
async function guestsOf({ users }: Parts, { tenant }: TenantRecords): Promise<UserRecord[]> {
  const stored = await Promise.all((tenant.contacts ?? []).map((one) => users.get(clientUserId(tenant.id, one))));
  return stored.flatMap((one) => (one && !one.value.isDisabled && contactOf(tenant, one.value) ? [one.value] : []));
}

/**
 * Mails the guests of a room that something waits for them, once for each question: what it is stands in the room alone. A mail that
 * cannot be sent is nobody's loss, as the room tells the same; it is told to the log.
 * @param id of the approval or finding
 */
export async function tellGuests(parts: Parts, id: string): Promise<void> {
  const { tenants, clock, mail, publicOrigin, systemConfig, organizationName, log } = parts;
  const records = await tenants.open(everyTenant, tenantIdOfRecordId(id));
  const since = records && (await waitingSince(records, id, clock.now()));
  if (!records || since === null || (await mail.unavailable()) !== null) return;
  const provider = (await providerName(systemConfig, organizationName)) ?? 'Your IT provider';
  const { displayName } = records.tenant;
  const url = `${publicOrigin}/client/decisions`;
  const line = `${provider} asks for your decision about the security of ${displayName}.`;
  for (const { email } of await guestsOf(parts, records)) {
    if (email === null) continue;
    const outcome = await mail.send({
      messageId: messageIdOf('client-asked', [id, since, email.toLowerCase()], publicOrigin),
      to: [email],
      subject: cleanText(`A decision waits for you: ${displayName}`, 200),
      text: `${line}\n\nSee what it is, and answer: ${url}\n`,
      html: `<p>${asHtml(line)}</p><p><a href="${asHtml(url)}">See what it is, and answer</a></p>`,
    });
    if (outcome.kind === 'failed') log('A mail was not delivered');
  }
}
