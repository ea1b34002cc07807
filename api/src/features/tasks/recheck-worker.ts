import { catalog } from '../../audit/checks/catalog.ts';
import { settleOutbox } from '../../domain/audit-trail/outbox.ts';
import { acquireLease, type Lease, leaseHeldForMs } from '../../domain/lease/lease.ts';
import { underLease } from '../../domain/lease/under-lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TaskRecord, TaskStore } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { endRecheck, type RecheckEnd } from './end-recheck.ts';
import { lookAgain } from './look-again.ts';
import type { CollectionDependencies } from './recheck-collection.ts';

export type RecheckDependencies = CollectionDependencies &
  Pick<CommonParts, 'tenants' | 'leases' | 'queue' | 'trail' | 'activityLog' | 'clock' | 'log'> & {
    tasks: TaskStore;
  };

export type RecheckMessage = { tenantId: string; taskId: string; recheckId: string };

/** When a worker died, another one may have its re-check after this long. */
const leaseForMs = 30_000;
/** A re-check is given up after so many tries. */
const maxAttempts = 5;
/** Longer than a message waits, and than the lease of a worker that died: its message is sent again. */
const lostAfterMs = 60_000;
const resentAtOnce = 100;

/** The worker lost its re-check to another one. Nothing more is written. */
class RecheckLostError extends Error {}

export const sendRecheck = (queue: WorkQueue, message: RecheckMessage, delayMs = 0) =>
  queue.send('upkeep', { kind: 'recheck', ...message }, delayMs);

const isWaiting = ({ recheck }: TaskRecord, recheckId: string): boolean =>
  recheck !== null && recheck.id === recheckId && recheck.state !== 'ended';

/** Begins or resumes the re-check. @returns null where there is nothing to do, or no longer */
async function begin(
  { tenants, clock }: RecheckDependencies,
  { tenantId, taskId, recheckId }: RecheckMessage,
): Promise<{ tenant: TenantRecords; task: TaskRecord } | null> {
  const tenant = await tenants.open(everyTenant, tenantId);
  const task =
    tenant &&
    (await update(tenant.tasks, taskId, (current): TaskRecord => {
      if (!current.recheck || !isWaiting(current, recheckId)) return current;
      const recheck = { ...current.recheck, state: 'running' as const, attempts: current.recheck.attempts + 1 };
      return { ...current, recheck, recheckSentAt: clock.now().toISOString() };
    }));
  return tenant && task && isWaiting(task, recheckId) ? { tenant, task } : null;
}

/** Why no look can be taken; null where one can. */
function refusal({ tenant }: TenantRecords, { recheck, checkId, isSimulated }: TaskRecord): string | null {
  if ((recheck?.attempts ?? 0) > maxAttempts) {
    return `The re-check was interrupted ${maxAttempts} times. See the service log, and try again.`;
  }
  if (tenant.purgingSince || tenant.isMock !== isSimulated) {
    return 'This tenant has switched between simulated and live data since. Wait for its next scan.';
  }
  return catalog.some(({ id }) => id === checkId) ? null : 'This check is no longer part of the audit.';
}

async function look(dependencies: RecheckDependencies, tenant: TenantRecords, task: TaskRecord, signal: AbortSignal) {
  const why = refusal(tenant, task);
  const end: RecheckEnd | null =
    why === null
      ? await lookAgain(dependencies, tenant, task, signal)
      : { outcome: 'unknown', message: why, result: null };
  // Null: the task's tenant is gone, or has another mode by now, and with it what was looked at.
  if (end) await endRecheck(dependencies, tenant, task, end);
}

const underOurs = ({ log }: RecheckDependencies, lease: Lease, run: (signal: AbortSignal) => Promise<void>) =>
  underLease(
    lease,
    {
      everyMs: leaseForMs / 4,
      lost: () => new RecheckLostError(),
      notRenewed: (error) => log('The lease of a re-check was not renewed', { error }),
    },
    run,
  );

async function work(dependencies: RecheckDependencies, message: RecheckMessage): Promise<void> {
  const { leases, queue, clock, log } = dependencies;
  const key = `recheck-${message.taskId}`;
  const lease = await acquireLease(leases, key, { clock, forMs: leaseForMs });
  // The lease may be that of a worker that has just died: the message comes again when it would have run out.
  if (!lease) return sendRecheck(queue, message, (await leaseHeldForMs(leases, key, clock)) + 1000);
  let attempts = 1;
  try {
    const begun = await begin(dependencies, message);
    if (!begun) return;
    attempts = begun.task.recheck?.attempts ?? 1;
    await underOurs(dependencies, lease, (signal) => look(dependencies, begun.tenant, begun.task, signal));
  } catch (error) {
    if (error instanceof RecheckLostError) return;
    const { tenantId, taskId, recheckId } = message;
    log('The re-check broke off', { tenantId, taskId, recheckId, attempt: attempts, error });
    await sendRecheck(queue, message, 1000 * 2 ** attempts);
  } finally {
    await lease.release();
  }
}

/** Sends re-checks whose message was lost again, claimed by their etag. */
async function requeue({ tenants, tasks, trail, queue, clock }: RecheckDependencies): Promise<number> {
  const now = clock.now();
  let sent = 0;
  for (const { id, tenantId } of await tasks.recheckWaiting(
    everyTenant,
    new Date(now.getTime() - lostAfterMs),
    resentAtOnce,
  )) {
    const tenant = await tenants.open(everyTenant, tenantId);
    const stored = await tenant?.tasks.get(id);
    if (!tenant || !stored?.value.recheck || stored.value.recheckSentAt === '') continue;
    const claimed = { ...stored.value, recheckSentAt: now.toISOString() };
    if (!(await replaceIfUnchanged(tenant.tasks, claimed, stored.etag))) continue;
    await settleOutbox(tenant.tasks, claimed, trail);
    await sendRecheck(queue, { tenantId, taskId: id, recheckId: stored.value.recheck.id });
    sent += 1;
  }
  return sent;
}

/** Looks at the checks of tasks that somebody completes. Delivered twice, late or after a crash, a message does its work once. */
export function createRechecks(dependencies: RecheckDependencies) {
  return {
    work: (message: RecheckMessage) => work(dependencies, message),
    /** Called each minute. @returns how many were sent again */
    requeue: () => requeue(dependencies),
  };
}
