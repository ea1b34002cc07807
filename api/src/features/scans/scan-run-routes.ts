import {
  cancelScanRun,
  getScanRun,
  listScanRuns,
  listScansOfRun,
  retryScanRun,
  startScanRun,
} from '@tenantry/contract/scan-runs';
import { callerRoute, type Route } from '../../http/route.ts';
import type { ScanRuns } from './scan-runs.ts';

export function scanRunRoutes({ scanRuns }: { scanRuns: ScanRuns }): Route[] {
  return [
    callerRoute(startScanRun, ({ caller, body }) => scanRuns.start(caller, body.tenantIds, body.key)),
    callerRoute(listScanRuns, ({ caller, query }) => scanRuns.list(caller, query)),
    callerRoute(listScansOfRun, ({ caller, params, query }) => scanRuns.scansOf(params.runId, caller, query)),
    callerRoute(getScanRun, ({ caller, params }) => scanRuns.get(params.runId, caller)),
    callerRoute(cancelScanRun, ({ caller, params }) => scanRuns.cancel(params.runId, caller)),
    callerRoute(retryScanRun, ({ caller, params }) => scanRuns.retry(params.runId, caller)),
  ];
}
