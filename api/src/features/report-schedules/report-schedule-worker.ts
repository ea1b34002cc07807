import { acquireLease } from '../../domain/lease/lease.ts';
import { underLease } from '../../domain/lease/under-lease.ts';
import { everyTenant } from '../../store/scope.ts';
import type { DeliveryParts } from './delivery-parts.ts';
import { deliverDue } from './delivery-step.ts';
import { planDue } from './plan-run.ts';
import { mustTell, tellOwners } from './tell-owners.ts';

/** So many deliveries are worked at the same time, over all hosts: reports that people wait for are made beside them. */
const lanes = ['1', '2', '3'] as const;
const tellingLane = lanes[0];
/** A message works this long at most; what is left, the next one does. */
const workForMs = 4 * 60_000;
const leaseForMs = 60_000;

class LaneLostError extends Error {}

/** Sends a message for each lane where there is something to do. Called each minute. @returns how many */
async function sweep(parts: DeliveryParts): Promise<number> {
  const now = parts.clock.now();
  const [schedules, deliveries, isToTell] = await Promise.all([
    parts.reportSchedules.due(now, 1),
    parts.reportDeliveries.due(everyTenant, now, 1),
    mustTell(parts),
  ]);
  if (schedules.length + deliveries.length === 0 && !isToTell) return 0;
  for (const lane of lanes) await parts.queue.send('upkeep', { kind: 'scheduled-reports', lane });
  return lanes.length;
}

async function workLane(parts: DeliveryParts, lane: string, signal: AbortSignal): Promise<void> {
  const endsAt = parts.clock.now().getTime() + workForMs;
  let isMore = true;
  while (isMore && !signal.aborted && parts.clock.now().getTime() < endsAt) {
    isMore = (await planDue(parts)) || (await deliverDue(parts));
  }
  // One lane alone, so that nobody is told twice.
  if (lane === tellingLane) await tellOwners(parts);
}

async function work(parts: DeliveryParts, lane: string): Promise<void> {
  const lease = await acquireLease(parts.leases, `scheduled-reports-${lane}`, {
    clock: parts.clock,
    forMs: leaseForMs,
  });
  // Another worker has this lane.
  if (!lease) return;
  try {
    const renewal = {
      everyMs: leaseForMs / 4,
      lost: () => new LaneLostError(),
      notRenewed: (error: unknown) => parts.log('The lease of a report was not renewed', { error }),
    };
    await underLease(lease, renewal, (signal) => workLane(parts, lane, signal));
  } finally {
    await lease.release();
  }
}

/** Plans and sends the reports of schedules, in bounded pieces, each delivery once however many workers there are. */
export function createReportScheduleWorker(parts: DeliveryParts) {
  return {
    sweep: () => sweep(parts),
    work: (lane: string) => work(parts, lane),
  };
}
