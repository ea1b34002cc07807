import { describe, expect, it } from 'vitest';
import { checkDomain } from './check-domain.ts';
import { askedDns } from './testing/asked-dns.ts';
import { check, dmarc, now, part, published, told } from './testing/check-contoso.ts';
import { contosoZone, dkimRecord } from './testing/contoso.ts';

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
    const misspelled = await dmarc('v=dmarc1; p=none');
    expect(told(misspelled)).toEqual(['error dmarc_missing', 'warning dmarc_version_invalid']);
    expect(misspelled.issues[0]?.message).toContain('(the version is not v=DMARC1: v=dmarc1; p=none)');
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
    expect(told(result)).toEqual(['warning dmarc_rua_not_authorized']);
    expect(published(result, 'dmarc_rua_not_authorized')).toEqual([
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
