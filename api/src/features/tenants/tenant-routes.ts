import { getTenantSummary, listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { listTenants } from '@tenantry/contract/tenants';
import { type AlignmentStores, fleetAlignment } from '../../domain/baselines/fleet-alignment.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { summaryOf, tenantSummaries } from './tenant-summaries.ts';

const meanOverMs = 90 * 24 * 3_600_000;

function meanDuration(scans: readonly ScanRecord[], now: Date): number | null {
  const durations = scans
    .filter((scan) => scan.status === 'completed' && now.getTime() - Date.parse(scan.timestamp) <= meanOverMs)
    .flatMap((scan) => (scan.durationMs === null ? [] : [scan.durationMs]));
  return durations.length === 0 ? null : Math.round(durations.reduce((sum, one) => sum + one, 0) / durations.length);
}

type Dependencies = AlignmentStores & {
  tenants: TenantStore;
  credentialStore: Pick<CredentialStore, 'troubled'>;
  clock: Clock;
};

export function tenantRoutes({ tenants, credentialStore, clock, ...stores }: Dependencies): Route[] {
  return [
    callerRoute(listTenants, async ({ caller }) => ({
      tenants: (await tenants.ofScope(caller.scope)).map(({ id, name, displayName, domain, isMock }) => ({
        id,
        name,
        displayName,
        domain,
        isMock,
      })),
    })),

    callerRoute(listTenantSummaries, ({ caller, query }) =>
      tenantSummaries({ ...stores, tenants, credentials: credentialStore }, caller.scope, query, clock.now()),
    ),

    tenantRoute(getTenantSummary, async ({ tenant }) => {
      const now = clock.now();
      const { items: scans } = await tenant.scans.query({
        orderBy: { field: 'timestamp', direction: 'desc' },
        limit: 100,
      });
      const [latest] = scans;
      const only = { kind: 'tenants', tenantIds: [tenant.tenant.id] } as const;
      const alignment = await fleetAlignment(stores, only, [tenant.tenant], now);
      return {
        ...summaryOf(tenant.tenant, await troubleOfTenant(tenant, now), now, alignment.get(tenant.tenant.id) ?? []),
        latestScan: latest
          ? {
              id: latest.id,
              status: latest.status,
              startedAt: latest.timestamp,
              completedAt: latest.completedAt,
              durationMs: latest.durationMs,
              findingsGenerated: latest.findingsGenerated,
              userCount: latest.userCount,
            }
          : null,
        meanScanDurationMs: meanDuration(scans, now),
      };
    }),
  ];
}
