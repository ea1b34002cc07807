import { getDataFreshness, getM365SecureScore, getRiskIndicators, getSecureScore } from '@tenantry/contract/dashboard';
import { type Route, tenantRoute } from '../../http/route.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { riskIndicatorsView } from './risk-indicators-view.ts';
import { secureScoreView } from './secure-score-view.ts';

export function dashboardRoutes(): Route[] {
  return [
    tenantRoute(getDataFreshness, async ({ tenant, params }) => {
      const audit = await latestAudit(tenant);
      switch (params.syncType) {
        case 'audit-run':
          return { lastSync: audit?.createdAt ?? null };
        case 'secure-score':
          return { lastSync: audit && audit.data.secureScoreHistory.length > 0 ? audit.createdAt : null };
        case 'task-sync':
          // No tasks are kept yet, so none was ever brought in.
          return { lastSync: null };
      }
    }),

    tenantRoute(getSecureScore, async ({ tenant }) => secureScoreView(await latestAudit(tenant))),

    tenantRoute(getM365SecureScore, async ({ tenant }) => ({ data: secureScoreView(await latestAudit(tenant)) })),

    tenantRoute(getRiskIndicators, async ({ tenant }) => {
      const audit = await latestAudit(tenant);
      const critical = await tenant.findings.count([
        { field: 'severity', op: 'eq', value: 'critical' },
        { field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] },
      ]);
      return riskIndicatorsView(audit, audit ? critical : null);
    }),
  ];
}
