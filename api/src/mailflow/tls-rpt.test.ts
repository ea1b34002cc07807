import { describe, expect, it } from 'vitest';
import { askedDns, texts } from './testing/asked-dns.ts';
import { checkTlsRpt } from './tls-rpt.ts';

const check = (zone: unknown) => checkTlsRpt(askedDns(zone), 'example.com');
const record = (text: string | string[]) => check(texts({ '_smtp._tls.example.com': text }));

describe('TLS-RPT (RFC 8460, 3)', () => {
  it('addresses of either kind', async () => {
    expect(await record('v=TLSRPTv1; rua=mailto:a@example.com, https://example.com/r')).toEqual({
      state: 'ok',
      record: 'v=TLSRPTv1; rua=mailto:a@example.com, https://example.com/r',
      rua: ['mailto:a@example.com', 'https://example.com/r'],
      problems: [],
    });
  });
  it.each([
    ['v=TLSRPTv1', ['rua= is missing']],
    ['v=TLSRPTv1; rua=', ['rua= is missing']],
    ['v=TLSRPTv1; rua=a@example.com', ['a@example.com is not a mailto: or https: address']],
    ['v=TLSRPTv1; rua=http://example.com', ['http://example.com is not a mailto: or https: address']],
    [
      ['v=TLSRPTv1; rua=mailto:a@x.y', 'v=TLSRPTv1; rua=mailto:b@x.y'],
      ['there is more than one record, so that senders ignore all of them'],
    ],
  ])('%j is invalid', async (text, problems) => {
    expect(await record(text)).toMatchObject({ state: 'invalid', problems });
  });
  it('none is missing, and no answer is not known', async () => {
    expect(await record(['hello', 'v=TLSRPTv2; rua=mailto:a@x.y'])).toMatchObject({ state: 'missing', record: null });
    expect((await check({})).state).toBe('missing');
    expect((await check({ '_smtp._tls.example.com': { SERVFAIL: ['*'] } })).state).toBe('couldNotCheck');
  });
});
