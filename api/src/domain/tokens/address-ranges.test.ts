import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isAddressAllowed, isAddressRange } from './address-ranges.ts';

it('takes addresses and ranges of both families, and nothing else', () => {
  const ranges = [
    '203.0.113.7',
    '203.0.113.0/24',
    '0.0.0.0/0',
    '::',
    '::1',
    '2001:db8::/32',
    '::ffff:192.0.2.1',
    '1:2:3:4:5:6:7:8',
  ];
  for (const text of ranges) expect([text, isAddressRange(text)]).toEqual([text, true]);
  const others = [
    ...[
      '',
      'x',
      '203.0.113',
      '203.0.113.256',
      '203.0.113.07',
      '203.0.113.7/33',
      '203.0.113.7/',
      '203.0.113.7/-1',
      '1.2.3.4/8/8',
    ],
    ...[
      '2001:db8::/129',
      '2001:db8',
      ':::',
      '1::2::3',
      '1:2:3:4:5:6:7:8:9',
      'fe80::1%eth0',
      '[::1]',
      '::1/064',
      '1.2.3.4:443',
      '::1.2.3',
    ],
  ];
  for (const text of others) expect([text, isAddressRange(text)]).toEqual([text, false]);
});

it('lets in every address where none is named, and none that is not known where one is', () => {
  expect(isAddressAllowed([], null)).toBe(true);
  expect(isAddressAllowed(['0.0.0.0/0', '::/0'], null)).toBe(false);
  expect(isAddressAllowed(['0.0.0.0/0'], '2001:db8::1')).toBe(false);
  expect(isAddressAllowed(['not a range'], '203.0.113.7')).toBe(false);
  expect(isAddressAllowed(['::ffff:203.0.113.0/120'], '203.0.113.7')).toBe(true);
  expect(isAddressAllowed(['203.0.113.0/24'], '::ffff:203.0.113.7')).toBe(true);
});

it('agrees with Node on which addresses a range holds', () => {
  const four = fc.ipV4();
  const six = fc.ipV6().filter((text) => isIP(text) === 6 && !/^(?:0*:)*:?(?:0*:)*ffff:/i.test(text));
  const pair = fc.oneof(
    fc.tuple(four, fc.integer({ min: 0, max: 32 }), four, fc.constant('ipv4' as const)),
    fc.tuple(six, fc.integer({ min: 0, max: 95 }), six, fc.constant('ipv6' as const)),
  );
  fc.assert(
    fc.property(pair, fc.boolean(), ([network, bits, other, family], isSame) => {
      const address = isSame ? network : other;
      const list = new BlockList();
      list.addSubnet(network, bits, family);
      expect(isAddressAllowed([`${network}/${bits}`], address)).toBe(list.check(address, family));
    }),
    { numRuns: 500 },
  );
});
