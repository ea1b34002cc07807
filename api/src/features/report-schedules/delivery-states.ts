import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { update } from '../../ports/collection.ts';
import type { DeliveryOutcome } from '../../ports/mail.ts';
import type { ReportDeliveryRecord } from '../../store/report-deliveries.ts';
import type { ReportScheduleRecord } from '../../store/report-schedules.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { DeliveryParts } from './delivery-parts.ts';

/** A delivery under a worker's claim, with whose it is. */
export type Underway = {
  tenant: TenantRecords;
  schedule: ReportScheduleRecord;
  delivery: ReportDeliveryRecord;
  /** As the trail names who answers for the schedule. */
  by: string;
};

/** A worker that has died over a delivery is made up for after this long. */
export const claimMs = 5 * 60_000;
/** What was not sent is told together: so long it waits for more of the same. */
export const tellAfterMs = 10 * 60_000;

/** After so many tries, which take about a day, a mail has failed. */
export const triesAtMost = 14;
const longestPauseMs = 2 * 3_600_000;
/** How long after a mail was tried so often the next try comes: twice as long each time, or as the other side asks. */
export const pauseMs = (tries: number, outcome: DeliveryOutcome): number =>
  outcome.kind === 'failed' && outcome.retryAfterSeconds !== undefined
    ? outcome.retryAfterSeconds * 1000
    : Math.min(longestPauseMs, 60_000 * 2 ** (tries - 1));

export const later = ({ clock }: Pick<DeliveryParts, 'clock'>, ms: number): string =>
  new Date(clock.now().getTime() + ms).toISOString();

/** Writes what became of it. @returns it as it is then; null where it is gone, with its tenant */
export const changeDelivery = (
  { tenant, delivery }: Pick<Underway, 'tenant' | 'delivery'>,
  change: (current: ReportDeliveryRecord) => ReportDeliveryRecord,
): Promise<ReportDeliveryRecord | null> => update(tenant.reportDeliveries, delivery.id, change);

const detailsOf = ({ id, scheduleId, scheduleName, period, form, reportId, recipients }: ReportDeliveryRecord) => ({
  ...{ deliveryId: id, scheduleId, schedule: scheduleName, period, form, reportId },
  sentTo: recipients
    .filter(({ state }) => state === 'sent')
    .map(({ address, as }) => `${address}${as === 'link' ? ' (link)' : ''}`),
  notSentTo: recipients.filter(({ state }) => state !== 'sent').map(({ address, told }) => `${address}: ${told}`),
});

/** It has ended: with the trail of the tenant, and where nobody was sent it, with somebody to be told. */
export async function endDelivery(
  parts: DeliveryParts,
  { tenant, delivery, by: user }: Pick<Underway, 'tenant' | 'delivery' | 'by'>,
  { state, told }: { state: 'sent' | 'not-sent'; told: string },
): Promise<void> {
  const { name: target, id: tenantId } = tenant.tenant;
  await changeAndSeal(parts.trail, tenant.reportDeliveries, delivery.id, (current) => {
    if (current.endedAt !== null) return current;
    const now = parts.clock.now();
    const ended: ReportDeliveryRecord = { ...current, state, told, endedAt: now.toISOString(), workAt: '' };
    const failed = ended.recipients.some((one) => one.state !== 'sent');
    const mustTell = state === 'not-sent' || failed;
    const eventType = state === 'sent' ? 'report_sent' : 'report_not_sent';
    const details = { ...detailsOf(ended), ...(told === '' ? {} : { because: told }) };
    return withEntry(
      { ...ended, tellAt: mustTell ? later(parts, tellAfterMs) : '' },
      { eventType, user, target, tenantId, details },
      now,
    );
  });
}
