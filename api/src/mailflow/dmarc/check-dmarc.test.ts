import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedDns, texts } from '../testing/asked-dns.ts';
import { checkDmarc, type DmarcResult } from './check-dmarc.ts';

const rua = 'rua=mailto:d@example.com';
const mail = { 'example.com': { MX: [{ priority: 1, exchange: 'mx.example.com' }] } };
const check = (zone: Record<string, unknown>, domain = 'example.com'): Promise<DmarcResult> =>
  checkDmarc(askedDns({ ...mail, ...zone }), domain);
const own = (tags: string): Promise<DmarcResult> => check(texts({ '_dmarc.example.com': `v=DMARC1; ${tags}` }));
const policies = ({ p, sp, np, policy, applied }: DmarcResult) => [p, sp, np, policy, applied];

describe('the policy that applies (RFC 9989, 4.7 and 4.10.1)', () => {
  it.each([
    [`p=reject; ${rua}`, ['reject', 'reject', 'reject', 'reject', 'reject'], []],
    [`p=reject; sp=quarantine; ${rua}`, ['reject', 'quarantine', 'quarantine', 'reject', 'reject'], []],
    [`p=reject; np=quarantine; ${rua}`, ['reject', 'reject', 'quarantine', 'reject', 'reject'], []],
    [`p=none; ${rua}`, ['none', 'none', 'none', 'none', 'none'], ['policy_none']],
    [`p=quarantine; sp=none; ${rua}`, ['quarantine', 'none', 'none', 'quarantine', 'quarantine'], ['sp_none']],
    [`p=reject; t=y; ${rua}`, ['reject', 'reject', 'reject', 'reject', 'quarantine'], ['test_mode']],
    [`p=quarantine; t=y; ${rua}`, ['quarantine', 'quarantine', 'quarantine', 'quarantine', 'none'], ['test_mode']],
    [`p=none; t=y; ${rua}`, ['none', 'none', 'none', 'none', 'none'], ['policy_none']],
    [`p=reject; pct=10; ${rua}`, ['reject', 'reject', 'reject', 'reject', 'reject'], ['tag_removed:pct']],
    [rua, ['none', 'none', 'none', 'none', 'none'], ['p_missing', 'policy_none']],
    [`sp=reject; ${rua}`, ['none', 'reject', 'reject', 'none', 'none'], ['p_missing', 'policy_none']],
    ['p=reject', ['reject', 'reject', 'reject', 'reject', 'reject'], ['rua_missing']],
  ])('%s is valid', async (tags, values, warnings) => {
    const result = await own(tags);
    expect(result).toMatchObject({ found: true, valid: true, location: 'example.com', errors: [], unknown: null });
    expect(policies(result)).toEqual(values);
    expect(result.warnings).toEqual(warnings);
  });
  const none = ['none', 'none', 'none', 'none', 'none'];
  const nothing = [null, null, null, null, null];
  it.each([
    [`p=bogus; ${rua}`, none, ['p_invalid']],
    [`p=reject; sp=bob; ${rua}`, none, ['sp_invalid']],
    [`p=reject; np=bob; ${rua}`, none, ['np_invalid']],
    ['p=bogus', nothing, ['p_invalid']],
    ['p=reject; sp=bob', nothing, ['sp_invalid']],
    ['adkim=s', nothing, ['p_missing']],
    ['p=bogus; rua=d@example.com', nothing, ['p_invalid', 'rua_invalid']],
    [`p=reject; p=reject; ${rua}`, nothing, ['duplicate_tag:p']],
  ])('%s is not', async (tags, values, errors) => {
    const result = await own(tags);
    expect(result).toMatchObject({ found: true, valid: false, location: 'example.com', record: `v=DMARC1; ${tags}` });
    expect(policies(result)).toEqual(values);
    expect(result.errors).toEqual(errors);
  });
  it('a broken address for reports loses that address only', async () => {
    const result = await own('p=reject; rua=nobody, mailto:d@example.com');
    expect(result).toMatchObject({ valid: true, p: 'reject', errors: ['rua_invalid'], rua: ['mailto:d@example.com'] });
  });
  it('whether the domain itself exists is not asked', async () => {
    const dns = askedDns({ ...mail, ...texts({ '_dmarc.example.com': `v=DMARC1; p=reject; ${rua}` }) });
    await checkDmarc(dns, 'example.com');
    expect(dns.asked).not.toContain('example.com A');
  });
  it('each warning is told in words', async () => {
    const once = { count: 1, missingNames: [] };
    expect((await own(`p=quarantine; sp=none; t=y; ${rua}`)).notes).toEqual([
      { code: 'sp_none', text: 'sp=none: mail forged in the name of subdomains is delivered', ...once },
      { code: 'test_mode', text: 't=y: the policy is applied one step weaker', ...once },
    ]);
    expect((await own(`p=none; ${rua}`)).notes).toEqual([
      { code: 'policy_none', text: 'p=none: forged mail is delivered', ...once },
    ]);
  });
  it('alignment is told', async () => {
    expect(await own(`p=none; adkim=s; ${rua}`)).toMatchObject({ adkim: 's', aspf: 'r' });
  });

  const parent = texts({ '_dmarc.example.com': `v=DMARC1; p=reject; sp=quarantine; np=none; ${rua}` });
  it('a subdomain that exists follows sp, one that does not follows np', async () => {
    const exists = await check({ ...parent, 'a.example.com': { TXT: [['x']] } }, 'a.example.com');
    expect(exists).toMatchObject({ location: 'example.com', orgDomain: 'example.com', policy: 'quarantine' });
    expect(await check(parent, 'a.example.com')).toMatchObject({ policy: 'none', applied: 'none', np: 'none' });
  });
  it('a subdomain that is an alias exists, and any other type may say so', async () => {
    expect(await check({ ...parent, 'a.example.com': { CNAME: ['gone.example'] } }, 'a.example.com')).toMatchObject({
      policy: 'quarantine',
    });
    const half = { 'a.example.com': { TIMEOUT: ['A', 'MX'], TXT: [['x']] } };
    expect(await check({ ...parent, ...half }, 'a.example.com')).toMatchObject({ policy: 'quarantine', unknown: null });
  });
  it('a subdomain without records, but with names below it, exists and follows sp', async () => {
    const zone = { ...parent, 'host.A.example.com.': { A: ['192.0.2.1'] } };
    expect(await check(zone, 'a.example.com')).toMatchObject({ policy: 'quarantine', applied: 'quarantine' });
    expect(await check(zone, 'b.example.com')).toMatchObject({ policy: 'none', applied: 'none' });
    expect(await check(zone, 'x.host.a.example.com')).toMatchObject({ policy: 'none', applied: 'none' });
  });
  it('whether a subdomain exists matters only where sp and np differ', async () => {
    const slow = { 'a.example.com': { TIMEOUT: ['*'] } };
    const differing = await check({ ...parent, ...slow }, 'a.example.com');
    expect(differing).toMatchObject({ policy: null, applied: null, found: true, p: 'reject' });
    expect(differing.unknown).toBe('could not check whether a.example.com exists, so that sp= or np= applies');
    const same = await check(
      { ...slow, ...texts({ '_dmarc.example.com': `v=DMARC1; p=reject; ${rua}` }) },
      'a.example.com',
    );
    expect(same).toMatchObject({ policy: 'reject', unknown: null });
  });
});

