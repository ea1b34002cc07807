import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FetchPolicy } from '../ports/sts-policy.ts';
import { checkDomain, questionBudget } from './check-domain.ts';
import type { MailFlowResult } from './mail-flow-result.ts';
import { askedDns } from './testing/asked-dns.ts';
import { apex, contosoZone, dkimRecord, policyText } from './testing/contoso.ts';

const now = new Date('2026-11-20T10:20:30.456Z');
const fetchPolicy: FetchPolicy = () => Promise.resolve({ status: 'ok', text: policyText, contentType: 'text/plain' });
const check = (
  changes: Record<string, unknown> = {},
  policy: FetchPolicy | undefined = fetchPolicy,
): Promise<MailFlowResult> =>
  checkDomain('contoso.com', { dns: askedDns(contosoZone(changes)), fetchPolicy: policy, now });
const spf = (record: string, zone: Record<string, unknown> = {}) => check({ ...apex({ TXT: [[record]] }), ...zone });
const dmarc = (record: string) => check({ '_dmarc.contoso.com': { TXT: [[record]] } });
const told = ({ issues }: MailFlowResult) => issues.map(({ severity, code }) => `${severity} ${code}`);
const published = (result: MailFlowResult, code: string) =>
  result.issues
    .find((issue) => issue.code === code)
    ?.publish.map(({ name, type, value }) => `${name} ${type} ${value}`);
const part = ({ scoreParts }: MailFlowResult, area: string) => scoreParts.find((entry) => entry.area === area)?.earned;

const sts = `_mta-sts.contoso.com`;
const stsFile = 'https://mta-sts.contoso.com/.well-known/mta-sts.txt';

