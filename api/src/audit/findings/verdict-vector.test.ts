import { MatrixStatus, matrixCodes } from '@tenantry/contract/matrix-status';
import { VerdictStatus } from '@tenantry/contract/verdicts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../checks/catalog.ts';
import {
  checkListOf,
  currentChecks,
  lookedAtAfter,
  lookOf,
  matrixStatusOf,
  verdictVector,
  withLook,
} from './verdict-vector.ts';

const at = '2026-11-28T09:00:00.000Z';
const verdict = (checkId: string, status: VerdictStatus) => ({ checkId, status });
const read = (vector: { codes: string }, checkIds: readonly string[], checkId: string) =>
  vector.codes[checkIds.indexOf(checkId)];

describe('the vector of an audit', () => {
  it('has one character for each status, and no two share one', () => {
    expect(new Set(Object.values(matrixCodes)).size).toBe(MatrixStatus.options.length);
    expect(Object.values(matrixCodes).every((code) => code.length === 1)).toBe(true);
  });

  it.each(VerdictStatus.options)('tells %s again', (status) => {
    const { vector, checks } = verdictVector([verdict('b', 'pass'), verdict('a', status), verdict('c', 'fail')]);
    expect(read(vector, checks.checkIds, 'a')).toBe(matrixCodes[status]);
    expect(vector.codes).toHaveLength(3);
  });

  it('tells what waits for tenant configuration apart from what could not be checked', () => {
    const waits = { ...verdict('a', 'couldNotCheck'), needsFeature: 'tenantConfiguration' as const };
    expect(matrixStatusOf(waits)).toBe('notSetUp');
    expect(verdictVector([waits]).vector.codes).toBe(matrixCodes.notSetUp);
    // As the coverage has it: judged from a stand-in, it is judged.
    expect(matrixStatusOf({ ...waits, status: 'fail' })).toBe('fail');
  });

  it('names its checks by a hash that does not go by their order', () => {
    expect(checkListOf(['b', 'a']).hash).toBe(checkListOf(['a', 'b']).hash);
    expect(checkListOf(['a', 'b', 'c']).hash).not.toBe(checkListOf(['a', 'b']).hash);
    expect(currentChecks.checkIds).toHaveLength(catalog.length);
  });

  it('takes verdicts of a look at some checks, and leaves the others', () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 });
    const status = fc.constantFrom(...VerdictStatus.options);
    fc.assert(
      fc.property(ids, fc.infiniteStream(status), fc.infiniteStream(status), fc.nat(), (checkIds, first, second, n) => {
        const before = checkIds.map((id) => verdict(id, first.next().value));
        const looked = checkIds.slice(0, n % (checkIds.length + 1)).map((id) => verdict(id, second.next().value));
        const { vector, checks } = verdictVector(before);
        const after = new Map([...before, ...looked].map((one) => [one.checkId, one]));
        const { codes } = withLook(vector, checks, lookOf(looked, at));
        expect(codes).toBe(verdictVector([...after.values()]).vector.codes);
      }),
    );
  });

  it('stays the same one where nothing was looked at, and has no place for a check that it does not have', () => {
    const { vector, checks } = verdictVector([verdict('a', 'fail')]);
    expect(withLook(vector, checks, lookOf([], at))).toBe(vector);
    expect(withLook(vector, checks, lookOf([verdict('gone', 'pass')], at)).codes).toBe(vector.codes);
  });

  it('keeps of each check the latest look alone', () => {
    const { vector, checks } = verdictVector([verdict('a', 'fail'), verdict('b', 'fail')]);
    const later = '2026-11-28T12:00:00.000Z';
    const both = withLook(vector, checks, lookOf([verdict('a', 'pass'), verdict('b', 'pass')], at));
    const after = withLook(both, checks, lookOf([verdict('a', 'warning')], later));
    expect(after.looks).toEqual([lookOf([verdict('b', 'pass')], at), lookOf([verdict('a', 'warning')], later)]);
    expect(withLook(after, checks, lookOf([verdict('b', 'fail')], later)).looks).toHaveLength(2);
    expect([...lookedAtAfter(after, at)]).toEqual(['a']);
    expect([...lookedAtAfter(vector, at)]).toEqual([]);
  });
});