describe('no record', () => {
  it('is told with the names that were asked', async () => {
    expect(await check({}, 'a.example.com')).toMatchObject({
      found: false,
      valid: false,
      location: null,
      record: null,
      p: null,
      policy: null,
      orgDomain: 'a.example.com',
      errors: ['dmarc_missing'],
      warnings: [],
      queries: ['_dmarc.a.example.com', '_dmarc.example.com', '_dmarc.com'],
    });
  });
  it.each([
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], ['dmarc_missing', 'multiple_records'], []],
    [['v=dmarc1; p=none'], ['dmarc_missing', 'version_invalid'], []],
    [['v=spf1 -all'], ['dmarc_missing'], ['spf_at_dmarc_name']],
    [['hello', 'world'], ['dmarc_missing'], ['unrelated_txt']],
  ])('%j at _dmarc is none', async (records, errors, warnings) => {
    expect(await check(texts({ '_dmarc.example.com': records }))).toMatchObject({ found: false, errors, warnings });
  });
  it('a record at the domain itself has no effect', async () => {
    expect(await check(texts({ 'example.com': 'v=DMARC1; p=reject' }))).toMatchObject({
      found: false,
      warnings: ['record_at_root'],
    });
  });
  it.each(['', 'a..b', '[192.0.2.1]'])('%j is no name, and nothing is asked', async (name) => {
    const dns = askedDns({});
    expect(await checkDmarc(dns, name)).toMatchObject({
      found: false,
      errors: ['domain_invalid'],
      queries: [],
      orgDomain: null,
    });
    expect(dns.asked).toEqual([]);
  });
});

