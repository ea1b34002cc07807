import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7:50000', 1, '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7:50000', 1, '203.0.113.7'],
    ['1.2.3.4, 203.0.113.7:50000, 10.0.0.1', 2, '203.0.113.7'],
    ['[2001:db8::1]:443', 1, '2001:db8::1'],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['203.0.113.7', 0, 'unknown'],
    ['<script>', 1, 'unknown'],
    ['', 1, 'unknown'],
    [null, 1, 'unknown'],
  ])('%j behind %i proxies is %s', (header, proxies, expected) => {
    expect(clientAddress(header, proxies)).toBe(expected);
  });
});
