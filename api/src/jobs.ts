import type { App } from './compose.ts';
import { scanJobs } from './features/scans/scan-jobs.ts';
import type { Job } from './ports/job.ts';

/** Everything that runs without a browser waiting for it. */
export function jobsOf(app: App): Job[] {
  return [...scanJobs(app)];
}
