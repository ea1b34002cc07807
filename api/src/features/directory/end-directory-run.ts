import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { dayMs } from '../../domain/scan-plan/scan-plan.ts';
import { update } from '../../ports/collection.ts';
import type { DirectorySync, TenantRecord } from '../../store/tenants.ts';
import { type DirectoryProgressStore, noCounts } from './directory-progress.ts';
import type { Run, RunOutcome } from './directory-run.ts';
import type { SyncLog } from './sync-log.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'clock' | 'log'> & {
  progress: DirectoryProgressStore;
  syncLog: SyncLog;
};

type Ended = Exclude<RunOutcome, { kind: 'lost' }>;

export const maxAttempts = 5;
/** A tenant whose message was lost, or whose worker died, is picked again after this long. */
export const claimMs = 15 * 60_000;
const hourMs = 3_600_000;

export const after = (at: Date, ms: number) => new Date(at.getTime() + ms).toISOString();

async function noteInLog(
  { syncLog, log }: Dependencies,
  { tenantId, startedAt, isSimulated }: Run,
  outcome: Ended,
  at: Date,
): Promise<void> {
  const run = { tenantId, startedAt, isSimulated };
  if (outcome.kind === 'completed') {
    const { users: total, removed, calls, counts } = outcome;
    await syncLog.end(run, counts, { status: 'completed', total, removed, calls }, at);
  } else if (outcome.kind === 'failed') {
    const { failure, counts, calls } = outcome;
    log('The directory was not read', { tenantId, code: failure.reason, reason: failure.message });
    await syncLog.end(run, counts, { status: 'failed', errorMessage: failure.message, calls }, at);
  }
}

function ended(sync: DirectorySync, outcome: Ended, run: Run, at: Date): Partial<TenantRecord> {
  if (outcome.kind === 'unfinished') {
    return { directorySync: { ...sync, attempts: 0 }, directorySyncDueAt: after(at, claimMs) };
  }
  const endedAt = at.toISOString();
  if (outcome.kind === 'failed') {
    const { failure, again } = outcome;
    return {
      directorySync: { ...sync, state: 'failed', endedAt, failure },
      directorySyncDueAt: after(at, { soon: hourMs, daily: dayMs }[again]),
    };
  }
  const { startedAt: syncedAt, isSimulated } = run;
  const soon = after(at, hourMs);
  const daily = after(new Date(syncedAt), dayMs);
  return {
    directory: { users: outcome.users, syncedAt, isSimulated },
    directorySync: { ...sync, state: 'completed', endedAt, attempts: 0, failure: null },
    // What could not be told for a reason that passes is asked again soon.
    directorySyncDueAt: outcome.isWhole && daily > soon ? daily : soon,
  };
}

/** Writes down how the run ended, and when the next one is. */
export async function endRun(dependencies: Dependencies, run: Run, outcome: Ended): Promise<void> {
  const { tenants, progress, clock } = dependencies;
  const { tenantId, startedAt } = run;
  const at = clock.now();
  await noteInLog(dependencies, run, outcome, at);
  await update(tenants, tenantId, (current): TenantRecord => {
    const sync = current.directorySync;
    if (sync?.state !== 'running' || sync.startedAt !== startedAt) return current;
    const record = { ...current, ...ended(sync, outcome, run, at) };
    // The connection was lost under way: trying again would fail alike until somebody has connected the tenant anew.
    return current.directorySyncDueAt === null ? { ...record, directorySyncDueAt: null } : record;
  });
  if (outcome.kind !== 'unfinished') await progress.forget(tenantId);
}

/** Too many workers died over the run: it ends with the pages that they had read. */
export async function givenUp({ progress }: Dependencies, { tenantId, startedAt }: Run): Promise<RunOutcome> {
  const { counts, calls } = (await progress.read(tenantId, startedAt)) ?? { counts: noCounts, calls: 0 };
  const message = `It was interrupted ${maxAttempts} times. See the service log.`;
  return { kind: 'failed', failure: { reason: 'couldNotCheck', message }, again: 'soon', counts, calls };
}
