import type { MailUse } from '@tenantry/contract/mailflow';
import { describe, expect, it } from 'vitest';
import { checkDomain } from './check-domain.ts';
import type { MailFlowResult } from './mail-flow-result.ts';
import { askedDns } from './testing/asked-dns.ts';
import { check, now, part, published, sts, stsFile, told } from './testing/check-contoso.ts';
import { apex, contosoZone, policyText } from './testing/contoso.ts';

describe('MX', () => {
  const mx = (...exchanges: string[]) => exchanges.map((exchange, priority) => ({ priority, exchange }));
  it('several services', async () => {
    const result = await check({
      ...apex({ MX: mx('contoso-com.mail.protection.outlook.com', 'mx.example') }),
      'mx.example': { A: ['192.0.2.9'] },
      [sts]: null,
    });
    expect(told(result)).toEqual(['warning mx_mixed', 'info mta_sts_missing']);
    expect(part(result, 'mx')).toBe(6);
  });
  it('a filter in front of Microsoft 365', async () => {
    const result = await check({
      ...apex({ MX: mx('eu1.mimecast.com') }),
      'eu1.mimecast.com': { A: ['192.0.2.9'] },
      [sts]: null,
    });
    expect(told(result)).toEqual(['info mx_gateway', 'info mta_sts_missing']);
    expect(result).toMatchObject({ provider: 'microsoft365', gateway: 'mimecast' });
    expect(part(result, 'mx')).toBe(10);
  });
  it('a host without an address: a warning, and an error where mail is lost', async () => {
    const outlook = 'contoso-com.mail.protection.outlook.com';
    const some = await check({ ...apex({ MX: mx(outlook, 'gone.mail.protection.outlook.com') }), [sts]: null });
    expect(told(some)[0]).toBe('warning mx_host_without_address');
    expect(part(some, 'mx')).toBe(6);
    const all = await check({ [outlook]: null });
    expect(told(all)).toEqual(['error mx_host_without_address']);
    expect(part(all, 'mx')).toBe(0);
  });
  it('none, but an address', async () => {
    const result = await check(apex({ MX: [] }));
    expect(told(result)).toContain('warning mx_missing');
    expect(part(result, 'mx')).toBe(3);
    expect(result.takesNoMail).toBe(false);
  });
});