describe('a domain that is as it should be', () => {
  it('passes with every point and no issue', async () => {
    const result = await check();
    expect(told(result)).toEqual([]);
    expect(result).toMatchObject({
      domain: 'contoso.com',
      status: 'pass',
      score: 100,
      provider: 'microsoft365',
      gateway: null,
      senders: ['microsoft365'],
      takesNoMail: false,
      parked: false,
      warnings: [],
      recommendations: [],
      checkedAt: '2026-11-20T10:20:30.456Z',
    });
    expect(result.scoreParts.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
    expect(result.scoreParts.every(({ weight, earned }) => earned === weight)).toBe(true);
  });
  it('optional transport security that is missing does not fail it', async () => {
    const result = await check({ [sts]: null, '_smtp._tls.contoso.com': null });
    expect(told(result)).toEqual(['info mta_sts_missing', 'info tls_rpt_missing']);
    expect(result).toMatchObject({ status: 'pass', score: 92, warnings: ['mta_sts_missing', 'tls_rpt_missing'] });
    expect(published(result, 'mta_sts_missing')).toEqual([
      `${sts} TXT v=STSv1; id=20261120102030`,
      `${stsFile} FILE version: STSv1\nmode: testing\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800`,
    ]);
    expect(published(result, 'tls_rpt_missing')).toEqual([
      '_smtp._tls.contoso.com TXT v=TLSRPTv1; rua=mailto:tls-reports@contoso.com',
    ]);
    expect(result.recommendations[1]).toBe(
      'Publish this record; reports go to the address in rua=, which has to exist: put yours there.\n_smtp._tls.contoso.com TXT v=TLSRPTv1; rua=mailto:tls-reports@contoso.com',
    );
  });
});

describe('what cannot be checked', () => {
  it('is said, is no mark against the domain, and is never called missing', async () => {
    const names = [
      'contoso.com',
      '_dmarc.contoso.com',
      'selector1._domainkey.contoso.com',
      'selector2._domainkey.contoso.com',
      sts,
      '_smtp._tls.contoso.com',
      'default._bimi.contoso.com',
    ];
    const result = await check(Object.fromEntries(names.map((name) => [name, { TIMEOUT: ['*'] }])));
    expect(told(result)).toEqual([
      'warning spf_could_not_check',
      'warning dkim_could_not_check',
      'warning dmarc_could_not_check',
      'warning mx_could_not_check',
      'info mta_sts_could_not_check',
      'info tls_rpt_could_not_check',
    ]);
    expect(result).toMatchObject({ status: 'warn', score: null });
    expect(result.scoreParts.map(({ earned }) => earned)).toEqual(Array(8).fill(null));
    expect(result.issues[0]?.message).toBe(
      'SPF: could not check: the name server of contoso.com did not answer in time.',
    );
  });
  it('DKIM alone', async () => {
    const slow = { TIMEOUT: ['*'] };
    const result = await check({ 'selector1._domainkey.contoso.com': slow, 'selector2._domainkey.contoso.com': slow });
    expect(told(result)).toEqual(['warning dkim_could_not_check']);
    expect(result).toMatchObject({ status: 'warn', score: 100 });
    expect(part(result, 'dkim')).toBeNull();
  });
  it('without a policy fetcher MTA-STS is not scored', async () => {
    const result = await checkDomain('contoso.com', { dns: askedDns(contosoZone()), now });
    expect(told(result)).toEqual(['info mta_sts_could_not_check']);
    expect([result.score, part(result, 'mtaSts')]).toEqual([100, null]);
  });
  it('without the AD bit neither DNSSEC nor DANE is scored', async () => {
    const result = await check(apex({ AD: undefined, A: ['192.0.2.1'] }));
    expect([part(result, 'dnssec'), part(result, 'dane'), result.score]).toEqual([null, null, 100]);
  });
});

describe('SPF', () => {
  it('missing: the record for its mailbox service', async () => {
    const result = await check(apex({ TXT: [['MS=ms1']] }));
    expect(told(result)).toEqual(['error spf_missing']);
    expect(result).toMatchObject({ status: 'fail', score: 75 });
    expect(published(result, 'spf_missing')).toEqual([
      'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
    ]);
  });
  it('missing without a known service: the MX hosts', async () => {
    const result = await check({
      ...apex({ TXT: [], MX: [{ priority: 1, exchange: 'mx.example' }] }),
      'mx.example': { A: ['192.0.2.9'] },
    });
    expect(published(result, 'spf_missing')).toEqual(['contoso.com TXT v=spf1 mx -all']);
  });
  it('two records: one that joins them', async () => {
    const result = await check(
      apex({ TXT: [['v=spf1 include:spf.protection.outlook.com ~all'], ['v=spf1 ip4:192.0.2.7 -all']] }),
    );
    expect(told(result)).toEqual(['error spf_multiple_records']);
    expect(published(result, 'spf_multiple_records')).toEqual([
      'contoso.com TXT v=spf1 include:spf.protection.outlook.com ip4:192.0.2.7 -all',
    ]);
    expect(part(result, 'spf')).toBe(0);
  });
  it('too many look-ups: the costs, and the record without needless terms', async () => {
    const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const zone = Object.fromEntries(names.map((name) => [`${name}.example`, { TXT: [['v=spf1 -all']] }]));
    const includes = names.map((name) => `include:${name}.example`).join(' ');
    const result = await spf(`v=spf1 a mx include:spf.protection.outlook.com ${includes} -all`, zone);
    expect(told(result)).toEqual(['error spf_lookup_limit_exceeded']);
    expect(result.issues[0]?.message).toMatch(
      /^Receivers cannot use the SPF record \(permerror\): it needs 11 DNS look-ups, 10 are allowed\. Cost by term: a 1, mx 1, include:spf/,
    );
    expect(result.issues[0]?.recommendation).toMatch(
      /^Take out "a" and "mx": 9 look-ups are left\. Where the host itself sends mail.* costs none\.$/,
    );
    expect(published(result, 'spf_lookup_limit_exceeded')).toEqual([
      `contoso.com TXT v=spf1 include:spf.protection.outlook.com ${includes} -all`,
    ]);
    const more = await spf(
      `v=spf1 ptr include:spf.protection.outlook.com ${includes} exists:x.example exists:y.example exists:z.example -all`,
      {
        ...zone,
        ...Object.fromEntries(['x', 'y', 'z'].map((name) => [`${name}.example`, { A: ['127.0.0.1'] }])),
      },
    );
    expect(more.issues[0]?.recommendation).toMatch(
      /^Take out "ptr": 12 look-ups are left\..* More has to go: includes of services that no longer send\.$/,
    );
  });
  it('too many look-ups without a needless term: no record, but advice', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `n${at}.example`);
    const zone = Object.fromEntries(names.map((name) => [name, { TXT: [['v=spf1 -all']] }]));
    const result = await spf(
      `v=spf1 include:spf.protection.outlook.com ${names.map((name) => `include:${name}`).join(' ')} -all`,
      zone,
    );
    expect(published(result, 'spf_lookup_limit_exceeded')).toEqual([]);
    expect(result.issues[0]?.recommendation).toBe(
      'Take out includes of services that no longer send, or move a service to a subdomain of its own.',
    );
  });
  it('a circle: the way, and the record without it', async () => {
    const result = await spf('v=spf1 include:spf.protection.outlook.com include:contoso.com -all');
    expect(told(result)).toEqual(['error spf_lookup_limit_exceeded', 'warning spf_include_loop']);
    expect(result.issues[0]?.message).toContain(
      'it needs look-ups without end: the records lead in a circle: contoso.com -> contoso.com.',
    );
    expect(published(result, 'spf_lookup_limit_exceeded')).toEqual([
      'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
    ]);
  });
  it.each([
    ['moo', 'spf_syntax'],
    ['include:gone.example', 'spf_include_none'],
    ['include:broken.example', 'spf_include_permerror'],
    ['mx:many.example', 'spf_mx_limit_exceeded'],
    ['a:x.example a:y.example a:z.example', 'spf_void_lookup_limit_exceeded'],
  ])('%s breaks it: the record without', async (terms, code) => {
    const result = await spf(`v=spf1 include:spf.protection.outlook.com ${terms} -all`, {
      'broken.example': { TXT: [['v=spf1 moo']] },
      'many.example': { MX: Array.from({ length: 11 }, (_, at) => ({ priority: at, exchange: 'm.example' })) },
    });
    expect(told(result)[0]).toBe(`error ${code}`);
    expect(published(result, code)).toEqual(['contoso.com TXT v=spf1 include:spf.protection.outlook.com -all']);
    expect(result.issues[0]?.recommendation).toBe(
      `Correct or take out ${terms
        .split(' ')
        .map((term) => `"${term}"`)
        .join(', ')}. The record below is without.`,
    );
    expect(result.status).toBe('fail');
  });
  it('a fault deep below is not cured by the own record', async () => {
    const result = await spf('v=spf1 redirect=r.example', { 'r.example': { TXT: [['v=spf1 moo']] } });
    expect(told(result)[0]).toBe('error spf_redirect_permerror');
    expect(published(result, 'spf_redirect_permerror')).toEqual([]);
    expect(result.issues[0]?.recommendation).toMatch(/^The fault lies in a record that this one leads to/);
  });
  it.each([
    ['+all', ['error spf_all_pass'], 0, '-all'],
    ['?all', ['warning spf_all_neutral'], 10, '~all'],
    ['', ['warning spf_all_missing'], 10, '~all'],
    ['~all', [], 25, null],
  ])('the end %s', async (end, issues, points, better) => {
    const result = await spf(`v=spf1 include:spf.protection.outlook.com ${end}`);
    expect(told(result)).toEqual(issues);
    expect(part(result, 'spf')).toBe(points);
    const code = issues[0]?.split(' ')[1] ?? '';
    expect(published(result, code)).toEqual(
      better === null ? undefined : [`contoso.com TXT v=spf1 include:spf.protection.outlook.com ${better}`],
    );
  });
  it('~all without an enforced DMARC policy is worth a word', async () => {
    const result = await check({
      ...apex({ TXT: [['v=spf1 include:spf.protection.outlook.com ~all']] }),
      '_dmarc.contoso.com': { TXT: [['v=DMARC1; p=none; rua=mailto:d@contoso.com']] },
    });
    expect(told(result)).toEqual(['warning dmarc_policy_none', 'info spf_softfail']);
    expect(part(result, 'spf')).toBe(20);
    expect(published(result, 'spf_softfail')).toEqual([
      'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
    ]);
  });
  it('an included +all opens the domain', async () => {
    const result = await spf('v=spf1 include:spf.protection.outlook.com include:open.example -all', {
      'open.example': { TXT: [['v=spf1 +all']] },
    });
    expect(told(result)).toEqual(['error spf_all_pass']);
    expect(result.issues[0]).toMatchObject({
      publish: [],
      recommendation: 'Take out the include whose record ends with +all.',
    });
    expect(part(result, 'spf')).toBe(0);
  });
  it.each([
    ['v=spf1 redirect=d.example redirect=d.example', 'spf_syntax', 'v=spf1 redirect=d.example'],
    ['v=spf1 ip4:192.0.2.1-all', 'spf_syntax', 'v=spf1 ~all'],
    ['v=spf1 redirect=contoso.com', 'spf_lookup_limit_exceeded', 'v=spf1 ~all'],
  ])('%s: what is published leaves the record an end', async (record, code, mended) => {
    const zone = (text: string) =>
      askedDns(contosoZone({ ...apex({ TXT: [[text]] }), 'd.example': { TXT: [['v=spf1 ip4:192.0.2.1 -all']] } }));
    const result = await checkDomain('contoso.com', { dns: zone(record), now });
    expect(published(result, code)).toEqual([`contoso.com TXT ${mended}`]);
    const { warnings } = await checkDomain('contoso.com', { dns: zone(mended), now });
    expect(warnings).not.toContain(code);
    expect(warnings).not.toContain('spf_all_missing');
  });
  it('a mailbox service that may not send is told', async () => {
    const result = await spf('v=spf1 ip4:192.0.2.7 -all');
    expect(told(result)).toEqual(['warning spf_provider_missing']);
    expect(published(result, 'spf_provider_missing')).toEqual([
      'contoso.com TXT v=spf1 include:spf.protection.outlook.com ip4:192.0.2.7 -all',
    ]);
  });
  it('ptr goes', async () => {
    const result = await spf('v=spf1 include:spf.protection.outlook.com ?ptr:contoso.com -all');
    expect(told(result)).toEqual(['warning spf_ptr']);
    expect(published(result, 'spf_ptr')).toEqual(['contoso.com TXT v=spf1 include:spf.protection.outlook.com -all']);
  });
  it('void look-ups and unknown modifiers are told together, by kind', async () => {
    const result = await spf('v=spf1 include:spf.protection.outlook.com a:x.example a:y.example foo=bar -all');
    expect(told(result)).toEqual(['info spf_unknown_modifier', 'info spf_void_lookups']);
    expect(result.issues[1]?.message).toBe('SPF: x.example has no answer; y.example has no answer.');
  });
});

