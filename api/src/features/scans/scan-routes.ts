import { getInternalPolicies, runInternalScan, startInternalScan } from '@tenantry/contract/internal-scan';
import { cancelScan, getScan, retryScan, type ScanStarted, startScan } from '@tenantry/contract/scans';
import { Reply } from '../../http/reply.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import { hasEnded } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import { internalPoliciesView, internalScanView } from './internal-scan.ts';
import type { ScanService } from './scan-service.ts';

const answer = (started: ScanStarted) => Reply.json(started, { status: hasEnded(started) ? 200 : 202 });

type Dependencies = { scans: ScanService; archive: Pick<SettingsArchive, 'read'> };

export function scanRoutes({ scans, archive }: Dependencies): Route[] {
  return [
    tenantRoute(startScan, async ({ tenant, caller }) => answer(await scans.start(tenant, caller))),
    tenantRoute(startInternalScan, async ({ tenant, caller }) => answer(await scans.start(tenant, caller))),
    tenantRoute(runInternalScan, async ({ tenant, caller }) => {
      const scan = await scans.begin(tenant, caller);
      return Reply.json(await internalScanView(tenant, scan, archive), { status: hasEnded(scan) ? 200 : 202 });
    }),
    tenantRoute(getInternalPolicies, ({ tenant }) => internalPoliciesView(tenant, archive)),
    tenantRoute(getScan, ({ tenant, params }) => scans.get(tenant, params.scanLogId)),
    tenantRoute(cancelScan, ({ tenant, params, caller }) => scans.cancel(tenant, params.scanLogId, caller)),
    tenantRoute(retryScan, async ({ tenant, params, caller }) =>
      answer(await scans.retry(tenant, params.scanLogId, caller)),
    ),
  ];
}
