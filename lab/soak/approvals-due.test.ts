import { expect, test } from 'vitest';
import { approvalProblems, type Decided } from './approvals-due.ts';

const checkIds = ['a', 'b', 'c', 'd'];
const finding = (checkId: string, more: Partial<Decided> = {}): Decided => ({
  id: `t1/${checkId}`,
  tenantId: 't1',
  checkId,
  severity: 'high',
  status: 'OPEN',
  verdictStatus: 'fail',
  needsLicense: null,
  ...more,
});
const inGroup = { needsLicense: 'Entra ID P1' };

test('each failure by itself asks once, a warning and what is resolved not at all', () => {
  const findings = [
    ...[finding('a'), finding('b', { verdictStatus: 'warning' }), finding('c', { status: 'RESOLVED' })],
    finding('d'),
  ];
  expect(approvalProblems(findings, ['t1/a', 't1/d'], checkIds)).toEqual([]);
  expect(approvalProblems(findings, ['t1/a'], checkIds)).toEqual(['t1/d: no approval']);
  expect(approvalProblems(findings, ['t1/a', 't1/d', 't1/d'], checkIds)).toEqual(['t1/d: 2 approvals']);
  for (const foreign of ['t1/b', 't1/c', 't2/a', null])
    expect(approvalProblems(findings, ['t1/a', 't1/d', foreign], checkIds)).toEqual([
      `${foreign}: 1 approvals that nothing asks for`,
    ]);
});

test('one approval covers what waits for the same license, by the most severe and of these the first', () => {
  const findings = [finding('c', inGroup), finding('a', { ...inGroup, severity: 'low' }), finding('b', inGroup)];
  expect(approvalProblems(findings, ['t1/b'], checkIds)).toEqual([]);
  expect(approvalProblems(findings, [], checkIds)).toEqual(['t1/b: no approval']);
  expect(approvalProblems(findings, ['t1/b', 't1/c'], checkIds)).toHaveLength(1);
  expect(approvalProblems(findings, ['t1/c'], checkIds)).toHaveLength(2);
});

test('the group of another tenant or license is another decision', () => {
  const findings = [
    finding('a', inGroup),
    finding('b', { needsLicense: 'Another' }),
    finding('a', { ...inGroup, id: 't2/a', tenantId: 't2' }),
  ];
  expect(approvalProblems(findings, ['t1/a', 't1/b', 't2/a'], checkIds)).toEqual([]);
  expect(approvalProblems(findings, ['t1/a'], checkIds)).toEqual(['t1/b: no approval', 't2/a: no approval']);
});

test('a group for which a warning stands asks for nothing', () => {
  const findings = [finding('a', { ...inGroup, verdictStatus: 'warning' }), finding('b', inGroup)];
  expect(approvalProblems(findings, [], checkIds)).toEqual([]);
  expect(approvalProblems(findings, ['t1/b'], checkIds)).toHaveLength(1);
});
