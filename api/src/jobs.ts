import type { App } from './compose.ts';
import { scanJobs } from './features/scans/scan-jobs.ts';
import type { Job } from './ports/job.ts';
import { type TickStep, tickJob } from './tick-job.ts';
import { upkeepJob } from './upkeep-job.ts';

/** What is done where it is due, in this order: first what somebody waits for. */
function tickSteps(app: App): TickStep[] {
  return [
    { name: 'take up scans', run: app.worker.takeUp },
    { name: 'take up scan runs', run: app.scanRuns.takeUp },
    { name: 'start due scans', run: app.scanSchedule.startDue },
    { name: 'last sign-ins', run: app.lastSignInUpkeep.sweep },
    { name: 'directory sync', run: app.directorySync.sweep },
    { name: 'end accepted risks', run: app.acceptance.endExpired },
    { name: 'finish going live', run: app.microsoft.world.takeUp },
    { name: 'refresh tokens', run: app.microsoft.tokenRefresh.refreshDue },
    { name: 'warn of ending secrets', run: app.microsoft.secretWatch.warnDue },
    { name: 'forget OAuth rounds', run: app.microsoft.rounds.sweep },
    { name: 'settle leftovers', run: app.settleLeftovers },
    { name: 'seal orphans of the trail', run: app.trail.sealOrphans },
    { name: 'anchor the trail', run: app.trail.anchor },
    { name: 'health', run: app.health.lookWhereDue },
    { name: 'retention', run: app.retention.forgetWhereDue },
  ];
}

/** Everything that runs without a browser waiting for it. */
export function jobsOf(app: App): Job[] {
  return [...scanJobs(app), upkeepJob(app), tickJob(tickSteps(app), app.log)];
}
