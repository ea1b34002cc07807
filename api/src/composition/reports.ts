import { join } from 'node:path';
import { createReportJobs, type ReportJobDependencies } from '../features/reports/report-jobs.ts';
import { createReportQueue } from '../features/reports/report-queue.ts';
import { createReportRenderer } from '../features/reports/report-renderer.ts';
import { createScheduledReports } from '../features/reports/scheduled-reports.ts';
import type { Blobs } from '../ports/blobs.ts';
import { createReportFiles } from '../store/report-files.ts';

const reportTimeoutMs = 40_000;

type Parts = Omit<ReportJobDependencies, 'reportFiles' | 'reportQueue'> & { blobs: Blobs };

/** @param bundleDirectory where the report's worker and fonts lie */
export function composeReports(bundleDirectory: string, { blobs, ...parts }: Parts) {
  const renderer = createReportRenderer({
    workerUrl: join(bundleDirectory, 'report-worker.js'),
    fontsDir: join(bundleDirectory, 'fonts'),
    timeoutMs: reportTimeoutMs,
  });
  const reportQueue = createReportQueue(renderer);
  const reportFiles = createReportFiles(blobs);
  const reportJobs = createReportJobs({ ...parts, reportFiles, reportQueue });
  const scheduledReports = createScheduledReports({ ...parts, reportFiles, reportJobs });
  return { renderer, reportQueue, reportFiles, reportJobs, scheduledReports };
}
