import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIp4, isIp6, isPrefixLength } from './ip-address.ts';

describe('IPv4 addresses', () => {
  it.each(['0.0.0.0', '1.2.3.4', '255.255.255.255', '10.20.30.249'])('%s is one', (text) => {
    expect(isIp4(text)).toBe(true);
  });
  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.04',
    '1.2.3.a',
    '1.2..4',
    '1.2.3.4\n',
    '1.2.3.1234',
  ])('%j is none', (text) => {
    expect(isIp4(text)).toBe(false);
  });
});

describe('IPv6 addresses', () => {
  it.each([
    '::',
    '::1',
    '1::',
    '1:2:3:4:5:6:7:8',
    '2001:db8::1',
    '::ffff:1.2.3.4',
    '1:2:3:4:5:6:1.2.3.4',
    'CAFE:babe:8000::',
    '1:2:3:4:5:6:7::',
  ])('%s is one', (text) => {
    expect(isIp6(text)).toBe(true);
  });
  it.each([
    '',
    ':',
    ':::',
    '1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    ':1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7:8:',
    '12345::',
    'g::',
    '::1.2.3',
    '1.2.3.4::',
    '::1.2.3.4:5',
    '1:2:3:4:5:6:7:1.2.3.4',
    '1:2:3:4:5:6:7:8::',
    ':CAFE::BABE',
  ])('%j is none', (text) => {
    expect(isIp6(text)).toBe(false);
  });
  it('what Node takes for an address is one here as well, and the other way round', () => {
    const pieces = fc.constantFrom(':', '::', '0', '1', 'ffff', 'a1', '12345', '1.2.3.4', '256.1.1.1', 'g');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV6(),
          fc.array(pieces, { maxLength: 17 }).map((list) => list.join('')),
        ),
        (text) => {
          expect(isIp6(text)).toBe(isIP(text) === 6);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('prefix lengths', () => {
  it.each([
    ['0', 32, true],
    ['32', 32, true],
    ['33', 32, false],
    ['128', 128, true],
    ['129', 128, false],
    ['032', 32, false],
    ['00', 32, false],
    ['', 32, false],
    ['-1', 32, false],
    ['1 ', 32, false],
  ])('%j of %i: %s', (text, most, isRight) => {
    expect(isPrefixLength(text, most)).toBe(isRight);
  });
});
