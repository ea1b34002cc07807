import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Instant, listQuery } from './lists.ts';

describe('a limit', () => {
  const limit = z.object(listQuery);
  it.each(['0x10', '1e1', '\n5', '5\n', ' 5', '+5', '-5', '05', '5.0', '5.', '५', '５', '', 'NaN', 'Infinity', '0b1'])(
    'is not %j',
    (text) => {
      const { error } = z.safeParse(limit, { limit: text });
      expect(error?.issues.map(({ path }) => path)).toEqual([['limit']]);
    },
  );
  it.each(['0', '201', '9'.repeat(400)])('is not %s, which is out of bounds', (text) => {
    expect(z.safeParse(limit, { limit: text }).success).toBe(false);
  });
  it('is a number in digits, and 50 where none is given', () => {
    expect([z.parse(limit, { limit: '1' }).limit, z.parse(limit, { limit: 200 }).limit]).toEqual([1, 200]);
    expect(z.parse(limit, {}).limit).toBe(50);
  });
});

describe('an instant', () => {
  it.each([
    ['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:00:00.1234567Z', '2026-11-20T12:00:00.123Z'],
    ['2026-11-20T12:00:00.9999999Z', '2026-11-20T12:00:00.999Z'],
    [`2026-11-20T12:00:00.${'1'.repeat(5000)}Z`, '2026-11-20T12:00:00.111Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['2028-02-29T23:59:59.5Z', '2028-02-29T23:59:59.500Z'],
  ])('%s is kept in milliseconds', (given, kept) => {
    expect(z.parse(Instant, given)).toBe(kept);
  });
  it.each([
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-11-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T12:60:00Z',
    '2026-11-20T12:00:60Z',
    '+275761-01-01T00:00:00Z',
    '10000-01-01T00:00:00Z',
    '2026-11-20T12:00Z',
    '2026-11-20',
    '2026-11-20T12:00:00',
    '2026-11-20T12:00:00+01:00',
    '2026-11-20 12:00:00Z',
    '20261120T120000Z',
    '2026-11-20T12:00:00.Z',
    'Fri, 20 Nov 2026 12:00:00 GMT',
    '1793188800000',
    '',
  ])('is not %s', (text) => {
    expect(z.safeParse(Instant, text).error?.issues).toHaveLength(1);
  });
});
