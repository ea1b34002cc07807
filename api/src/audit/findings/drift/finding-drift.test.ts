import { Severity, type Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isFinding } from '../is-finding.ts';
import { type FindingDrift, findingDrift } from './finding-drift.ts';

const verdict = (status: VerdictStatus, over: Partial<Verdict> = {}): Verdict => ({
  ...{ checkId: 'ca.mfa.all', title: 'MFA for all', category: 'mfa', severity: 'high', status },
  ...{ message: `It is ${status}`, recommendation: '', evidence: [], affected: [], affectedCount: 0, references: [] },
  ...over,
});
const nobody: ReadonlySet<string> = new Set();
const listsOf = (findings: FindingDrift) =>
  Object.entries(findings).flatMap(([list, some]) => some.map(({ checkId }) => [list, checkId]));

describe('the findings of two scans', () => {
  test.each([
    ['pass', 'fail', 'added'],
    ['couldNotCheck', 'warning', 'added'],
    ['fail', 'warning', 'stillOpen'],
    ['fail', 'pass', 'resolved'],
    ['warning', 'notApplicable', 'resolved'],
    ['fail', 'notPermitted', 'notVerified'],
    ['fail', 'notLicensed', 'notVerified'],
  ] as const)('%s and then %s is %s', (from, to, list) => {
    expect(listsOf(findingDrift([verdict(from)], [verdict(to)], nobody))).toEqual([[list, 'ca.mfa.all']]);
    expect(listsOf(findingDrift([verdict(from)], [verdict(to)], new Set(['ca.mfa.all'])))).toEqual([
      ['accepted', 'ca.mfa.all'],
    ]);
  });

  it('are not verified where the later scan did not make their check, and new where the earlier one did not', () => {
    expect(listsOf(findingDrift([verdict('fail')], [], nobody))).toEqual([['notVerified', 'ca.mfa.all']]);
    expect(listsOf(findingDrift([], [verdict('fail')], nobody))).toEqual([['added', 'ca.mfa.all']]);
  });

  it('say how many objects were affected then and are now, the most severe first', () => {
    const two = (affectedCount: number) => [
      verdict('fail', { checkId: 'a', severity: 'low', affectedCount }),
      verdict('fail', { checkId: 'b', severity: 'critical' }),
    ];
    expect(findingDrift(two(3), two(5), nobody).stillOpen).toMatchObject([
      { checkId: 'b' },
      { checkId: 'a', affectedBefore: 3, affectedAfter: 5 },
    ]);
  });

  it('are in one list each, and nothing else is in any, whatever the scans say', () => {
    const checkId = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const some = fc.uniqueArray(
      fc
        .record({
          checkId,
          status: fc.constantFrom(...VerdictStatus.options),
          severity: fc.constantFrom(...Severity.options),
        })
        .map(({ status, ...over }) => verdict(status, over)),
      { selector: ({ checkId: id }) => id },
    );
    fc.assert(
      fc.property(some, some, fc.uniqueArray(checkId), (before, after, accepted) => {
        const findings = [...before, ...after].filter(isFinding).map(({ checkId: id }) => id);
        const told = listsOf(findingDrift(before, after, new Set(accepted))).map(([, id]) => id);
        expect(told.toSorted()).toEqual([...new Set(findings)].toSorted());
      }),
    );
  });
});
