import { describe, expect, it } from 'vitest';
import { checkDnssec } from './dnssec.ts';
import { checkMx } from './mx.ts';
import { askedDns } from './testing/asked-dns.ts';

const digest = 'ab'.repeat(32);
const tlsa = (certUsage: number, selector: number, match: number, data = digest) => ({
  certUsage,
  selector,
  match,
  data,
});
async function check(own: Record<string, unknown>, host: Record<string, unknown> = {}) {
  const dns = askedDns({
    'example.com': { MX: [{ priority: 1, exchange: 'mx.example.com' }], ...own },
    '_25._tcp.mx.example.com': host,
  });
  return checkDnssec(dns, 'example.com', await checkMx(dns, 'example.com'));
}

describe('DNSSEC', () => {
  it.each([
    [{ AD: true }, 'signed'],
    [{ AD: false }, 'unsigned'],
    [{ AD: false, DS: ['x'] }, 'notValidated'],
    [{ AD: false, TIMEOUT: ['DS'] }, 'couldNotCheck'],
    [{}, 'couldNotCheck'],
  ])('%j: %s', async (own, state) => {
    expect((await check(own)).state).toBe(state);
  });
  it('without an answer for MX it is not known', async () => {
    expect((await check({ AD: false, MX: [], TIMEOUT: ['MX'] })).state).toBe('couldNotCheck');
  });
});

describe('DANE (RFC 7672)', () => {
  const state = async (own: Record<string, unknown>, host: Record<string, unknown>) =>
    (await check(own, host)).dane[0]?.state;
  it('counts where both MX and TLSA were validated', async () => {
    expect(await check({ AD: true }, { AD: true, TLSA: [tlsa(3, 1, 1)] })).toMatchObject({
      dane: [{ host: 'mx.example.com', state: 'ok', records: [`3 1 1 ${digest}`] }],
    });
    expect(await state({ AD: false }, { AD: true, TLSA: [tlsa(3, 1, 1)] })).toBe('unvalidated');
    expect(await state({ AD: true }, { AD: false, TLSA: [tlsa(3, 1, 1)] })).toBe('unvalidated');
    expect(await state({}, { TLSA: [tlsa(3, 1, 1)] })).toBe('unvalidated');
  });
  it.each([
    [tlsa(2, 0, 1), 'ok'],
    [tlsa(3, 0, 2, digest + digest), 'ok'],
    [tlsa(3, 1, 0, '3082'), 'ok'],
    [tlsa(0, 1, 1), 'invalid'],
    [tlsa(1, 1, 1), 'invalid'],
    [tlsa(4, 1, 1), 'invalid'],
    [tlsa(3, 2, 1), 'invalid'],
    [tlsa(3, 1, 3), 'invalid'],
    [tlsa(3, 1, 1, digest.slice(2)), 'invalid'],
    [tlsa(3, 1, 2), 'invalid'],
    [tlsa(3, 1, 0, 'xyz'), 'invalid'],
    [tlsa(3, 1, 0, ''), 'invalid'],
  ])('%j is %s', async (record, expected) => {
    expect(await state({ AD: true }, { AD: true, TLSA: [record] })).toBe(expected);
  });
  it('one usable record is enough', async () => {
    expect(await state({ AD: true }, { AD: true, TLSA: [tlsa(0, 0, 0), tlsa(3, 1, 1)] })).toBe('ok');
  });
  it('none is missing, no answer is not known', async () => {
    expect(await state({ AD: true }, {})).toBe('missing');
    expect(await state({ AD: true }, { TIMEOUT: ['*'] })).toBe('couldNotCheck');
  });
});
