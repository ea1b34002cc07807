import { catalog } from '../../audit/checks/catalog.ts';
import type { Check } from '../../audit/checks/shared/check.ts';
import { type Collection, replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { LogFields } from '../../ports/telemetry.ts';
import type { TrailDetails } from '../../ports/trail.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { Rechecked } from '../../store/rechecks.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { changeAndSeal, settleOutbox } from '../audit-trail/outbox.ts';
import { acquireLease, type Lease, leaseHeldForMs } from '../lease/lease.ts';
import { underLease } from '../lease/under-lease.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { lookAgain, type Seen } from './look-again.ts';
import type { CollectionDependencies } from './recheck-collection.ts';
import { isBeingRechecked, type RecheckEnd } from './recheck-state.ts';

type Dependencies = CollectionDependencies &
  Pick<CommonParts, 'tenants' | 'systemConfig' | 'leases' | 'queue' | 'trail' | 'activityLog' | 'clock' | 'log'>;

/** Which re-check of which record is meant: a newer one of the same record is another. */
export type RecheckMessage = { tenantId: string; id: string; recheckId: string };

/** What re-checks are asked for on: the tasks of tenants, or their findings. */
export type RecheckSubject<T extends Rechecked> = {
  /** The field by which trail and log name one. */
  idField: 'taskId' | 'findingId';
  send(queue: WorkQueue, message: RecheckMessage, delayMs?: number): Promise<void>;
  recordsOf(tenant: TenantRecords): Collection<T>;
  waiting(before: Date, limit: number): Promise<T[]>;
  checksOf(record: T): readonly string[];
  /** How the re-check ends by what the look saw. */
  endOf(record: T, seen: Seen): RecheckEnd;
  /** The record once it has, with its entry in the trail. */
  ended(record: T, end: RecheckEnd, now: Date): T;
  /** What follows from it: done once, after it was written. */
  told?(record: T, end: RecheckEnd): Promise<void>;
};

/** When a worker died, another one may have its re-check after this long. */
const leaseForMs = 30_000;
/** A re-check is given up after so many tries. */
const maxAttempts = 5;
/** Longer than a message waits, and than the lease of a worker that died: its message is sent again. */
const lostAfterMs = 60_000;
const resentAtOnce = 100;

/** The worker lost its re-check to another one. Nothing more is written. */
class RecheckLostError extends Error {}

type Begun<T> = { tenant: TenantRecords; record: T; recheck: NonNullable<Rechecked['recheck']> };

const isWaiting = (record: Rechecked, recheckId: string): boolean =>
  record.recheck?.id === recheckId && isBeingRechecked(record);

/** Begins or resumes the re-check. @returns null where there is nothing to do, or no longer */
async function begin<T extends Rechecked>(
  { tenants, clock }: Dependencies,
  subject: RecheckSubject<T>,
  { tenantId, id, recheckId }: RecheckMessage,
): Promise<Begun<T> | null> {
  const tenant = await tenants.open(everyTenant, tenantId);
  const record =
    tenant &&
    (await update(subject.recordsOf(tenant), id, (current): T => {
      if (!current.recheck || !isWaiting(current, recheckId)) return current;
      const recheck = { ...current.recheck, state: 'running' as const, attempts: current.recheck.attempts + 1 };
      return { ...current, recheck, recheckSentAt: clock.now().toISOString() };
    }));
  return tenant && record?.recheck && isWaiting(record, recheckId) ? { tenant, record, recheck: record.recheck } : null;
}

/** Why no look can be taken; null where one can. */
function refusal({ tenant: { tenant }, record, recheck }: Begun<Rechecked>, checks: readonly Check[]): string | null {
  if (recheck.attempts > maxAttempts) {
    return `The re-check was interrupted ${maxAttempts} times. See the service log, and try again.`;
  }
  if (tenant.purgingSince || tenant.isMock !== record.isSimulated) {
    return 'This tenant has switched between simulated and live data since. Wait for its next scan.';
  }
  return checks.length > 0 ? null : 'This check is no longer part of the audit.';
}

async function look<T extends Rechecked>(
  dependencies: Dependencies,
  subject: RecheckSubject<T>,
  begun: Begun<T>,
  signal: AbortSignal,
): Promise<RecheckEnd | null> {
  const { tenant, record, recheck } = begun;
  const wanted = subject.checksOf(record);
  const checks = catalog.filter(({ id }) => wanted.includes(id));
  const why = refusal(begun, checks);
  if (why !== null) return { outcome: 'unknown', message: why, result: null };
  const named: TrailDetails = { [subject.idField]: record.id };
  const asked = { checks, recheck, isSimulated: record.isSimulated, subject: named };
  const seen = await lookAgain(dependencies, tenant, asked, signal);
  return seen && subject.endOf(record, seen);
}

/** Writes how the re-check ended: once, whoever comes second. */
async function end<T extends Rechecked>(
  { trail, clock }: Dependencies,
  subject: RecheckSubject<T>,
  { tenant, record: { id }, recheck }: Begun<T>,
  how: RecheckEnd,
): Promise<void> {
  let isOurs = false;
  const record = await changeAndSeal(trail, subject.recordsOf(tenant), id, (current) => {
    isOurs = isWaiting(current, recheck.id);
    return isOurs ? subject.ended(current, how, clock.now()) : current;
  });
  if (record && isOurs) await subject.told?.(record, how);
}

const underOurs = ({ log }: Dependencies, lease: Lease, run: (signal: AbortSignal) => Promise<void>) =>
  underLease(
    lease,
    {
      everyMs: leaseForMs / 4,
      lost: () => new RecheckLostError(),
      notRenewed: (error) => log('The lease of a re-check was not renewed', { error }),
    },
    run,
  );

async function work<T extends Rechecked>(
  dependencies: Dependencies,
  subject: RecheckSubject<T>,
  message: RecheckMessage,
): Promise<void> {
  const { leases, queue, clock, log } = dependencies;
  const key = `recheck-${message.id}`;
  const lease = await acquireLease(leases, key, { clock, forMs: leaseForMs });
  // The lease may be that of a worker that has just died: the message comes again when it would have run out.
  if (!lease) return subject.send(queue, message, (await leaseHeldForMs(leases, key, clock)) + 1000);
  let attempts = 1;
  try {
    const begun = await begin(dependencies, subject, message);
    if (!begun) return;
    attempts = begun.recheck.attempts;
    await underOurs(dependencies, lease, async (signal) => {
      const how = await look(dependencies, subject, begun, signal);
      // Null: the tenant is gone, or has another mode by now, and with it what was looked at.
      if (how) await end(dependencies, subject, begun, how);
    });
  } catch (error) {
    if (error instanceof RecheckLostError) return;
    const { tenantId, id, recheckId } = message;
    const named: LogFields = { [subject.idField]: id };
    log('The re-check broke off', { tenantId, ...named, recheckId, attempt: attempts, error });
    await subject.send(queue, message, 1000 * 2 ** attempts);
  } finally {
    await lease.release();
  }
}

/** Sends re-checks whose message was lost again, claimed by their etag. */
async function requeue<T extends Rechecked>(
  { tenants, trail, queue, clock }: Dependencies,
  subject: RecheckSubject<T>,
): Promise<number> {
  const now = clock.now();
  let sent = 0;
  for (const { id, tenantId } of await subject.waiting(new Date(now.getTime() - lostAfterMs), resentAtOnce)) {
    const tenant = await tenants.open(everyTenant, tenantId);
    if (!tenant) continue;
    const records = subject.recordsOf(tenant);
    const stored = await records.get(id);
    if (!stored?.value.recheck || stored.value.recheckSentAt === '') continue;
    const claimed = { ...stored.value, recheckSentAt: now.toISOString() };
    if (!(await replaceIfUnchanged(records, claimed, stored.etag))) continue;
    await settleOutbox(records, claimed, trail);
    await subject.send(queue, { tenantId, id, recheckId: stored.value.recheck.id });
    sent += 1;
  }
  return sent;
}

/**
 * Looks again at the checks of what somebody asks it for (decision 023). Delivered twice, late or after a crash, a message does its
 * work once.
 */
export function createRechecks<T extends Rechecked>(dependencies: Dependencies, subject: RecheckSubject<T>) {
  return {
    work: (message: RecheckMessage) => work(dependencies, subject, message),
    /** Called each minute. @returns how many were sent again */
    requeue: () => requeue(dependencies, subject),
  };
}