describe('a name of one label', () => {
  it('may have a record for the names below it', async () => {
    const zone = texts({ '_dmarc.bank': 'v=DMARC1; p=reject; psd=y; rua=mailto:d@example.com' });
    expect(await check(zone, 'bank')).toMatchObject({
      found: true,
      location: 'bank',
      orgDomain: 'bank',
      policy: 'reject',
    });
  });
});

describe('names that do not answer', () => {
  it('the own name: neither found nor missing', async () => {
    const result = await check({ '_dmarc.example.com': { TIMEOUT: ['*'] } });
    expect(result).toMatchObject({ found: null, valid: null, p: null, orgDomain: null, errors: [] });
    expect(result.unknown).toBe('could not check: _dmarc.example.com did not answer in time');
  });
  it('a parent: not known either, even where a higher name has a record', async () => {
    const zone = {
      ...texts({ '_dmarc.example.com': `v=DMARC1; p=reject; ${rua}` }),
      '_dmarc.b.example.com': { SERVFAIL: ['*'] },
    };
    const result = await check(zone, 'a.b.example.com');
    expect(result).toMatchObject({ found: null, location: null });
    expect(result.unknown).toBe('could not check: _dmarc.b.example.com failed');
  });
  it('a parent of a domain with a record: the policy is known, the organizational domain is not', async () => {
    const zone = { ...texts({ '_dmarc.example.com': `v=DMARC1; p=reject; ${rua}` }), '_dmarc.com': { TIMEOUT: ['*'] } };
    expect(await check(zone)).toMatchObject({ found: true, policy: 'reject', orgDomain: null, unknown: null });
  });
});

