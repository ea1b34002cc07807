import type { VerdictChange } from '@tenantry/contract/drift';
import type { Affected, Verdict } from '@tenantry/contract/verdicts';
import { describe, expect, it } from 'vitest';
import { verdictFor } from '../../testing/verdict-for.ts';
import { notableChanges } from './notable-changes.ts';
import { verdictDrift } from './verdict-drift.ts';

const judged = verdictFor('tenant.alerts', { alerts: [] });
const alertsOf = (names: readonly string[]): Affected[] =>
  names.map((name, place) => ({ type: 'setting', id: `${name}-${place}`, name }));
const open = (names: readonly string[], count = names.length, status: Verdict['status'] = 'fail'): Verdict => ({
  ...judged,
  status: count === 0 ? 'pass' : status,
  affected: alertsOf(names),
  affectedCount: count,
});
const toldOf = (changes: readonly VerdictChange[]) =>
  notableChanges([], changes).map(({ change: { kind, gravity, title, object } }) => [kind, gravity, title, object]);
const told = (before: Verdict, after: Verdict) => toldOf(verdictDrift([before], [after]));

describe('new alerts', () => {
  it('are told by their names, those of one name together, also beside one that was open before', () => {
    const before = open(['Malware found']);
    const after = open(['Malware found', 'Password spray', 'Password spray', 'Suspicious forwarding rule']);
    expect(told(before, after)).toEqual([
      ['alert', 'high', 'Password spray', '2 alerts'],
      ['alert', 'critical', 'Suspicious forwarding rule', ''],
    ]);
  });

  it('are told by their number where verdicts do not list all of them', () => {
    const many = Array.from({ length: 20 }, (_, place) => `Alert ${place}`);
    expect(told(open(many, 22), open(many, 25))).toEqual([['alert', 'high', 'More open alerts: 22 → 25', '']]);
    expect(told(open(many, 25), open(many, 22))).toEqual([]);
    const [one, ...others] = many;
    expect(told(open([one ?? '']), open([one ?? '', ...others], 30))).toHaveLength(20);
  });

  it('are not told where it is not known what was open before', () => {
    for (const status of ['couldNotCheck', 'notPermitted', 'notLicensed'] as const) {
      const unknown = { ...judged, status, affected: [], affectedCount: 0 };
      expect(told(unknown, open(['Password spray']))).toEqual([]);
    }
    expect(toldOf(verdictDrift([], [open(['Password spray'])]))).toEqual([]);
    expect(told(open([]), open(['Password spray']))).toHaveLength(1);
  });
});

describe('a check', () => {
  const verdict = verdictFor('spo.reshare', {});
  const kinds = (from: Verdict['status'], to: Verdict['status']) =>
    told({ ...verdict, status: from }, { ...verdict, status: to }).map(([kind]) => kind);

  it.each([
    ['pass', 'fail'],
    ['pass', 'warning'],
    ['notApplicable', 'fail'],
    ['notApplicable', 'warning'],
    ['warning', 'fail'],
  ] as const)('that was %s and is %s begins to fail', (from, to) => {
    expect(kinds(from, to)).toEqual(['check-failing']);
  });

  it.each([
    ['fail', 'pass', ['check-passing']],
    ['warning', 'pass', ['check-passing']],
    ['fail', 'warning', []],
    ['couldNotCheck', 'fail', []],
    ['fail', 'notApplicable', []],
  ] as const)('that was %s and is %s does not', (from, to, expected) => {
    expect(kinds(from, to)).toEqual(expected);
  });
});
