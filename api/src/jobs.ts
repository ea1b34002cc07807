import type { App } from './compose.ts';
import { scanJobs } from './features/scans/scan-jobs.ts';
import type { Job } from './ports/job.ts';
import { upkeepJob } from './upkeep-job.ts';

/** Everything that runs without a browser waiting for it. */
export function jobsOf(app: App): Job[] {
  return [
    ...scanJobs(app),
    upkeepJob(app),
    {
      kind: 'timer',
      name: 'tick',
      schedule: '0 * * * * *',
      run: async () => {
        await app.worker.takeUp();
        await app.scanRuns.takeUp();
        await app.scanSchedule.startDue();
        await app.lastSignInUpkeep.sweep();
        await app.acceptance.endExpired();
        await app.microsoft.tokenRefresh.refreshDue();
        await app.microsoft.rounds.sweep();
        await app.settleLeftovers();
        await app.trail.sealOrphans();
        await app.trail.anchor();
      },
    },
  ];
}
