import { describe, expect, it } from 'vitest';
import { checkDomain } from './check-domain.ts';
import { askedDns } from './testing/asked-dns.ts';
import { check, dmarc, now, part, published, stages, told } from './testing/check-contoso.ts';
import { contosoZone, dkimRecord } from './testing/contoso.ts';

describe('DMARC', () => {
  it('missing: reject is the target, by way of watching', async () => {
    const result = await check({ '_dmarc.contoso.com': null });
    expect(told(result)).toEqual(['error dmarc_missing']);
    expect(published(result, 'dmarc_missing')).toEqual(['_dmarc.contoso.com TXT v=DMARC1; p=reject']);
    expect(stages(result, '_dmarc.contoso.com')).toEqual([
      'v=DMARC1; p=none',
      'v=DMARC1; p=quarantine',
      'v=DMARC1; p=reject',
    ]);
    expect([result.status, result.score, part(result, 'dmarc')]).toEqual(['fail', 70, 0]);
  });
  it('several records, or a wrong version, are why it is missing', async () => {
    const result = await check({ '_dmarc.contoso.com': { TXT: [['v=DMARC1; p=none'], ['v=DMARC1; p=reject']] } });
    expect(told(result)).toEqual(['error dmarc_missing', 'warning dmarc_multiple_records']);
    expect(result.issues[0]?.message).toContain(
      '(_dmarc.contoso.com has several records, so that receivers ignore all of them)',
    );
    const misspelled = await dmarc('v=dmarc1; p=none');
    expect(told(misspelled)).toEqual(['error dmarc_missing', 'warning dmarc_version_invalid']);
    expect(misspelled.issues[0]?.message).toContain('(the version is not v=DMARC1: v=dmarc1; p=none)');
  });
  it.each([
    ['p=none', 'policy_none', ['p=quarantine', 'p=reject'], 7.5],
    ['p=quarantine', 'policy_quarantine', ['p=reject'], 22.5],
    ['p=reject; t=y', 'test_mode', ['p=reject'], 22.5],
    ['p=reject; sp=none', 'sp_none', ['p=reject; sp=quarantine', 'p=reject'], 24],
  ])('%s: the steps that are left', async (tags, code, steps, points) => {
    const result = await dmarc(`v=DMARC1; ${tags}; adkim=s; rua=mailto:d@contoso.com`);
    expect(told(result)).toEqual([`warning dmarc_${code}`]);
    expect(published(result, `dmarc_${code}`)).toEqual([
      '_dmarc.contoso.com TXT v=DMARC1; p=reject; adkim=s; rua=mailto:d@contoso.com',
    ]);
    const values = steps.map((policy) => `v=DMARC1; ${policy}; adkim=s; rua=mailto:d@contoso.com`);
    expect(stages(result, '_dmarc.contoso.com')).toEqual(values);
    expect(part(result, 'dmarc')).toBe(points);
    expect(result.status).toBe('warn');
  });
  it('no address for reports', async () => {
    const result = await dmarc('v=DMARC1; p=reject; aspf=s');
    expect(told(result)).toEqual(['warning dmarc_rua_missing']);
    // Nobody said which mailbox exists: none is made up.
    expect(published(result, 'dmarc_rua_missing')).toEqual([]);
    expect(result.recommendations).toEqual([expect.stringContaining('Choose one that exists')]);
    expect(part(result, 'dmarc')).toBe(27);
  });
  it('an invalid record: the faults, and a valid one', async () => {
    const result = await dmarc('v=DMARC1; p=bogus; rua=mailto:d@contoso.com');
    expect(told(result)).toEqual(['error dmarc_invalid']);
    expect(result.issues[0]?.message).toBe(
      'The DMARC record at _dmarc.contoso.com is invalid: p=bogus is not none, quarantine or reject.',
    );
    expect(published(result, 'dmarc_invalid')).toEqual([
      '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:d@contoso.com',
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
      '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:d@contoso.com',
    ]);
  });
  it.each([
    ['p=reject; sp=none', ['p=reject; sp=quarantine', 'p=reject']],
    ['p=reject; sp=quarantine', ['p=reject']],
    ['p=reject; sp=quarantine; t=y', ['p=quarantine', 'p=reject']],
    ['p=quarantine; t=y', ['p=quarantine', 'p=reject']],
    ['p=none; sp=none; np=reject', ['p=quarantine; np=reject', 'p=reject']],
    ['p=reject; sp=none; np=none', ['p=reject; sp=quarantine', 'p=reject']],
  ])(
    'a parent domain with %s: both domains are told the same target, and no step weakens anything',
    async (tags, steps) => {
      const zone = contosoZone({
        '_dmarc.contoso.com': { TXT: [[`v=DMARC1; ${tags}; rua=mailto:d@contoso.com`]] },
        'mail.contoso.com': { A: ['192.0.2.1'] },
      });
      for (const domain of ['contoso.com', 'mail.contoso.com']) {
        const result = await checkDomain(domain, { dns: askedDns(zone), now });
        const values = steps.map((policy) => `v=DMARC1; ${policy}; rua=mailto:d@contoso.com`);
        expect(stages(result, '_dmarc.contoso.com')).toEqual(values);
        expect(result.targets.filter(({ area }) => area === 'dmarc')).toEqual([
          expect.objectContaining({ name: '_dmarc.contoso.com', value: values.at(-1) }),
        ]);
      }
    },
  );
  it('the record of a registry is not the domain’s to change: it needs its own', async () => {
    const result = await check({
      '_dmarc.contoso.com': null,
      '_dmarc.com': { TXT: [['v=DMARC1; p=none; psd=y; rua=mailto:r@com.example']] },
    });
    expect(published(result, 'dmarc_missing')).toEqual(['_dmarc.contoso.com TXT v=DMARC1; p=reject']);
    expect(JSON.stringify(result.targets)).not.toContain('_dmarc.com"');
  });
  it('of several records the addresses for reports are kept', async () => {
    const result = await check({
      '_dmarc.contoso.com': {
        TXT: [['v=DMARC1; p=none; rua=mailto:a@contoso.com'], ['v=DMARC1; p=reject; rua=mailto:b@contoso.com']],
      },
    });
    expect(published(result, 'dmarc_missing')).toEqual([
      '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:a@contoso.com,mailto:b@contoso.com',
    ]);
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
        'contoso.com has no usable DKIM key. Microsoft signs its mail for the onmicrosoft.com domain only, which does not count for DMARC. Forwarded mail then fails DMARC.',
      recommendation:
        'Publish both CNAME records, then turn on signing in the Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM.',
    });
    expect([result.status, result.score]).toEqual(['fail', 80]);
  });
  it('missing: where the values are read, where no key was seen at a target', async () => {
    const gone = targets.map((record) => record.split(' ').at(-1) ?? '');
    const result = await check({ [one]: null, [two]: null, ...Object.fromEntries(gone.map((name) => [name, null])) });
    expect(published(result, 'dkim_missing')).toEqual([]);
    expect(result.issues[0]?.recommendation).toContain('Get-DkimSigningConfig');
    expect(result.targets.map(({ name, value }) => [name, value])).toEqual([
      ['selector1._domainkey.contoso.com', null],
      ['selector2._domainkey.contoso.com', null],
    ]);
    expect(JSON.stringify(result)).not.toContain('<');
  });
  it('missing: the initial domain of the tenant names the targets, whatever the domain is called', async () => {
    const key = dkimRecord(2048);
    const changes = {
      [one]: null,
      [two]: null,
      'selector1-contoso-com._domainkey.fabrikam.onmicrosoft.com': key,
      'selector2-contoso-com._domainkey.fabrikam.onmicrosoft.com': key,
    };
    const dns = askedDns(contosoZone(changes));
    const result = await checkDomain('contoso.com', { dns, now, initialDomain: 'fabrikam.onmicrosoft.com' });
    expect(published(result, 'dkim_missing')).toEqual(
      targets.map((record) => record.replace(/contoso(?=\.onm)/, 'fabrikam')),
    );
  });
  it('records without a key are broken, and are kept', async () => {
    const alias = 'selector1-contoso-com._domainkey.contoso.n-v1.dkim.mail.microsoft';
    const result = await check({ [one]: { CNAME: [alias] }, [two]: { TXT: [['v=DKIM1; p=']] } });
    expect(told(result)).toEqual(['error dkim_broken']);
    expect(result.issues[0]?.message).toContain('(selector1: CNAME without a key; selector2: revoked)');
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
