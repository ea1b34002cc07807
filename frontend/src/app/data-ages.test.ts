import { describe, expect, test } from 'vitest';
import { authStatusQuery } from '../blocks/auth-status-query.ts';
import { mailFlowCheckQuery } from '../blocks/mail-flow-check-query.ts';
import { adminStatsQuery } from '../features/admin-panel/admin-panel-queries.ts';
import { m365SecureScoreQuery } from '../features/audits/secure-score-query.ts';
import {
  activitiesQuery,
  freshnessQuery,
  m365StatusQuery,
  readinessQuery,
  riskIndicatorsQuery,
  secureScoreQuery,
} from '../features/dashboard/dashboard-queries.ts';
import { recentActivityQuery, tenantSummariesQuery } from '../features/overview/overview-queries.ts';

const tenant = '11111111-0000-4000-8000-000000000000';
const seconds = (value: unknown) => Number(value) / 1000;

describe('data of the specification', () => {
  test.each([
    ['freshness', 30, freshnessQuery(tenant, 'audit-run')],
    ['secure score', 300, secureScoreQuery(tenant)],
    ['risk indicators', 300, riskIndicatorsQuery(tenant)],
    ['project readiness', 300, readinessQuery(tenant)],
    ['mail flow', 300, mailFlowCheckQuery(tenant, 'contoso.example')],
    ['admin statistics', 30, adminStatsQuery()],
    ['status of Microsoft 365', 300, m365StatusQuery(tenant)],
    ['secure score of the audit', 900, m365SecureScoreQuery(tenant)],
    ['tenant summaries', 60, tenantSummariesQuery({ sort: 'need' })],
    ['recent activity', 30, recentActivityQuery()],
    ['activity of a tenant', 30, activitiesQuery(tenant)],
  ])('%s is stale after %d s', (_, age, query) => {
    expect(seconds(query.staleTime)).toBe(age);
  });

  test('the status of Microsoft 365 is asked for every 30 s, that of the sign-in every five minutes and on focus', () => {
    expect(seconds(m365StatusQuery(tenant).refetchInterval)).toBe(30);
    expect(seconds(authStatusQuery(tenant).refetchInterval)).toBe(300);
    expect(authStatusQuery(tenant)).toMatchObject({ refetchOnWindowFocus: 'always', retry: false });
  });

  test('the secure score of the audit is tried again twice', () => {
    expect(m365SecureScoreQuery(tenant).retry).toBe(2);
  });
});
