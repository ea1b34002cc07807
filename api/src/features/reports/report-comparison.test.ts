import type { Verdict } from '@tenantry/contract/verdicts';
import { expect, it } from 'vitest';
import type { AuditRecord } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { reportComparison } from './report-comparison.ts';

const verdict = (checkId: string, status: Verdict['status'], affectedCount = 0): Verdict => ({
  ...{ checkId, title: checkId, category: 'mfa', severity: 'high', status, message: '', recommendation: '' },
  ...{ evidence: [], affected: [], affectedCount, references: [] },
});

const audit = (createdAt: string, overallScore: number, verdicts: Verdict[]): AuditRecord => ({
  ...{ id: createdAt, tenantId: 't', scanLogId: createdAt, overallScore, overallStatus: 'Warning', criticalIssues: 0 },
  ...{ createdAt, statusTold: 'warning', figures: null, published: null },
  data: {
    coverage: { evaluated: 9, applicable: 10, percent: 90 },
    ...{ verdicts, userCount: null, secureScoreHistory: [], secureScoreUnknownBecause: null, isSimulated: false },
  },
});

const known = (checkId: string, status: FindingRecord['status'], firstDetected = '2026-01-01') =>
  ({ checkId, status, firstDetected }) as FindingRecord;

it('a report tells each finding of then and now once: new or reopened, resolved, open still, accepted, not checked again', () => {
  const then = audit('2026-02-01', 50, [
    verdict('fixed', 'fail'),
    verdict('open', 'fail', 4),
    verdict('worse', 'warning'),
    verdict('accepted', 'fail'),
    verdict('lost', 'fail'),
    verdict('back', 'pass'),
  ]);
  const now = audit('2026-03-01', 60, [
    verdict('fixed', 'pass'),
    verdict('open', 'fail', 4),
    verdict('worse', 'fail'),
    verdict('accepted', 'fail'),
    verdict('lost', 'notPermitted'),
    verdict('back', 'fail'),
    verdict('new', 'fail'),
  ]);
  const findings = [known('accepted', 'ACCEPTED'), known('back', 'OPEN'), known('new', 'OPEN', '2026-03-01')];
  expect(reportComparison({ audit: then, basis: 'previous-audit', since: then.createdAt }, now, findings)).toEqual({
    ...{ basis: 'previous-audit', since: '2026-02-01', auditedAt: '2026-02-01', scoreBefore: 50 },
    added: ['back', 'new'],
    reopened: ['back'],
    resolved: ['fixed'],
    worse: ['worse'],
    better: [],
    notVerified: ['lost'],
    stillOpen: ['open', 'worse'],
    accepted: ['accepted'],
  });
});
