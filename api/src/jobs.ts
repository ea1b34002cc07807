import { TenantId, TenantRecordId } from '@tenantry/contract/ids';
import * as z from 'zod/mini';
import type { App } from './compose.ts';
import { writeUserKeys } from './domain/user-access/write-user-keys.ts';
import { scanJobs } from './features/scans/scan-jobs.ts';
import type { Job } from './ports/job.ts';

/** What the clock starts. Each may run in several processes at once, and does its work once all the same. */
export type TickStep = { name: string; run(): Promise<unknown> };

/** What is done where it is due, in this order: first what somebody waits for. */
function tickSteps(app: App): TickStep[] {
  return [
    { name: 'finish changes of users', run: app.userAccess.finishLeft },
    { name: 'requeue scans', run: app.worker.requeue },
    { name: 'requeue re-checks', run: app.rechecks.requeue },
    { name: 'requeue scan runs', run: app.scanRuns.requeue },
    { name: 'start due scans', run: app.scanSchedule.startDue },
    { name: 'last sign-ins', run: app.lastSignInUpkeep.sweep },
    { name: 'directory sync', run: app.directorySync.sweep },
    { name: 'finish approvals', run: app.approvalDecisions.finishWaiting },
    { name: 'end accepted risks', run: app.acceptance.endExpired },
    { name: 'finish going live', run: app.microsoft.mode.finishWaiting },
    { name: 'finish deleting audits', run: app.auditDeletion.finishWaiting },
    { name: 'finish offboarding', run: app.offboarding.finishWaiting },
    { name: 'sweep after offboarding', run: app.offboarding.sweepLeftovers },
    { name: 'refresh tokens', run: app.microsoft.tokenRefresh.refreshDue },
    { name: 'warn of ending secrets', run: app.microsoft.secretWatch.warnDue },
    { name: 'disable replaced secrets', run: app.microsoft.disableReplacedSecrets },
    { name: 'forget OAuth requests', run: app.microsoft.oauthRequests.sweep },
    { name: 'write keys of users', run: () => writeUserKeys(app.stores.users) },
    { name: 'settle outboxes', run: app.settleOutboxes },
    { name: 'seal orphans of the trail', run: app.trail.sealOrphans },
    { name: 'anchor the trail', run: app.trail.anchor },
    { name: 'verify the trail', run: app.trailVerification.requestWhereDue },
    { name: 'exports', run: app.exportWorker.sweep },
    { name: 'health', run: app.health.probeWhereDue },
    { name: 'retention', run: app.retention.forgetWhereDue },
  ];
}

/**
 * The one timer: each minute, in UTC. A step that fails does not keep the others from theirs; the run then counts as failed.
 * @throws AggregateError with what the steps failed with
 */
export function tickJob(steps: readonly TickStep[], log: (message: string) => void): Job {
  return {
    kind: 'timer',
    name: 'tick',
    schedule: '0 * * * * *',
    run: async () => {
      const failures: unknown[] = [];
      for (const { name, run } of steps) {
        try {
          await run();
        } catch (error) {
          log(
            `The step "${name}" of the tick failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
          );
          failures.push(error);
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} steps of the tick failed`);
    },
  };
}

/** Background work beside scans. It shares a queue, since each queue scales for itself and three are the most. */
const UpkeepMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('last-sign-in'), tenantId: TenantId }),
  z.object({ kind: z.literal('directory-sync'), tenantId: TenantId }),
  z.object({ kind: z.literal('scan-run'), runId: z.string() }),
  z.object({ kind: z.literal('verify-trail'), runId: z.string() }),
  z.object({ kind: z.literal('export'), jobId: z.string() }),
  z.object({ kind: z.literal('recheck'), tenantId: TenantId, taskId: TenantRecordId, recheckId: z.string() }),
]);

function upkeepJob({ exportWorker, lastSignInUpkeep, directorySync, scanRuns, trailVerification, rechecks }: App): Job {
  return {
    kind: 'queue',
    name: 'upkeep',
    queueName: 'upkeep',
    run: (message) => {
      const parsed = z.parse(UpkeepMessage, message);
      if (parsed.kind === 'export') return exportWorker.work(parsed.jobId);
      if (parsed.kind === 'verify-trail') return trailVerification.work(parsed.runId);
      if (parsed.kind === 'recheck') return rechecks.work(parsed);
      if (parsed.kind === 'scan-run') return scanRuns.work(parsed.runId);
      if (parsed.kind === 'directory-sync') return directorySync.work(parsed.tenantId);
      return lastSignInUpkeep.work(parsed.tenantId);
    },
  };
}

/** Everything that runs without a browser waiting for it. */
export function jobsOf(app: App): Job[] {
  return [...scanJobs(app), upkeepJob(app), tickJob(tickSteps(app), app.log)];
}
