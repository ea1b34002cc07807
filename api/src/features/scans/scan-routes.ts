import { cancelScan, getScan, retryScan, type ScanStarted, startScan } from '@tenantry/contract/scans';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import { hasEnded } from '../../store/scans.ts';
import type { ScanService } from './scan-service.ts';

const answer = (started: ScanStarted) => Reply.json(started, { status: hasEnded(started) ? 200 : 202 });

export function scanRoutes({ scans }: { scans: ScanService }): Route[] {
  return [
    tenantRoute(startScan, async ({ tenant, caller }) => answer(await scans.start(tenant, caller))),
    tenantRoute(getScan, ({ tenant, params }) => scans.get(tenant, params.scanLogId)),
    tenantRoute(cancelScan, ({ tenant, params, caller }) => scans.cancel(tenant, params.scanLogId, caller)),
    tenantRoute(retryScan, async ({ tenant, params, caller }) =>
      answer(await scans.retry(tenant, params.scanLogId, caller)),
    ),
  ];
}
