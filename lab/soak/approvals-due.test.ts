import { expect, test } from 'vitest';
import { type Asked, approvalProblems, type Decided } from './approvals-due.ts';

const finding = (checkId: string, more: Partial<Decided> = {}): Decided => ({
  id: `t1/${checkId}`,
  tenantId: 't1',
  checkId,
  severity: 'high',
  status: 'OPEN',
  needsLicense: null,
  ...more,
});
const asked = (...ids: string[]): Asked => ({
  tenantId: 't1',
  remedyId: 'some',
  findings: ids.map((id) => ({ id, checkId: '', title: '', severity: 'high', condition: null })),
});

test('each remedy is asked for once, with all its open findings; what is low or resolved not at all', () => {
  const findings = [
    ...[finding('dns.spf'), finding('dns.spf.hardfail', { severity: 'low' })],
    ...[finding('dns.mx', { severity: 'low' }), finding('exo.lockbox', { status: 'RESOLVED' })],
    finding('spo.sync', { severity: 'medium' }),
  ];
  const spf = asked('t1/dns.spf.hardfail', 't1/dns.spf');
  const sync = asked('t1/spo.sync');
  expect(approvalProblems(findings, [spf, sync])).toEqual([]);
  expect(approvalProblems(findings, [spf])).toEqual(['t1: limit-file-sync: no approval']);
  expect(approvalProblems(findings, [spf, sync, sync])).toEqual(['t1: limit-file-sync: 2 approvals']);
  expect(approvalProblems(findings, [asked('t1/dns.spf'), sync])).toEqual([
    't1: spf-record: no approval',
    't1: an approval of some that nothing asks for',
  ]);
  for (const foreign of ['t1/dns.mx', 't1/exo.lockbox', 't2/dns.spf'])
    expect(approvalProblems(findings, [spf, sync, asked(foreign)])).toHaveLength(1);
});

test('one approval covers what waits for the same license, whatever remedies it is of', () => {
  const inGroup = { needsLicense: 'Entra ID P1' };
  const findings = [finding('ca.mfa.all', inGroup), finding('ca.legacy', inGroup), finding('mfa.security.defaults')];
  const license = asked('t1/ca.mfa.all', 't1/ca.legacy');
  expect(approvalProblems(findings, [license, asked('t1/mfa.security.defaults')])).toEqual([]);
  expect(approvalProblems(findings, [license])).toEqual(['t1: require-mfa: no approval']);
  expect(
    approvalProblems(
      [finding('ca.mfa.all', inGroup), finding('ca.mfa.all', { ...inGroup, id: 't2/a', tenantId: 't2' })],
      [asked('t1/ca.mfa.all')],
    ),
  ).toEqual(['t2: Entra ID P1: no approval']);
});
