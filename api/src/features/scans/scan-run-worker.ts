import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { WorkQueue } from '../../ports/work-queue.ts';
import type { ScanRunRecord, ScanRunStore } from '../../store/scan-runs.ts';
import { hasEnded, type ScanRecord, type ScanStore } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';
import type { Initiator } from './new-scan.ts';
import { cancelledTenants } from './scan-run-scope.ts';
import type { ScanService } from './scan-service.ts';

export type RunWorkDependencies = Pick<CommonParts, 'tenants' | 'queue' | 'clock'> & {
  scanRuns: ScanRunStore;
  scanStore: ScanStore;
  scans: Pick<ScanService, 'startForRun' | 'cancelIfPossible'>;
};

/** As many are begun before the message comes back: a worker that dies costs as many reads of what is there. */
const begunAtOnce = 25;
const retryDelayMs = 30_000;
/** Longer than a message waits, and than its work takes. */
const lostAfterMs = 2 * 60_000;
/** By then a worker that was beginning scans when the run was cancelled has finished its message. */
const cancelledForMs = 15 * 60_000;
const requeuedForMs = 24 * 3_600_000;

/** Puts the run's message into the queue. */
export const sendRun = (queue: WorkQueue, runId: string, delayMs = 0) =>
  queue.send('upkeep', { kind: 'scan-run', runId }, delayMs);

/** @returns the scan; null where there is no such tenant any more, `later` where it could not be begun yet */
async function beginOne(
  { tenants, scans }: RunWorkDependencies,
  run: ScanRunRecord,
  tenantId: string,
): Promise<ScanRecord | null | 'later'> {
  const tenant = await tenants.open(everyTenant, tenantId);
  if (!tenant) return null;
  try {
    return await scans.startForRun(tenant, run.id, {
      name: run.startedBy,
      user: run.startedByUser,
      userId: run.startedByUserId,
    });
  } catch (error) {
    // Somebody is just starting a scan of this tenant: it will be there in a moment.
    if (error instanceof AppError && error.code === 'CONFLICT') return 'later';
    throw error;
  }
}

/** Cancels those of the scans that are the run's own. */
export async function cancelScans(
  { tenants, scans }: RunWorkDependencies,
  run: ScanRunRecord,
  begun: readonly ScanRecord[],
  by: Initiator,
): Promise<void> {
  for (const scan of begun) {
    if (scan.runId !== run.id || hasEnded(scan)) continue;
    const tenant = await tenants.open(everyTenant, scan.tenantId);
    if (tenant) await scans.cancelIfPossible(tenant, scan.id, by);
  }
}

/** Cancels scans that were begun while somebody cancelled the run, or the part of it that they look after. */
async function cancelMeanwhile(
  dependencies: RunWorkDependencies,
  run: ScanRunRecord,
  begun: readonly ScanRecord[],
): Promise<void> {
  if (run.cancelledBy) return cancelScans(dependencies, run, begun, run.cancelledBy);
  for (const { tenantIds, by } of run.cancelledParts ?? []) {
    const part = new Set(tenantIds);
    await cancelScans(
      dependencies,
      run,
      begun.filter(({ tenantId }) => part.has(tenantId)),
      by,
    );
  }
}

/** Keeps how far a message came. @returns the run as it is then, with what happened to it meanwhile */
function keepReached(
  { scanRuns, clock }: RunWorkDependencies,
  runId: string,
  handled: readonly string[],
  skipped: readonly string[],
): Promise<ScanRunRecord | null> {
  const sentAt = clock.now().toISOString();
  return update(scanRuns, runId, (current) => {
    // By name, not by place: a tenant that is offboarded meanwhile is in no run any more.
    const reached = handled.map((tenantId) => current.tenantIds.indexOf(tenantId) + 1);
    const passedOver = skipped.filter((tenantId) => current.tenantIds.includes(tenantId));
    return {
      ...current,
      begun: Math.max(current.begun, ...reached),
      sentAt,
      ...(passedOver.length === 0 ? {} : { skipped: [...new Set([...(current.skipped ?? []), ...passedOver])] }),
    };
  });
}

/** Begins some scans of a run and hands the others on. Delivered twice, or after a crash, it begins none twice. */
export async function workRun(dependencies: RunWorkDependencies, runId: string): Promise<void> {
  const { scanRuns, queue } = dependencies;
  const stored = await scanRuns.get(runId);
  if (!stored || stored.value.cancelledAt !== null) return;
  const run = stored.value;
  const part = run.tenantIds.slice(run.begun, run.begun + begunAtOnce);
  const cancelled = cancelledTenants(run);
  const begun: ScanRecord[] = [];
  const skipped: string[] = [];
  const handled: string[] = [];
  for (const tenantId of part) {
    const scan = cancelled.has(tenantId) ? null : await beginOne(dependencies, run, tenantId);
    if (scan === 'later') break;
    if (scan) begun.push(scan);
    if (cancelled.has(tenantId)) skipped.push(tenantId);
    handled.push(tenantId);
  }
  const after = await keepReached(dependencies, runId, handled, skipped);
  if (!after) return;
  // It may have been cancelled before these scans were there to be found.
  await cancelMeanwhile(dependencies, after, begun);
  if (after.cancelledAt === null && after.begun < after.tenantIds.length) {
    await sendRun(queue, runId, handled.length < part.length ? retryDelayMs : 0);
  }
}

/** What each of these scans found, where it is known. */
export const outcomesOf = (scans: readonly ScanRecord[]): NonNullable<ScanRunRecord['outcomes']> =>
  scans.flatMap(({ tenantId, outcome }) => (outcome ? [{ tenantId, ...outcome }] : []));

/** Counts the scans of a run for the last time, so that nobody has to do so again. */
async function keepCounts({ scanRuns, scanStore, clock }: RunWorkDependencies, run: ScanRunRecord): Promise<void> {
  const cancelledAgoMs = run.cancelledAt === null ? null : clock.now().getTime() - Date.parse(run.cancelledAt);
  const isOver = cancelledAgoMs === null ? run.begun >= run.tenantIds.length : cancelledAgoMs > cancelledForMs;
  if (!isOver || run.ended) return;
  const ended = await scanStore.countsOfRun(everyTenant, run.id);
  if (ended.queued + ended.running > 0) return;
  const outcomes = outcomesOf(await scanStore.everyOfRun(everyTenant, run.id));
  await update(scanRuns, run.id, (current) => ({ ...current, ended, outcomes }));
}

/** Whether nothing was heard of the run's message for so long that it is lost. Each message sends the next one itself. */
async function claimResend({ scanRuns, clock }: RunWorkDependencies, runId: string): Promise<boolean> {
  const now = clock.now();
  const stored = await scanRuns.get(runId);
  if (!stored) return false;
  const { sentAt, startedAt } = stored.value;
  if (now.getTime() - Date.parse(sentAt ?? startedAt) < lostAfterMs) return false;
  return (await replaceIfUnchanged(scanRuns, { ...stored.value, sentAt: now.toISOString() }, stored.etag)) !== null;
}

/** Requeues runs whose message was lost, and closes those that are over: called each minute. */
export async function requeueRuns(dependencies: RunWorkDependencies): Promise<void> {
  const { scanRuns, queue, clock } = dependencies;
  for await (const run of scanRuns.startedSince(new Date(clock.now().getTime() - requeuedForMs))) {
    if (run.cancelledAt !== null || run.begun >= run.tenantIds.length) await keepCounts(dependencies, run);
    else if (await claimResend(dependencies, run.id)) await sendRun(queue, run.id);
  }
}
