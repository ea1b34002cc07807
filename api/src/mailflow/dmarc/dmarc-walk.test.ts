import { describe, expect, it } from 'vitest';
import { answered } from '../dns-reading.ts';
import { askedDns, texts } from '../testing/asked-dns.ts';
import { applicableStep, organizationalDomain, walkDmarc, walkNames } from './dmarc-walk.ts';

const walk = (records: Record<string, string | string[]>, start: string) =>
  answered(askedDns(texts(records)), walkDmarc(start));

describe('the tree walk (RFC 9989, 4.10)', () => {
  it.each([
    ['com', ['com']],
    ['example.com', ['example.com', 'com']],
    ['a.mail.example.com', ['a.mail.example.com', 'mail.example.com', 'example.com', 'com']],
    ['a.b.c.d.e.f.g', ['a.b.c.d.e.f.g', 'b.c.d.e.f.g', 'c.d.e.f.g', 'd.e.f.g', 'e.f.g', 'f.g', 'g']],
    [
      '1.b.c.d.e.f.g.h',
      ['1.b.c.d.e.f.g.h', 'b.c.d.e.f.g.h', 'c.d.e.f.g.h', 'd.e.f.g.h', 'e.f.g.h', 'f.g.h', 'g.h', 'h'],
    ],
    [
      '2.1.b.c.d.e.f.g.h',
      ['2.1.b.c.d.e.f.g.h', 'b.c.d.e.f.g.h', 'c.d.e.f.g.h', 'd.e.f.g.h', 'e.f.g.h', 'f.g.h', 'g.h', 'h'],
    ],
  ])('%s asks %j', (start, names) => {
    expect(walkNames(start)).toEqual(names);
    expect(walkNames(start).length).toBeLessThanOrEqual(8);
  });
  it.each(['y', 'n'])('psd=%s ends it', async (psd) => {
    const { queries } = await walk({ '_dmarc.mail.example.com': `v=DMARC1; p=none; psd=${psd}` }, 'a.mail.example.com');
    expect(queries).toEqual(['_dmarc.a.mail.example.com', '_dmarc.mail.example.com']);
  });
  it('psd=u and an invalid psd do not', async () => {
    for (const psd of ['u', 'x'])
      expect(
        (await walk({ '_dmarc.example.com': `v=DMARC1; p=none; psd=${psd}` }, 'example.com')).queries,
      ).toHaveLength(2);
  });
  it('several records are all discarded, other texts are kept aside', async () => {
    const { steps } = await walk(
      { '_dmarc.example.com': ['v=DMARC1; p=none', 'hello', 'v=DMARC1; p=reject'] },
      'example.com',
    );
    expect(steps[0]).toMatchObject({ domain: 'example.com', status: 'multiple', record: null, strays: ['hello'] });
    expect(steps[0]?.discarded?.map(({ p }) => p)).toEqual(['none', 'reject']);
    expect(steps[1]).toEqual({ domain: 'com', status: 'none', record: null, strays: [] });
  });
  it('the first name without an answer is told, and the walk goes on', async () => {
    const dns = askedDns({ '_dmarc.a.b.example': { TIMEOUT: ['*'] }, '_dmarc.example': { SERVFAIL: ['*'] } });
    const { unknown, queries } = await answered(dns, walkDmarc('a.b.example'));
    expect(unknown).toEqual({ domain: 'a.b.example', status: 'timeout' });
    expect(queries).toHaveLength(3);
  });
});

describe('the organizational domain (RFC 9989, 4.10.2)', () => {
  it.each([
    ['fewest labels', { '_dmarc.mail.example.com': '', '_dmarc.example.com': '' }, 'example.com', 'example.com'],
    ['psd=n', { '_dmarc.mail.example.com': 'psd=n', '_dmarc.example.com': '' }, 'mail.example.com', 'mail.example.com'],
    ['psd=y', { '_dmarc.com': 'psd=y' }, 'example.com', 'com'],
    ['psd=y above a record', { '_dmarc.example.com': '', '_dmarc.com': 'psd=y' }, 'example.com', 'example.com'],
    ['psd=y at the start', { '_dmarc.a.mail.example.com': 'psd=y' }, 'a.mail.example.com', 'a.mail.example.com'],
    ['nothing', {}, 'a.mail.example.com', null],
    [
      'the own record',
      { '_dmarc.a.mail.example.com': '', '_dmarc.example.com': '' },
      'example.com',
      'a.mail.example.com',
    ],
    ['psd=y just above', { '_dmarc.mail.example.com': 'psd=y' }, 'a.mail.example.com', 'mail.example.com'],
  ])('%s', async (_case, tags, organization, location) => {
    const records = Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, `v=DMARC1; p=none; ${tag}`]));
    const found = await walk(records, 'a.mail.example.com');
    expect(organizationalDomain(found, 'a.mail.example.com')).toBe(organization);
    expect(applicableStep(found, 'a.mail.example.com')?.domain ?? null).toBe(location);
  });
});
