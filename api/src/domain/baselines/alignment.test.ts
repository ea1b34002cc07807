import { MatrixStatus, matrixCodes } from '@tenantry/contract/matrix-status';
import { describe, expect, test } from 'vitest';
import { alignmentOf, alignmentState, byNeed, stateOf } from './alignment.ts';

const required = ['ca.mfa.all', 'dns.dmarc', 'spo.reshare', 'exo.external.tag'];
const of = (statuses: Record<string, MatrixStatus>, excepted: Record<string, string> = {}) =>
  alignmentOf(required, {
    statusOf: (id) => statuses[id] ?? 'notInAudit',
    exceptedUntil: (id) => excepted[id] ?? null,
  });

describe('alignment', () => {
  test('takes a check for aligned where it passes, and in no other case', () => {
    const aligned = MatrixStatus.options.filter((status) => stateOf(status, false) === 'aligned');
    expect(aligned).toEqual(['pass']);
    const unknown = MatrixStatus.options.filter((status) => stateOf(status, true) === 'notKnown');
    expect(unknown).toEqual([
      ...['couldNotCheck', 'notPermitted', 'notLicensed', 'notSetUp', 'notOffered', 'notInAudit', 'notScanned'],
    ]);
    expect(unknown.length + 5).toBe(Object.keys(matrixCodes).length);
  });

  test('counts each required check once, and the percentage is of those that apply, rounded down', () => {
    const found = of({ 'ca.mfa.all': 'pass', 'dns.dmarc': 'fail', 'spo.reshare': 'warning' });
    expect(found).toMatchObject({ aligned: 1, deviating: 2, notKnown: 1, percent: 25, gravest: 'high' });
    const less = of({
      'ca.mfa.all': 'pass',
      'dns.dmarc': 'fail',
      'spo.reshare': 'pass',
      'exo.external.tag': 'notApplicable',
    });
    expect(less).toMatchObject({ notRequired: 1, percent: 66 });
  });

  test('is not known where no result is, and never 100 where one is missing', () => {
    expect(of({})).toMatchObject({ notKnown: 4, percent: null });
    const passing = { 'ca.mfa.all': 'pass', 'dns.dmarc': 'pass', 'spo.reshare': 'pass' } as const;
    const all = of(passing);
    expect([all.percent, alignmentState(all)]).toEqual([75, 'notKnown']);
    expect(of({ ...passing, 'exo.external.tag': 'pass' }).percent).toBe(100);
  });

  test('names the day on which the first exception ends, and of those alone that cover something', () => {
    const until = { 'dns.dmarc': '2027-03-01T00:00:00.000Z', 'spo.reshare': '2027-01-01T00:00:00.000Z' };
    expect(of({ 'dns.dmarc': 'fail', 'spo.reshare': 'pass' }, until)).toMatchObject({
      excepted: 1,
      aligned: 1,
      exceptedUntil: until['dns.dmarc'],
    });
    expect(of({ 'dns.dmarc': 'fail', 'spo.reshare': 'fail' }, until).exceptedUntil).toBe(until['spo.reshare']);
  });

  test('is listed with the gravest deviation first, then with what is not known', () => {
    const rows = [
      of({ 'ca.mfa.all': 'pass', 'dns.dmarc': 'pass', 'spo.reshare': 'pass', 'exo.external.tag': 'pass' }),
      of({ 'ca.mfa.all': 'pass' }),
      of({ 'spo.reshare': 'fail', 'exo.external.tag': 'fail' }),
      of({ 'ca.mfa.all': 'fail' }),
    ].map((one, at) => ({ ...one, at, state: alignmentState(one) }));
    expect(rows.toSorted(byNeed).map(({ at }) => at)).toEqual([3, 2, 1, 0]);
  });
});
