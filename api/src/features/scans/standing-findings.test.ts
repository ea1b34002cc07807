import type { Verdict } from '@tenantry/contract/verdicts';
import { expect, test } from 'vitest';
import type { FindingRecord } from '../../store/findings.ts';
import { resultWith, stillStands } from './standing-findings.ts';

type Standing = Pick<FindingRecord, 'severity' | 'status' | 'verdictStatus'>;
const finding = (severity: Standing['severity'], verdictStatus: Standing['verdictStatus'] = 'fail'): Standing => ({
  severity,
  verdictStatus,
  status: 'OPEN',
});
const ok = { status: 'OK', criticalIssues: 0 } as const;

test.each([
  ['a critical failure', [finding('critical')], { status: 'Critical', criticalIssues: 1 }],
  ['a critical warning', [finding('critical', 'warning')], { status: 'Warning', criticalIssues: 1 }],
  ['a high failure', [finding('high')], { status: 'Warning', criticalIssues: 0 }],
  ['a high warning', [finding('high', 'warning')], ok],
  ['a medium failure', [finding('medium')], ok],
  ['nothing', [], ok],
] as const)('%s that could not be looked at again counts as before', (_what, standing, result) => {
  expect(resultWith(ok, standing)).toEqual(result);
});

test('a result that is worse by itself stays so, and one that nothing was judged for too', () => {
  expect(resultWith({ status: 'Critical', criticalIssues: 2 }, [finding('high')])).toEqual({
    status: 'Critical',
    criticalIssues: 2,
  });
  expect(resultWith({ status: null, criticalIssues: 0 }, [finding('low')]).status).toBe(null);
});

test('what is repaired, resolved or does not apply any more stands no longer', () => {
  const verdict = (status: Verdict['status']) => ({ status }) as Verdict;
  for (const status of ['couldNotCheck', 'notPermitted', 'notLicensed'] as const)
    expect(stillStands(verdict(status), finding('high')), status).toBe(true);
  for (const status of ['pass', 'warning', 'fail', 'notApplicable'] as const)
    expect(stillStands(verdict(status), finding('high')), status).toBe(false);
  expect(stillStands(verdict('couldNotCheck'), { ...finding('high'), status: 'RESOLVED' })).toBe(false);
});