describe('DMARC', () => {
  it('missing: begin by watching', async () => {
    const result = await check({ '_dmarc.contoso.com': null });
    expect(told(result)).toEqual(['error dmarc_missing']);
    expect(published(result, 'dmarc_missing')).toEqual([
      '_dmarc.contoso.com TXT v=DMARC1; p=none; rua=mailto:dmarc@contoso.com',
    ]);
    expect([result.status, result.score, part(result, 'dmarc')]).toEqual(['fail', 70, 0]);
  });
  it('several records, or a wrong version, are why it is missing', async () => {
    const result = await check({ '_dmarc.contoso.com': { TXT: [['v=DMARC1; p=none'], ['v=DMARC1; p=reject']] } });
    expect(told(result)).toEqual(['error dmarc_missing', 'warning dmarc_multiple_records']);
    expect(result.issues[0]?.message).toContain('(_dmarc.contoso.com has several records, so none counts)');
    const misspelt = await dmarc('v=dmarc1; p=none');
    expect(told(misspelt)).toEqual(['error dmarc_missing', 'warning dmarc_version_invalid']);
    expect(misspelt.issues[0]?.message).toContain('(the version is not v=DMARC1: v=dmarc1; p=none)');
  });
  it.each([
    ['p=none', 'policy_none', 'quarantine', 7.5],
    ['p=quarantine', 'policy_quarantine', 'reject', 22.5],
    ['p=reject; t=y', 'test_mode', 'reject', 22.5],
    ['p=reject; sp=none', 'sp_none', 'reject', 24],
  ])('%s: the next step', async (tags, code, next, points) => {
    const result = await dmarc(`v=DMARC1; ${tags}; adkim=s; rua=mailto:d@contoso.com`);
    expect(told(result)).toEqual([`warning dmarc_${code}`]);
    expect(published(result, `dmarc_${code}`)).toEqual([
      `_dmarc.contoso.com TXT v=DMARC1; p=${next}; adkim=s; rua=mailto:d@contoso.com`,
    ]);
    expect(part(result, 'dmarc')).toBe(points);
    expect(result.status).toBe('warn');
  });
  it('no address for reports', async () => {
    const result = await dmarc('v=DMARC1; p=reject; aspf=s');
    expect(told(result)).toEqual(['warning dmarc_rua_missing']);
    expect(published(result, 'dmarc_rua_missing')).toEqual([
      '_dmarc.contoso.com TXT v=DMARC1; p=reject; aspf=s; rua=mailto:dmarc@contoso.com',
    ]);
    expect(part(result, 'dmarc')).toBe(27);
  });
  it('an invalid record: the faults, and a valid one', async () => {
    const result = await dmarc('v=DMARC1; p=bogus; rua=mailto:d@contoso.com');
    expect(told(result)).toEqual(['error dmarc_invalid']);
    expect(result.issues[0]?.message).toBe(
      'The DMARC record at _dmarc.contoso.com is invalid: p=bogus is not none, quarantine or reject.',
    );
    expect(published(result, 'dmarc_invalid')).toEqual([
      '_dmarc.contoso.com TXT v=DMARC1; p=none; rua=mailto:d@contoso.com',
    ]);
    expect(part(result, 'dmarc')).toBe(3);
  });
  it('the record of a parent domain is mended there', async () => {
    const zone = contosoZone({
      '_dmarc.contoso.com': { TXT: [['v=DMARC1; p=none; rua=mailto:d@contoso.com']] },
      'mail.contoso.com': { A: ['192.0.2.1'] },
    });
    const result = await checkDomain('mail.contoso.com', { dns: askedDns(zone), now });
    expect(published(result, 'dmarc_policy_none')).toEqual([
      '_dmarc.contoso.com TXT v=DMARC1; p=quarantine; rua=mailto:d@contoso.com',
    ]);
  });
  it.each([
    ['p=reject; sp=none', 'dmarc_policy_none', 'p=reject; sp=quarantine'],
    ['p=reject; sp=quarantine', 'dmarc_policy_quarantine', 'p=reject; sp=reject'],
    ['p=reject; sp=quarantine; t=y', 'dmarc_test_mode', 'p=reject; sp=quarantine'],
    ['p=quarantine; t=y', 'dmarc_test_mode', 'p=quarantine'],
    ['p=none; sp=none; np=reject', 'dmarc_policy_none', 'p=quarantine; np=reject'],
    ['p=reject; sp=none; np=none', 'dmarc_policy_none', 'p=reject; sp=quarantine'],
  ])('a parent domain with %s: what is published for %s mends it and weakens nothing', async (tags, code, mended) => {
    const of = (record: string) =>
      checkDomain('mail.contoso.com', {
        dns: askedDns(
          contosoZone({
            '_dmarc.contoso.com': { TXT: [[`v=DMARC1; ${record}; rua=mailto:d@contoso.com`]] },
            'mail.contoso.com': { A: ['192.0.2.1'] },
          }),
        ),
        now,
      });
    expect(published(await of(tags), code)).toEqual([
      `_dmarc.contoso.com TXT v=DMARC1; ${mended}; rua=mailto:d@contoso.com`,
    ]);
    expect((await of(mended)).warnings).not.toContain(code);
  });
  it('a record that only watches is not blamed for its subdomains, nor one for which only sp counts', async () => {
    expect(told(await dmarc('v=DMARC1; p=none; sp=none; rua=mailto:d@contoso.com'))).toEqual([
      'warning dmarc_policy_none',
    ]);
  });
  it('tags that were removed are told', async () => {
    const result = await dmarc('v=DMARC1; p=reject; pct=50; rua=mailto:d@contoso.com');
    expect(told(result)).toEqual(['info dmarc_tag_removed:pct']);
    expect([result.status, part(result, 'dmarc')]).toEqual(['pass', 30]);
  });
  it('the receiver of reports has to agree', async () => {
    const result = await check({
      '_dmarc.contoso.com': { TXT: [['v=DMARC1; p=reject; rua=mailto:d@out.example']] },
      'out.example': { MX: [{ priority: 1, exchange: 'mx.out.example' }] },
    });
    expect(told(result)).toEqual(['warning dmarc_rua_not_authorised']);
    expect(published(result, 'dmarc_rua_not_authorised')).toEqual([
      'contoso.com._report._dmarc.out.example TXT v=DMARC1',
    ]);
  });
});

