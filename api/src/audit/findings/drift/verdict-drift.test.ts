import type { Affected, Verdict } from '@tenantry/contract/verdicts';
import { VerdictStatus } from '@tenantry/contract/verdicts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { verdictDrift } from './verdict-drift.ts';

const user = (id: string): Affected => ({ type: 'user', id, name: `Name of ${id}` });
const verdict = (status: Verdict['status'], over: Partial<Verdict> = {}): Verdict => ({
  checkId: 'ca.mfa.all',
  title: 'MFA for all',
  category: 'mfa',
  severity: 'high',
  status,
  message: `It is ${status}`,
  recommendation: '',
  evidence: [],
  affected: [],
  affectedCount: over.affected?.length ?? 0,
  references: [],
  ...over,
});
const one = (before: Verdict[], after: Verdict[]) => verdictDrift(before, after)[0];

describe('what changed in the verdicts', () => {
  test.each([
    ['pass', 'fail', 'worse'],
    ['pass', 'warning', 'worse'],
    ['warning', 'fail', 'worse'],
    ['fail', 'pass', 'better'],
    ['fail', 'couldNotCheck', 'unknown-now'],
    ['pass', 'notPermitted', 'unknown-now'],
    ['notLicensed', 'pass', 'known-again'],
    ['notPermitted', 'couldNotCheck', 'other'],
    ['pass', 'notApplicable', 'other'],
  ] as const)('%s to %s is %s', (from, to, direction) => {
    expect(one([verdict(from)], [verdict(to)])).toMatchObject({ from, to, direction, message: `It is ${to}` });
  });

  it('says nothing where everybody is affected and one more was hired', () => {
    const everybody = (affectedCount: number) =>
      verdict('fail', { affected: [{ type: 'people', id: 'users', name: 'All users' }], affectedCount });
    expect(verdictDrift([everybody(800)], [everybody(801)])).toEqual([]);
  });

  it('says nothing of a verdict that stayed, whatever its wording', () => {
    expect(verdictDrift([verdict('fail')], [verdict('fail', { message: 'Said otherwise' })])).toEqual([]);
    expect(verdictDrift([verdict('pass', { affected: [user('a')] })], [verdict('pass')])).toEqual([]);
  });

  it('names who is affected now and who no longer', () => {
    const before = verdict('fail', { affected: [user('a'), user('b')] });
    const after = verdict('fail', { affected: [user('b'), user('c'), user('d')] });
    expect(one([before], [after])).toMatchObject({
      direction: 'worse',
      newAffected: ['Name of c', 'Name of d'],
      goneAffected: ['Name of a'],
      affectedBefore: 2,
      affectedAfter: 3,
    });
  });

  it('does not guess who is new where the earlier list was cut', () => {
    const before = verdict('fail', { affected: [user('a')], affectedCount: 30 });
    const after = verdict('fail', { affected: [user('b')], affectedCount: 31 });
    expect(one([before], [after])).toMatchObject({ newAffected: null, goneAffected: null, affectedAfter: 31 });
    const same = verdict('fail', { affected: [user('b')], affectedCount: 30 });
    expect(verdictDrift([before], [same])).toEqual([]);
  });

  it('tells a check that was made in one of the scans only', () => {
    expect(one([], [verdict('fail')])).toMatchObject({ from: null, to: 'fail', direction: 'other' });
    expect(one([verdict('fail')], [])).toMatchObject({ from: 'fail', to: null, direction: 'other', message: '' });
  });

  it('puts what got worse first, the most severe of it on top', () => {
    const of = (checkId: string, status: Verdict['status'], severity: Verdict['severity'] = 'low') =>
      verdict(status, { checkId, severity });
    const before = [of('a', 'fail'), of('b', 'pass'), of('c', 'pass', 'critical'), of('d', 'pass')];
    const after = [of('a', 'pass'), of('b', 'fail'), of('c', 'warning', 'critical'), of('d', 'notLicensed')];
    expect(verdictDrift(before, after).map(({ checkId }) => checkId)).toEqual(['c', 'b', 'd', 'a']);
  });
});

const verdicts = fc.uniqueArray(
  fc.record({
    checkId: fc.constantFrom('a', 'b', 'c'),
    status: fc.constantFrom(...VerdictStatus.options),
    affected: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
    more: fc.nat(2),
  }),
  { selector: ({ checkId }) => checkId },
);
const made = verdicts.map((list) =>
  list.map(({ checkId, status, affected, more }) =>
    verdict(status, { checkId, affected: affected.map(user), affectedCount: affected.length + more }),
  ),
);
const opposite = {
  worse: 'better',
  better: 'worse',
  'unknown-now': 'known-again',
  'known-again': 'unknown-now',
  other: 'other',
};

test('comparing with itself finds nothing, and looking back finds the opposite', () => {
  fc.assert(
    fc.property(made, made, (before, after) => {
      expect(verdictDrift(before, structuredClone(before))).toEqual([]);
      const back = new Map(verdictDrift(after, before).map((change) => [change.checkId, change]));
      for (const change of verdictDrift(before, after)) {
        expect(back.get(change.checkId)).toMatchObject({
          from: change.to,
          to: change.from,
          direction: opposite[change.direction],
          newAffected: change.goneAffected,
          goneAffected: change.newAffected,
        });
      }
      expect(back.size).toBe(verdictDrift(before, after).length);
    }),
  );
});
