import { describe, expect, test } from 'vitest';
import { type AlertFacts, alertsOf } from './alerts.ts';

const well: AlertFacts = {
  totals: {
    tenants: 2,
    healthy: 2,
    needAttention: 0,
    critical: 0,
    failing: 0,
    unknown: 0,
    inTrouble: 0,
    withIncidents: 0,
    withChanges: 0,
    deviating: 0,
    openIssues: 0,
    criticalIssues: 0,
    pendingAudits: 0,
    averageScore: 70,
    openAlerts: 0,
    worse: 0,
    lastAuditDate: null,
  },
  pendingApprovals: 0,
  status: {
    needsReconnect: false,
    tenants: [],
    selected: null,
    endingSecrets: { total: 0, soonest: [] },
    auditTrail: null,
  },
  checks: [],
};
const titles = (change: {
  totals?: Partial<AlertFacts['totals']>;
  status?: Partial<AlertFacts['status']>;
  rest?: Partial<AlertFacts>;
}) =>
  alertsOf({
    ...well,
    ...change.rest,
    totals: { ...well.totals, ...change.totals },
    status: { ...well.status, ...change.status },
  }).map(({ title }) => title);

describe('system alerts', () => {
  test('say that all is clear from a score of 70 on, with nothing critical and nothing pending', () => {
    expect(titles({})).toEqual(['All clear']);
    for (const totals of [
      { averageScore: 69 },
      { averageScore: null },
      { criticalIssues: 1 },
      { criticalIssues: null },
      { pendingAudits: 1 },
    ])
      expect(titles({ totals })).toEqual([]);
    expect(titles({ rest: { pendingApprovals: 1 } })).toEqual([]);
    expect(titles({ rest: { pendingApprovals: null } })).toEqual([]);
  });

  test.each([
    [0, []],
    [1, ['Low security score']],
    [49, ['Low security score']],
    [50, []],
  ])('warn of an average score of %d: %j', (averageScore, expected) => {
    expect(titles({ totals: { averageScore } })).toEqual(expected);
  });

  test('tell what fails, and nothing is clear beside it', () => {
    const tenant = { tenantId: '', name: 'Contoso', since: null, reason: '' };
    const secret = { tenantId: null, name: 'Tenantry', expiresAt: '2026-12-01T00:00:00.000Z', isCertificate: false };
    const check = { endpoint: 'vault', method: 'get', responseTime: 1, error: 'x', timestamp: '' };
    const told = alertsOf({
      ...well,
      totals: { ...well.totals, inTrouble: 2 },
      status: {
        ...well.status,
        tenants: [tenant],
        endingSecrets: { total: 3, soonest: [secret] },
        auditTrail: { status: 'broken', message: 'First broken: entry-7.' },
      },
      checks: [{ ...check, status: 'failed' }],
    });
    expect(told.map(({ intent, title }) => [intent, title])).toEqual([
      ['error', 'The audit trail is broken'],
      ['error', 'A service does not respond'],
      ['error', '1 connection has ended'],
      ['error', '2 tenants have no new scan results'],
      ['warning', '3 client secrets expired or expiring soon'],
    ]);
    expect(told[4]?.text).toMatch(/^Tenantry and 2 more; the first on /);
  });
});
