import { expect, test } from 'vitest';
import { addressRange, overlaps } from './address-ranges.ts';

const sizeOf = (cidr: string): bigint | null => {
  const range = addressRange(cidr);
  return range === null ? null : range.last - range.first + 1n;
};
const places = (sets: Record<string, string[]>): string[] =>
  overlaps(
    new Map(
      Object.entries(sets).map(([name, ranges]) => [name, ranges.flatMap((cidr) => addressRange(cidr) ?? [])] as const),
    ),
  )
    .map((names) => [...names].join('+'))
    .sort();

test('a range has as many addresses as its prefix leaves', () => {
  expect(sizeOf('192.0.2.0/24')).toBe(256n);
  expect(sizeOf('192.0.2.7/32')).toBe(1n);
  expect(sizeOf('2001:db8::/32')).toBe(1n << 96n);
  expect(sizeOf('::ffff:192.0.2.1/128')).toBe(1n);
});

test.each(['192.0.2.0', '192.0.2.0/33', '192.0.2/24', '2001:db8::/129', '192.0.2.0/24/1', ''])(
  '%j is no range',
  (text) => {
    expect(addressRange(text)).toBeNull();
  },
);

test('an address is in the sets that hold it, and in no other combination', () => {
  expect(places({ a: ['10.0.0.0/8'], b: ['10.1.0.0/16', '11.0.0.0/8'] })).toEqual(['a', 'a+b', 'b']);
  expect(places({ a: ['10.0.0.0/9', '10.128.0.0/9'], b: ['10.0.0.0/8'] })).toEqual(['a+b']);
  expect(places({ a: ['0.0.0.1/32'], b: ['::1/128'] })).toEqual(['a', 'b']);
});