describe('DKIM', () => {
  const one = 'selector1._domainkey.contoso.com';
  const two = 'selector2._domainkey.contoso.com';
  const targets = ['selector1', 'selector2'].map(
    (selector) => `${selector}._domainkey.contoso.com CNAME ${selector}-contoso-com._domainkey.contoso.onmicrosoft.com`,
  );
  it('missing: the two records, where their targets were seen', async () => {
    const result = await check({ [one]: null, [two]: null });
    expect(told(result)).toEqual(['error dkim_missing']);
    expect(published(result, 'dkim_missing')).toEqual(targets);
    expect(result.issues[0]).toMatchObject({
      message:
        'contoso.com has no usable DKIM key. Mail is signed in the name of the onmicrosoft.com domain only, which DMARC does not count. Forwarded mail then fails DMARC.',
      recommendation:
        'Publish these two records, then switch signing on: Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM.',
    });
    expect([result.status, result.score]).toEqual(['fail', 80]);
  });
  it('missing: the form of the records, where the initial domain is not known', async () => {
    const gone = targets.map((record) => record.split(' ').at(-1) ?? '');
    const result = await check({ [one]: null, [two]: null, ...Object.fromEntries(gone.map((name) => [name, null])) });
    expect(published(result, 'dkim_missing')?.[0]).toBe(
      'selector1._domainkey.contoso.com CNAME selector1-contoso-com._domainkey.<INITIAL-DOMAIN>',
    );
    expect(result.issues[0]?.recommendation).toContain("<INITIAL-DOMAIN> is the tenant's onmicrosoft.com name");
  });
  it('records without a key are broken, and are kept', async () => {
    const alias = 'selector1-contoso-com._domainkey.contoso.n-v1.dkim.mail.microsoft';
    const result = await check({ [one]: { CNAME: [alias] }, [two]: { TXT: [['v=DKIM1; p=']] } });
    expect(told(result)).toEqual(['error dkim_broken']);
    expect(result.issues[0]?.message).toContain('(selector1: cname_without_key; selector2: revoked)');
    expect(part(result, 'dkim')).toBe(0);
  });
  it('one idle selector is no fault', async () => {
    const result = await check({ 'selector2-contoso-com._domainkey.contoso.onmicrosoft.com': null });
    expect(told(result)).toEqual(['info dkim_inactive_selector']);
    expect(result).toMatchObject({ status: 'pass', score: 100 });
  });
  it.each([
    [1023, ['error dkim_key_short'], 4],
    [1024, ['warning dkim_key_short'], 16],
    [2047, ['warning dkim_key_short'], 16],
    [2048, [], 20],
  ])('a key of %i bits', async (bits, issues, points) => {
    const result = await check({ [one]: dkimRecord(bits) });
    expect(told(result)).toEqual(issues);
    expect(part(result, 'dkim')).toBe(points);
  });
  it('test mode is told, and halves the points where no other key is there', async () => {
    const testing = dkimRecord(2048, ' t=y;');
    const result = await check({ [one]: testing });
    expect(told(result)).toEqual(['warning dkim_testing']);
    expect(part(result, 'dkim')).toBe(20);
    expect(part(await check({ [one]: testing, [two]: testing }), 'dkim')).toBe(10);
  });
  it('a selector that does not answer is not called idle', async () => {
    expect(told(await check({ [two]: { TIMEOUT: ['*'] } }))).toEqual([]);
  });
  it('an Ed25519 key is not too short', async () => {
    const ed = { TXT: [['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=']] };
    const result = await check({ [one]: ed, [two]: ed });
    expect(told(result)).toEqual([]);
    expect(part(result, 'dkim')).toBe(20);
  });
  it('an invalid record beside a good one is told, beside the idle selector', async () => {
    expect(told(await check({ [one]: { TXT: [['v=DKIM1; p=AAAA']] } }))).toEqual([
      'warning dkim_invalid',
      'info dkim_inactive_selector',
    ]);
  });
  it('a wildcard is told', async () => {
    expect(told(await check({ 'tenantry-absent-selector-probe._domainkey.contoso.com': dkimRecord(1024) }))).toEqual([
      'warning dkim_wildcard',
    ]);
  });
});

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
  it('that is open is told what closes it', async () => {
    const result = await check({ 'contoso.com': { AD: false }, '_dmarc.contoso.com': null });
    expect(told(result)).toEqual([
      'error spf_missing',
      'error dmarc_missing',
      'info mx_missing',
      'info dnssec_missing',
    ]);
    expect(published(result, 'spf_missing')).toEqual(['contoso.com TXT v=spf1 -all']);
    expect(published(result, 'dmarc_missing')).toEqual(['_dmarc.contoso.com TXT v=DMARC1; p=reject']);
    expect(published(result, 'mx_missing')).toEqual(['contoso.com MX 0 .']);
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

describe('any domain', () => {
  it.each(['', 'http://contoso.com/', 'a b.example', '[192.0.2.1]'])(
    '%j is no domain name: said, and nothing is asked',
    async (name) => {
      const dns = askedDns({});
      const result = await checkDomain(name, { dns, now });
      expect(result).toMatchObject({ status: 'fail', score: null, warnings: ['domain_invalid'] });
      expect(result.spf).toMatchObject({ class: 'none', reason: 'invalid_domain' });
      expect(result.dmarc.found).toBe(false);
      expect(dns.asked).toEqual([]);
    },
  );
  it('of one label is none either, but may hold a DMARC record', async () => {
    const dns = askedDns({ '_dmarc.bank': { TXT: [['v=DMARC1; p=reject; psd=y']] } });
    const result = await checkDomain('bank', { dns, now });
    expect(result).toMatchObject({ status: 'fail', score: null, warnings: ['domain_invalid'] });
    expect([result.spf.reason, result.dmarc.policy]).toEqual(['invalid_domain', 'reject']);
  });
  it('is given in any case, with a final dot and spaces around it', async () => {
    const result = await checkDomain(' Contoso.COM. ', { dns: askedDns(contosoZone()), fetchPolicy, now });
    expect(result).toMatchObject({ domain: 'contoso.com', score: 100 });
  });
  it('the more is published well, the higher the score; it stays within 0 and 100 and the questions within their budget', async () => {
    const optional = [
      sts,
      '_smtp._tls.contoso.com',
      '_dmarc.contoso.com',
      'selector1._domainkey.contoso.com',
      'selector2._domainkey.contoso.com',
    ];
    await fc.assert(
      fc.asyncProperty(fc.subarray(optional), fc.constantFrom(...optional), async (gone, alsoGone) => {
        const without = (names: string[]) => check(Object.fromEntries(names.map((name) => [name, null])));
        const more = (await without(gone)).score ?? -1;
        const less = (await without([...gone, alsoGone])).score ?? 101;
        expect(less).toBeLessThanOrEqual(more);
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(100);
      }),
      { numRuns: 60 },
    );
  });
  it('hostile texts everywhere are answered without an exception, within the budget', async () => {
    const names = Object.keys(contosoZone());
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'v=spf1 include:contoso.com mx a',
        'v=DMARC1; p=',
        'v=STSv1; id=1',
        'v=BIMI1; l=',
        'v=TLSRPTv1; rua=',
        'v=DKIM1; p=MII',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names, 'default._bimi.contoso.com'), fc.array(text, { maxLength: 3 }))),
        text,
        async (records, policy) => {
          const dns = askedDns(
            contosoZone(
              Object.fromEntries(records.map(([name, list]) => [name, { TXT: list.map((entry) => [entry]) }])),
            ),
          );
          const result = await checkDomain('contoso.com', {
            dns,
            fetchPolicy: () => Promise.resolve({ status: 'ok', text: policy, contentType: null }),
            now,
          });
          expect(['pass', 'warn', 'fail']).toContain(result.status);
          expect(dns.asked.length).toBeLessThanOrEqual(questionBudget);
          expect(result.warnings.length > 0).toBe(result.issues.length > 0);
        },
      ),
      { numRuns: 200 },
    );
  });
});
