import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import type { TenantSummary } from '@tenantry/contract/tenant-summaries';
import { describe, expect, it, test } from 'vitest';
import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import type { AuditFigures, AuditSummary, TenantRecord } from '../../store/tenants.ts';
import { sevenDaysOf } from './seven-days.ts';
import { needKey, topReason } from './tenant-need.ts';
import { summaryOf } from './tenant-summaries.ts';

const now = new Date('2026-03-10T09:00:00.000Z');
const trouble: TenantTrouble = { kind: 'scanFailing', since: null, reason: 'Refused.', remedy: 'retry' };
const finding = { findingId: 't_f', checkId: 'mfa.all', severity: 'critical', title: 'MFA is not required' } as const;
const figures = (at: string, score: number | null, openIssues: number, evaluated = 100): AuditFigures => ({
  at,
  score,
  openIssues,
  evaluated,
});

function audit(change: Partial<AuditSummary> = {}): AuditSummary {
  const auditedAt = '2026-03-10T01:00:00.000Z';
  const coverage = { evaluated: 100, applicable: 120, percent: 83 };
  const known = { score: 70, status: 'Warning', openIssues: 10, criticalIssues: 0, coverage } as const;
  const alerts = { openAlerts: 0, openAlertsUnknownBecause: null };
  const history = [figures(auditedAt, 70, 10)];
  return { scanLogId: 's', auditedAt, ...known, topFinding: null, ...alerts, history, ...change };
}

function tenant(id: string, of: AuditSummary | null): TenantRecord {
  const at = '2026-01-01T00:00:00.000Z';
  const named = { id, name: id, nameKey: id, displayName: id, domain: `${id}.example`, m365TenantId: id };
  const scanned = {
    audit: of,
    lastScan: null,
    lastReports: [],
    reportTimeZone: null,
    mailUses: [],
    tasksHeldAt: null,
    scanFailing: null,
    createdAt: at,
    updatedAt: at,
  };
  return { ...named, isMock: false, emergencyAccounts: [], ...scanned, ...emptyOutbox };
}

const summary = (id: string, of: AuditSummary | null, wrong: TenantTrouble | null = null): TenantSummary =>
  summaryOf(tenant(id, of), wrong, now, []);

test('tenants come in the order in which they need somebody', () => {
  const wanted = [
    summary('critical and failing', audit({ status: 'Critical', criticalIssues: 1 }), trouble),
    summary('critical twice', audit({ status: 'Critical', criticalIssues: 2 })),
    summary('critical', audit({ status: 'Critical', criticalIssues: 1 })),
    summary('failing', audit({ status: 'OK', score: 97 }), trouble),
    summary('with an alert', audit({ openAlerts: 1 })),
    summary('became worse', audit({ history: [figures('2026-03-01T01:00:00.000Z', 90, 3)] })),
    summary('many issues', audit({ openIssues: 11 })),
    summary('a low score', audit({ score: 60 })),
    summary('b', audit()),
    summary('c', audit()),
    summary('never scanned', null),
    summary('well', audit({ status: 'OK', score: 97 })),
  ];
  const byNeed = [...wanted].reverse().sort((a, b) => (needKey(a) < needKey(b) ? -1 : 1));
  expect(byNeed.map(({ tenantId }) => tenantId)).toEqual(wanted.map(({ tenantId }) => tenantId));
});

describe('the reason why a tenant needs somebody', () => {
  it.each([
    ['what stands in the way of every other answer', audit({ topFinding: finding }), trouble, 'trouble', 'Refused.'],
    ['its most pressing finding', audit({ topFinding: finding }), null, 'finding', 'MFA is not required'],
    ['that it was never scanned', null, null, 'notScanned', 'Not scanned yet'],
    [
      'that too little could be judged',
      audit({ coverage: { evaluated: 10, applicable: 100, percent: 10 } }),
      null,
      'lowCoverage',
      'Only 10% of the checks could be judged',
    ],
  ] as const)('is %s', (_, of, wrong, kind, text) => {
    expect(topReason({ audit: of }, wrong)).toMatchObject({ kind, text });
  });

  it('is none where nothing is open', () => {
    expect(topReason({ audit: audit() }, null)).toBeNull();
  });
});

describe('seven days', () => {
  const then = '2026-03-03T01:00:00.000Z';
  const against = (before: AuditFigures, change: Partial<AuditSummary> = {}) =>
    sevenDaysOf(audit({ history: [before, figures('2026-03-10T01:00:00.000Z', 70, 10)], ...change }), null, now);

  it.each([
    ['better', figures(then, 60, 12), { score: 10, openIssues: -2, direction: 'better' }],
    ['worse by its score', figures(then, 71, 10), { score: -1, openIssues: 0, direction: 'worse' }],
    ['worse by its issues, whatever its score', figures(then, 60, 9), { score: 10, openIssues: 1, direction: 'worse' }],
    ['the same', figures(then, 70, 10), { score: 0, openIssues: 0, direction: 'same' }],
    ['told by its issues alone without a score', figures(then, null, 12), { score: null, direction: 'better' }],
  ])('make a tenant %s', (_, before, change) => {
    expect(against(before)).toMatchObject({ change: { since: then, ...change }, changeUnknownBecause: null });
  });

  it('compare with the newest figures that were there then', () => {
    const history = [
      figures('2026-02-01T01:00:00.000Z', 10, 90),
      figures('2026-03-03T08:59:00.000Z', 65, 11),
      figures('2026-03-03T10:00:00.000Z', 90, 1),
      figures('2026-03-10T01:00:00.000Z', 70, 10),
    ];
    expect(sevenDaysOf(audit({ history }), null, now).change).toMatchObject({ score: 5, openIssues: -1 });
  });

  it.each([
    ['without an audit', null, null, 'Never audited'],
    ['while scans fail', audit(), trouble, 'scans fail'],
    ['before the first audit is a week old', audit(), null, 'less than 7 days ago'],
    [
      'without an audit in these days',
      audit({ auditedAt: then, history: [figures(then, 70, 10)] }),
      null,
      'Not audited in the last 7 days',
    ],
    [
      'where checks that failed give no answer any more',
      audit({ history: [figures(then, 60, 12, 110), figures('2026-03-10T01:00:00.000Z', 70, 10)] }),
      null,
      'Fewer checks',
    ],
  ])('say nothing %s', (_, of, wrong, because) => {
    const told = sevenDaysOf(of, wrong, now);
    expect([told.change, told.changeUnknownBecause]).toEqual([null, expect.stringContaining(because)]);
  });
});
