import { getDrift, listCompletedScans } from '@tenantry/contract/drift';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Blobs } from '../../ports/blobs.ts';
import { createSettingsArchive } from '../../store/settings-archive.ts';
import { completedScans, driftBetween, scanPair } from './drift-service.ts';

export function driftRoutes({ blobs }: { blobs: Blobs }): Route[] {
  const archive = createSettingsArchive(blobs);
  return [
    tenantRoute(getDrift, async ({ tenant, query }) => driftBetween(tenant, archive, await scanPair(tenant, query))),
    tenantRoute(listCompletedScans, ({ tenant, query }) => completedScans(tenant, query)),
  ];
}
