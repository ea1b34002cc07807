import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { LostTenants } from '../../domain/user-access/finish-change.ts';
import type { Trail } from '../../ports/trail.ts';
import type { ScanRunRecord } from '../../store/scan-runs.ts';
import { everyTenant } from '../../store/scope.ts';
import { cancelledTenants } from './scan-run-scope.ts';
import type { RunWorkDependencies } from './scan-run-worker.ts';

type Dependencies = RunWorkDependencies & { trail: Trail };

/** A run older than this is put into the queue no more, and so begins no further scan. */
const runsOfMs = 2 * 24 * 3_600_000;

/** Takes the lost tenants out of a run, as if somebody who looks after them had cancelled that part of it. */
async function cancelPart({ scanRuns, trail, clock }: Dependencies, runId: string, lost: LostTenants, by: By) {
  await changeAndSeal(trail, scanRuns, runId, (current): ScanRunRecord => {
    if (current.cancelledAt !== null || current.ended) return current;
    const cancelled = cancelledTenants(current);
    const tenantIds = current.tenantIds.filter((id) => lost.has(id) && !cancelled.has(id));
    if (tenantIds.length === 0) return current;
    const entry = {
      eventType: 'scan_run_cancelled',
      user: 'system',
      target: 'scan run',
      tenantId: null,
      details: { runId, tenants: tenantIds.length, because: by.name },
    } as const;
    const cancelledParts = [...(current.cancelledParts ?? []), { tenantIds, by }];
    return withEntry({ ...current, cancelledParts }, entry, clock.now());
  });
}

type By = { name: string; user: 'system' };

/** Stops the scans, and the parts of runs, that somebody started in tenants that they may no longer see. */
export async function stopScansOfUser(
  dependencies: Dependencies,
  { id: userId, name }: { id: string; name: string },
  lost: LostTenants,
): Promise<void> {
  const { scanRuns, scanStore, scans, tenants, clock } = dependencies;
  const by: By = { name: `${name} no longer has access to this tenant`, user: 'system' };
  // First the runs, which would begin further scans.
  for await (const run of scanRuns.startedSince(new Date(clock.now().getTime() - runsOfMs))) {
    if (run.startedByUserId === userId) await cancelPart(dependencies, run.id, lost, by);
  }
  for (const { tenantId, id } of await scanStore.underWayOf(everyTenant, userId)) {
    const tenant = lost.has(tenantId) ? await tenants.open(everyTenant, tenantId) : null;
    if (tenant) await scans.cancelIfPossible(tenant, id, by);
  }
}
