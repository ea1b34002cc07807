import { describe, expect, it } from 'vitest';
import { checkDomain } from './check-domain.ts';
import { askedDns } from './testing/asked-dns.ts';
import { check, now, part, published, spf, told } from './testing/check-contoso.ts';
import { apex, contosoZone } from './testing/contoso.ts';

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
  it('too many lookups: the costs, and the record without needless terms', async () => {
    const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const zone = Object.fromEntries(names.map((name) => [`${name}.example`, { TXT: [['v=spf1 -all']] }]));
    const includes = names.map((name) => `include:${name}.example`).join(' ');
    const result = await spf(`v=spf1 a mx include:spf.protection.outlook.com ${includes} -all`, zone);
    expect(told(result)).toEqual(['error spf_lookup_limit_exceeded']);
    expect(result.issues[0]?.message).toMatch(
      /^Receivers ignore the SPF record \(permerror\): it needs 11 DNS lookups, the limit is 10\. Lookups by term: a 1, mx 1, include:spf/,
    );
    expect(result.issues[0]?.recommendation).toMatch(
      /^Remove "a" and "mx": 9 lookups remain\. If the host itself sends mail.* needs no lookup\.$/,
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
      /^Remove "ptr": 12 lookups remain\..* Also remove the includes of services that no longer send\.$/,
    );
  });
  it('too many lookups without a needless term: no record, but advice', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `n${at}.example`);
    const zone = Object.fromEntries(names.map((name) => [name, { TXT: [['v=spf1 -all']] }]));
    const result = await spf(
      `v=spf1 include:spf.protection.outlook.com ${names.map((name) => `include:${name}`).join(' ')} -all`,
      zone,
    );
    expect(published(result, 'spf_lookup_limit_exceeded')).toEqual([]);
    expect(result.issues[0]?.recommendation).toBe(
      'Remove the includes of services that no longer send, or move a service to its own subdomain.',
    );
  });
  it('a circle: the way, and the record without it', async () => {
    const result = await spf('v=spf1 include:spf.protection.outlook.com include:contoso.com -all');
    expect(told(result)).toEqual(['error spf_lookup_limit_exceeded', 'warning spf_include_loop']);
    expect(result.issues[0]?.message).toContain(
      'it never ends: the records include each other in a loop: contoso.com -> contoso.com.',
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
      `Fix or remove ${terms
        .split(' ')
        .map((term) => `"${term}"`)
        .join(', ')}.`,
    );
    expect(result.status).toBe('fail');
  });
  it('a fault deep below is not cured by the own record', async () => {
    const result = await spf('v=spf1 redirect=r.example', { 'r.example': { TXT: [['v=spf1 moo']] } });
    expect(told(result)[0]).toBe('error spf_redirect_permerror');
    expect(published(result, 'spf_redirect_permerror')).toEqual([]);
    expect(result.issues[0]?.recommendation).toMatch(/^The error is in the record that this one redirects to/);
  });
  it.each([
    ['+all', ['error spf_all_pass'], 0, '-all'],
    ['?all', ['warning spf_all_neutral'], 10, '-all'],
    ['', ['warning spf_all_missing'], 10, '-all'],
    ['~all', ['info spf_softfail'], 25, '-all'],
  ])('the end %s', async (end, issues, points, better) => {
    const result = await spf(`v=spf1 include:spf.protection.outlook.com ${end}`);
    expect(told(result)).toEqual(issues);
    expect(part(result, 'spf')).toBe(points);
    const code = issues[0]?.split(' ')[1] ?? '';
    expect(published(result, code)).toEqual([`contoso.com TXT v=spf1 include:spf.protection.outlook.com ${better}`]);
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
      recommendation:
        'Remove include:open.example, or have the owner of open.example mend that record: it lets everybody send.',
    });
    expect(part(result, 'spf')).toBe(0);
  });
  it.each([
    ['v=spf1 redirect=d.example redirect=d.example', 'spf_syntax', 'v=spf1 redirect=d.example'],
    ['v=spf1 ip4:192.0.2.1-all', 'spf_syntax', 'v=spf1 include:spf.protection.outlook.com -all'],
    ['v=spf1 redirect=contoso.com', 'spf_lookup_limit_exceeded', 'v=spf1 include:spf.protection.outlook.com -all'],
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
  it('void lookups and unknown modifiers are told together, by kind', async () => {
    const result = await spf('v=spf1 include:spf.protection.outlook.com a:x.example a:y.example foo=bar -all');
    expect(told(result)).toEqual(['info spf_unknown_modifier', 'info spf_void_lookups']);
    expect(result.issues[1]?.message).toBe('SPF: x.example has no answer; y.example has no answer.');
  });
});
