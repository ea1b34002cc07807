import { getDrift, listCompletedScans } from '@tenantry/contract/drift';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import { completedScans } from './completed-scans.ts';
import { driftBetween, scanPair } from './drift-service.ts';

export function driftRoutes({ archive }: { archive: SettingsArchive }): Route[] {
  return [
    tenantRoute(getDrift, async ({ tenant, query }) => driftBetween(tenant, archive, await scanPair(tenant, query))),
    tenantRoute(listCompletedScans, ({ tenant, query }) => completedScans(tenant, query)),
  ];
}