describe('a domain without mail', () => {
  const parked = { 'contoso.com': { AD: true, MX: [{ priority: 0, exchange: '.' }], TXT: [['v=spf1 -all']] } };
  const closed = {
    ...parked,
    '_dmarc.contoso.com': { TXT: [['v=DMARC1; p=reject']] },
    [sts]: null,
    '_smtp._tls.contoso.com': null,
  };
  it('that is closed passes', async () => {
    const result = await check({
      ...closed,
      'selector1._domainkey.contoso.com': null,
      'selector2._domainkey.contoso.com': null,
    });
    expect(told(result)).toEqual([]);
    expect(result).toMatchObject({ status: 'pass', score: 100, parked: true, takesNoMail: true, provider: null });
    expect(['dkim', 'mtaSts', 'tlsRpt', 'dane'].map((area) => part(result, area))).toEqual([null, null, null, null]);
  });
  const bare = { 'contoso.com': { AD: false }, '_dmarc.contoso.com': null };
  const answered = (sends: MailUse | null, changes: Record<string, unknown> = bare) =>
    checkDomain('contoso.com', { dns: askedDns(contosoZone(changes)), now, sends });
  const values = ({ targets }: MailFlowResult) => targets.map(({ name, type, value }) => `${name} ${type} ${value}`);

  it('that nobody was asked about is asked about, and gets no SPF or MX value', async () => {
    const result = await answered(null);
    expect(told(result)).toEqual([
      'error spf_missing',
      'error dmarc_missing',
      'info sending_unknown',
      'info mx_missing',
      'info dnssec_missing',
    ]);
    expect(result.sending).toEqual({ by: null, from: null, canAnswer: true, isOpen: true, unsure: null });
    expect(values(result)).toEqual(['contoso.com TXT null', '_dmarc.contoso.com TXT v=DMARC1; p=reject']);
    expect(result.recommendations.join(' ')).toContain('Whether the domain sends mail is not known');
  });
  it('that is parked gets v=spf1 -all, p=reject at once and the null MX', async () => {
    for (const changes of [bare, { ...bare, 'contoso.com': { A: ['192.0.2.1'] } }]) {
      const result = await answered('none', changes);
      expect(values(result)).toEqual([
        'contoso.com TXT v=spf1 -all',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject',
        'contoso.com MX 0 .',
      ]);
      expect(result.targets.flatMap(({ stages }) => stages)).toEqual([]);
      expect(result).toMatchObject({ parked: true, takesNoMail: true, sending: { isOpen: false } });
    }
  });
  it('that sends through Microsoft 365 gets its include and its DKIM records, and no null MX', async () => {
    const one = 'selector1._domainkey.contoso.com';
    const two = 'selector2._domainkey.contoso.com';
    const result = await answered('microsoft365', { ...bare, [one]: null, [two]: null });
    expect(values(result)).toEqual([
      'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      '_dmarc.contoso.com TXT v=DMARC1; p=reject',
      `${one} CNAME selector1-contoso-com._domainkey.contoso.onmicrosoft.com`,
      `${two} CNAME selector2-contoso-com._domainkey.contoso.onmicrosoft.com`,
    ]);
    expect(result).toMatchObject({ provider: 'microsoft365', parked: false });
  });
  it('that sends through other services gets no made-up record', async () => {
    const result = await answered('other');
    expect(values(result)).toEqual(['contoso.com TXT null', '_dmarc.contoso.com TXT v=DMARC1; p=reject']);
    expect(result.targets[0]?.note).toMatch(/^List the services/);
  });
  it('an answer outweighs the records, and MX hosts outweigh an answer', async () => {
    const sending = apex({ MX: [] });
    expect(values(await answered('none', sending))).toContain('contoso.com TXT v=spf1 -all');
    expect((await answered('none', {})).sending.by).toBeNull();
    expect(values(await answered('none', {}))).toEqual([]);
  });
  it('that says so itself is not asked about', async () => {
    const refusing = { 'contoso.com': { TXT: [['v=spf1 -all']] } };
    expect((await answered(null, { ...bare, ...refusing })).sending).toMatchObject({ by: 'none', isOpen: false });
    const sending = { 'contoso.com': { TXT: [['v=spf1 include:spf.protection.outlook.com -all']] } };
    expect((await answered(null, { ...bare, ...sending })).sending).toMatchObject({
      by: 'microsoft365',
      isOpen: false,
    });
    // Mail may still reach its own address: only the owner knows.
    const half = { 'contoso.com': { A: ['192.0.2.1'], TXT: [['v=spf1 -all']] } };
    expect((await answered(null, { ...bare, ...half })).sending).toMatchObject({ by: 'none', isOpen: true });
  });
  it('of which SPF could not be read is not asked about', async () => {
    const result = await answered(null, { ...bare, 'contoso.com': { TIMEOUT: ['TXT'] } });
    expect(result.sending).toMatchObject({ by: null, isOpen: false, unsure: 'records' });
    // Whether its answer counts is not known where it may have MX hosts.
    const hidden = await answered('none', { ...bare, 'contoso.com': { TIMEOUT: ['MX'] } });
    expect(hidden.sending).toMatchObject({ by: null, unsure: 'answer' });
    expect(hidden.targets.filter(({ value }) => value === 'v=spf1 -all')).toEqual([]);
  });
  it('that lets others send is not parked', async () => {
    const result = await check({
      ...closed,
      'contoso.com': {
        AD: true,
        MX: [{ priority: 0, exchange: '.' }],
        TXT: [['v=spf1 include:spf.protection.outlook.com ~all']],
      },
    });
    expect(result).toMatchObject({ parked: false, takesNoMail: true });
    for (const record of ['v=spf1 +all', 'v=spf1 redirect=spf.protection.outlook.com', 'v=spf1 moo'])
      expect(
        (await check({ ...closed, 'contoso.com': { MX: [{ priority: 0, exchange: '.' }], TXT: [[record]] } })).parked,
      ).toBe(false);
  });
});

