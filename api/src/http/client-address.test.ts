import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7:50000', 1, '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7:50000', 1, '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7:50000, 10.0.0.1', 2, '203.0.113.7'],
    ['[2001:db8::1]:443', 1, '2001:db8::1'],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['2001:DB8:0:0:0::1', 1, '2001:db8::1'],
    ['[::ffff:203.0.113.7]:443', 1, '203.0.113.7'],
    ['::ffff:cb00:7107', 1, '203.0.113.7'],
    ['203.0.113.7', 0, null],
    ['203.0.113.7', 2, null],
    ['999.0.113.7', 1, null],
    ['1.2.3', 1, null],
    ['1.2.3.4.5', 1, null],
    ['1.2.3.4.', 1, null],
    ['[1.2.3.4]:5', 1, '1.2.3.4'],
    ['255.255.255.255:1', 1, '255.255.255.255'],
    ['fe80::1%eth0', 1, null],
    ['1:2:3', 1, null],
    ['<script>', 1, null],
    ['', 1, null],
    [null, 1, null],
  ])('%j behind %i proxies is %s', (header, proxies, expected) => {
    expect(clientAddress(header, proxies)).toBe(expected);
  });
});
