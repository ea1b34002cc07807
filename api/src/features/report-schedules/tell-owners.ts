import { messageIdOf } from '../../domain/mail/message-id.ts';
import { update } from '../../ports/collection.ts';
import type { ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import { everyTenant, isInScope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { asHtml } from './report-mail.ts';

/** One mail names at most so many tenants; the page has all. */
const namedAtMost = 200;
const readAtOnce = 500;

type Untold = { delivery: ReportDeliveryRecord; tenantName: string };

/** Who is told: the owner of the tenant, else whoever answers for the schedule, where they still see it and have an address. */
async function toldOf(
  parts: DeliveryParts,
  { tenantId, scheduleId }: ReportDeliveryRecord,
): Promise<{ user: UserRecord | null; name: string } | null> {
  const tenant = (await parts.tenants.get(tenantId))?.value;
  if (!tenant) return null;
  const schedule = (await parts.reportSchedules.get(scheduleId))?.value;
  const ids = [tenant.owner?.userId, schedule?.ownerId];
  for (const id of ids) {
    const user = id === undefined ? null : (await parts.users.get(id))?.value;
    if (user?.email && !user.isDisabled && isInScope(user.scope, tenantId)) return { user, name: tenant.displayName };
  }
  return { user: null, name: tenant.displayName };
}

async function tell(parts: DeliveryParts, { email }: UserRecord, untold: readonly Untold[]): Promise<boolean> {
  const ids = untold.map(({ delivery }) => delivery.id).toSorted();
  const url = `${parts.publicOrigin}/admin/report-schedules`;
  const lines = untold
    .slice(0, namedAtMost)
    .map(
      ({ delivery, tenantName }) =>
        `${tenantName}, ${delivery.scheduleName}, ${delivery.period}: not sent, because: ${delivery.told}`,
    );
  const more = untold.length - lines.length;
  const last = more > 0 ? [`And ${more} more.`] : [];
  const outcome = await parts.mail.send({
    messageId: messageIdOf('untold', [email ?? '', ...ids], parts.publicOrigin),
    to: [email ?? ''],
    subject:
      untold.length === 1 ? 'A scheduled report was not sent' : `${untold.length} scheduled reports were not sent`,
    text: `${[...lines, ...last].join('\n')}\n\n${url}\n`,
    html: `<ul>${[...lines, ...last].map((line) => `<li>${asHtml(line)}</li>`).join('')}</ul><p><a href="${asHtml(url)}">Scheduled reports</a></p>`,
  });
  return outcome.kind === 'delivered' || outcome.isPermanent;
}

async function markTold(parts: DeliveryParts, { id, tenantId }: ReportDeliveryRecord): Promise<void> {
  const tenant = await parts.tenants.open(everyTenant, tenantId);
  if (tenant) await update(tenant.reportDeliveries, id, (one) => ({ ...one, tellAt: '' }));
}

/**
 * Tells by mail of what was not sent: one mail for each person and look, whatever number of tenants. Where no mail can leave, the list
 * tells alone, and the next look tries again.
 * @returns how many were told of
 */
export async function tellOwners(parts: DeliveryParts): Promise<number> {
  if (!(await parts.reportDeliveries.mustTell(everyTenant, parts.clock.now()))) return 0;
  if ((await parts.mail.unavailable()) !== null) return 0;
  const byUser = new Map<string, { user: UserRecord; untold: Untold[] }>();
  const nobody: ReportDeliveryRecord[] = [];
  for (const delivery of await parts.reportDeliveries.untold(everyTenant, readAtOnce)) {
    const told = await toldOf(parts, delivery);
    if (!told?.user) {
      nobody.push(delivery);
      continue;
    }
    const known = byUser.get(told.user.id) ?? { user: told.user, untold: [] };
    known.untold.push({ delivery, tenantName: told.name });
    byUser.set(told.user.id, known);
  }
  let count = 0;
  for (const delivery of nobody) await markTold(parts, delivery);
  for (const { user, untold } of byUser.values()) {
    if (!(await tell(parts, user, untold))) continue;
    for (const { delivery } of untold) await markTold(parts, delivery);
    count += untold.length;
  }
  return count;
}
