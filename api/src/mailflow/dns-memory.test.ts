import { describe, expect, it } from 'vitest';
import { rememberDns } from './dns-memory.ts';
import { askedDns } from './testing/asked-dns.ts';

describe('remembering answers', () => {
  it('a question is asked once, whatever its case; another type is another question', async () => {
    const inner = askedDns({ 'a.example': { A: ['192.0.2.1'] } });
    const dns = rememberDns(inner, { questions: 10, octets: 1000 });
    expect(await dns.resolve('a.example', 'A')).toEqual({ status: 'ok', values: ['192.0.2.1'] });
    expect(await dns.resolve('A.Example', 'A')).toEqual({ status: 'ok', values: ['192.0.2.1'] });
    expect(await dns.resolve('a.example', 'AAAA')).toEqual({ status: 'nodata' });
    expect(inner.asked).toEqual(['a.example A', 'a.example AAAA']);
    expect(dns.asked()).toBe(2);
  });
  it('beyond the budget nothing is asked and nothing is known', async () => {
    const inner = askedDns({});
    const dns = rememberDns(inner, { questions: 2, octets: 1000 });
    expect((await dns.resolve('a.example', 'A')).status).toBe('nxdomain');
    expect((await dns.resolve('b.example', 'A')).status).toBe('nxdomain');
    expect((await dns.resolve('c.example', 'A')).status).toBe('overLimit');
    expect((await dns.resolve('a.example', 'A')).status).toBe('nxdomain');
    expect(inner.asked).toHaveLength(2);
  });
});