describe('where reports go (RFC 9990)', () => {
  const outside = (zone: Record<string, unknown>, tag = 'rua') =>
    check({
      ...texts({
        '_dmarc.example.com': `v=DMARC1; p=reject; ${rua}; ${tag === 'ruf' ? 'ruf=mailto:r@out.example' : ''}`,
      }),
      ...(tag === 'rua' ? texts({ '_dmarc.example.com': 'v=DMARC1; p=reject; rua=mailto:r@out.example' }) : {}),
      'out.example': { MX: [{ priority: 1, exchange: 'mx.out.example' }] },
      ...zone,
    });
  const permission = 'example.com._report._dmarc.out.example';
  it.each(['rua', 'ruf'])('another organization has to agree (%s)', async (tag) => {
    const refused = await outside({}, tag);
    expect(refused.warnings).toEqual([`${tag}_not_authorized`]);
    expect(refused.notes[0]).toMatchObject({
      text: 'out.example does not accept reports about example.com',
      missingNames: [permission],
    });
    for (const text of ['v=DMARC1', 'v=DMARC1;', 'v=DMARC1; rua=mailto:x@out.example'])
      expect((await outside(texts({ [permission]: text }), tag)).warnings).toEqual([]);
    expect((await outside(texts({ [permission]: 'v=DMARC10' }), tag)).warnings).toEqual([`${tag}_not_authorized`]);
  });
  it('a domain of the same organization need not', async () => {
    const zone = texts({
      '_dmarc.a.example.com': 'v=DMARC1; p=none; rua=mailto:d@reports.example.com',
      '_dmarc.example.com': 'v=DMARC1; p=none',
    });
    const result = await check(
      { ...zone, 'reports.example.com': { MX: [{ priority: 1, exchange: 'mx.example.com' }] } },
      'a.example.com',
    );
    expect(result.warnings).toEqual(['policy_none']);
  });
  it('a name that does not answer is told as such', async () => {
    expect((await outside({ [permission]: { TIMEOUT: ['*'] } })).warnings).toEqual(['rua_unknown']);
    expect(
      (await outside({ 'out.example': { SERVFAIL: ['*'] }, ...texts({ [permission]: 'v=DMARC1' }) })).warnings,
    ).toEqual(['rua_unknown']);
  });
  it('a domain without MX is told', async () => {
    const result = await check({
      'example.com': { A: ['192.0.2.1'] },
      ...texts({ '_dmarc.example.com': `v=DMARC1; p=reject; ${rua}` }),
    });
    expect(result.warnings).toEqual(['rua_no_mx']);
  });
  it('what is no domain name is told, and not asked for', async () => {
    expect((await own('p=reject; rua=mailto:x@localhost')).warnings).toEqual(['rua_invalid']);
  });
  it('four domains are looked at', async () => {
    const uris = Array.from({ length: 6 }, (_, index) => `mailto:x@r${index}.example`).join(',');
    const dns = askedDns(texts({ '_dmarc.example.com': `v=DMARC1; p=reject; rua=${uris}` }));
    await checkDmarc(dns, 'example.com');
    expect(dns.asked.filter((question) => question.endsWith(' MX'))).toEqual([
      'r0.example MX',
      'r1.example MX',
      'r2.example MX',
      'r3.example MX',
    ]);
  });
});

describe('DMARC over any records', () => {
  const tag = fc.constantFrom(
    'p=none',
    'p=reject',
    'p=x',
    'sp=none',
    'np=reject',
    'psd=y',
    'psd=n',
    't=y',
    rua,
    'rua=x',
    'foo',
    'ruf=mailto:x@z.example',
  );
  const record = fc.oneof(
    fc.array(tag, { maxLength: 6 }).map((tags) => ['v=DMARC1', ...tags].join('; ')),
    fc.string({ unit: 'binary' }),
  );
  const names = ['a.b.example.com', 'b.example.com', 'example.com', 'com'];
  it('never throws, asks eight names at most, and is valid only with a policy', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(record, { maxLength: 2 }), { minLength: 4, maxLength: 4 }), async (sets) => {
        const zone = texts(Object.fromEntries(names.map((name, index) => [`_dmarc.${name}`, sets[index] ?? []])));
        const result = await checkDmarc(askedDns(zone), 'a.b.example.com');
        expect(result.queries.length).toBeLessThanOrEqual(8);
        expect(result.found === true).toBe(result.location !== null);
        if (result.valid) expect(result.policy).not.toBeNull();
        if (result.applied !== null && result.policy === 'none') expect(result.applied).toBe('none');
      }),
      { numRuns: 300 },
    );
  });
  it('a name of any length asks eight names at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 60 }), async (count) => {
        const dns = askedDns({});
        const result = await checkDmarc(dns, Array(count).fill('a').join('.'));
        expect(result.queries).toHaveLength(Math.min(count, 8));
        // The walk, and the domain itself for a record that stands in the wrong place.
        expect(dns.asked).toHaveLength(Math.min(count, 8) + 1);
      }),
    );
  });
});