describe('transport', () => {
  it('an enforced policy that does not name the MX host is an error', async () => {
    const text = policyText.replace('contoso-com.mail.', '*.mx.');
    const result = await check({}, () => Promise.resolve({ status: 'ok', text, contentType: null }));
    expect(told(result)).toEqual(['error mta_sts_mx_mismatch']);
    expect(result).toMatchObject({ status: 'fail', score: 95 });
    expect(published(result, 'mta_sts_mx_mismatch')?.[1]).toBe(`${stsFile} FILE ${policyText.trim()}`);
    const testing = text.replace('enforce', 'testing');
    expect(told(await check({}, () => Promise.resolve({ status: 'ok', text: testing, contentType: null })))).toEqual([
      'warning mta_sts_mx_mismatch',
      'info mta_sts_testing',
    ]);
  });
  it.each([
    ['mode: testing', 'max_age: 604800', ['info mta_sts_testing'], 2.5],
    ['mode: none', 'max_age: 604800', ['info mta_sts_none'], 0],
    ['mode: enforce', 'max_age: 86399', ['info mta_sts_max_age_short'], 5],
    ['mode: enforce', 'max_age: 86400', [], 5],
  ])('%s, %s', async (mode, age, issues, points) => {
    const text = policyText.replace('mode: enforce', mode).replace('max_age: 604800', age);
    const result = await check({}, () => Promise.resolve({ status: 'ok', text, contentType: null }));
    expect(told(result)).toEqual(issues);
    expect(part(result, 'mtaSts')).toBe(points);
  });
  it.each([
    [{ status: 'notFound', reason: 'answered 404' } as const, 'warning mta_sts_policy_missing', 0],
    [{ status: 'ok', text: 'x: y', contentType: null } as const, 'warning mta_sts_invalid', 0],
    [{ status: 'failed', reason: 'too late' } as const, 'info mta_sts_could_not_check', null],
  ])('a policy that is not in force: %j', async (answer, issue, points) => {
    const result = await check({}, () => Promise.resolve(answer));
    expect(told(result)[0]).toBe(issue);
    expect(part(result, 'mtaSts')).toBe(points);
  });
  it('invalid records', async () => {
    const result = await check({
      [sts]: { TXT: [['v=STSv1; id=-']] },
      '_smtp._tls.contoso.com': { TXT: [['v=TLSRPTv1']] },
      'default._bimi.contoso.com': { TXT: [['v=BIMI1']] },
    });
    expect(told(result)).toEqual(['warning mta_sts_invalid', 'warning tls_rpt_invalid', 'warning bimi_invalid']);
  });
  it.each([
    [{ AD: false }, 'info dnssec_missing', 0],
    [{ AD: false, DS: ['x'] }, 'warning dnssec_not_validated', 0],
  ])('DNSSEC %j', async (records, issue, points) => {
    const result = await check(apex(records));
    expect(told(result)).toEqual([issue, 'info dane_without_dnssec']);
    expect([part(result, 'dnssec'), part(result, 'dane')]).toEqual([points, 0]);
  });
  it('TLSA that cannot be used is an error', async () => {
    const name = '_25._tcp.contoso-com.mail.protection.outlook.com';
    const result = await check({ [name]: { AD: true, TLSA: [{ certUsage: 1, selector: 1, match: 1, data: 'ab' }] } });
    expect(told(result)).toEqual(['error dane_invalid']);
    expect(part(result, 'dane')).toBe(0);
    expect(part(await check({ [name]: { TIMEOUT: ['*'] } }), 'dane')).toBeNull();
  });
});
