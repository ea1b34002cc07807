import type { Verdict } from '@tenantry/contract/verdicts';
import { expect, test } from 'vitest';
import type { FindingRecord } from '../../store/findings.ts';
import { statusWith, stillStands } from './standing-findings.ts';

type Standing = Pick<FindingRecord, 'severity' | 'status' | 'verdictStatus'>;
const finding = (severity: Standing['severity'], verdictStatus: Standing['verdictStatus'] = 'fail'): Standing => ({
  severity,
  verdictStatus,
  status: 'OPEN',
});

test.each([
  ['a critical failure', [finding('critical')], 'Critical'],
  ['a critical warning', [finding('critical', 'warning')], 'Warning'],
  ['a high failure', [finding('high')], 'Warning'],
  ['a high warning', [finding('high', 'warning')], 'OK'],
  ['a medium failure', [finding('medium')], 'OK'],
  ['nothing', [], 'OK'],
] as const)('%s that could not be looked at again counts as before', (_what, standing, status) => {
  expect(statusWith('OK', standing)).toBe(status);
});

test('a result that is worse by itself stays so, and one that nothing was judged for too', () => {
  expect(statusWith('Critical', [finding('high')])).toBe('Critical');
  expect(statusWith(null, [finding('low')])).toBe(null);
});

test('what is repaired, resolved or does not apply any more stands no longer', () => {
  const verdict = (status: Verdict['status']) => ({ status }) as Verdict;
  for (const status of ['couldNotCheck', 'notPermitted', 'notLicensed'] as const)
    expect(stillStands(verdict(status), finding('high')), status).toBe(true);
  for (const status of ['pass', 'warning', 'fail', 'notApplicable'] as const)
    expect(stillStands(verdict(status), finding('high')), status).toBe(false);
  expect(stillStands(verdict('couldNotCheck'), { ...finding('high'), status: 'RESOLVED' })).toBe(false);
});
