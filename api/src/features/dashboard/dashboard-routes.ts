import {
  getDataFreshness,
  getM365SecureScore,
  getRiskIndicators,
  getSecureScore,
  type SyncType,
} from '@tenantry/contract/dashboard';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { riskIndicatorsView } from './risk-indicators-view.ts';
import { secureScoreView } from './secure-score-view.ts';

async function lastSync(tenant: TenantRecords, syncType: SyncType): Promise<string | null> {
  const audit = await latestAudit(tenant);
  switch (syncType) {
    case 'audit-run':
      return audit?.createdAt ?? null;
    case 'secure-score':
      return audit && audit.data.secureScoreHistory.length > 0 ? audit.createdAt : null;
    case 'task-sync':
      return tenant.tenant.tasksHeldAt;
  }
}

export function dashboardRoutes({ clock }: { clock: Clock }): Route[] {
  return [
    tenantRoute(getDataFreshness, async ({ tenant, params }) => ({
      lastSync: await lastSync(tenant, params.syncType),
      trouble: await troubleOfTenant(tenant, clock.now()),
    })),

    tenantRoute(getSecureScore, async ({ tenant }) => secureScoreView(await latestAudit(tenant))),

    tenantRoute(getM365SecureScore, async ({ tenant }) => ({ data: secureScoreView(await latestAudit(tenant)) })),

    tenantRoute(getRiskIndicators, async ({ tenant }) => {
      const audit = await latestAudit(tenant);
      const trouble = await troubleOfTenant(tenant, clock.now());
      const critical = tenant.tenant.audit?.criticalIssues ?? null;
      return riskIndicatorsView(audit, audit ? critical : null, trouble !== null);
    }),
  ];
}
