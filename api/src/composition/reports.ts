import { join } from 'node:path';
import { createReportQueue } from '../features/reports/report-queue.ts';
import { createReportRenderer } from '../features/reports/report-renderer.ts';

const reportTimeoutMs = 40_000;

/** @param bundleDirectory where the report's worker and fonts lie */
export function composeReports(bundleDirectory: string) {
  const renderer = createReportRenderer({
    workerUrl: join(bundleDirectory, 'report-worker.js'),
    fontsDir: join(bundleDirectory, 'fonts'),
    timeoutMs: reportTimeoutMs,
  });
  return { renderer, reportQueue: createReportQueue(renderer) };
}
