import { getMailFlow, getTenantMailFlow, type MailFlowReport } from '@tenantry/contract/mailflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { TenantRecord } from '../../store/tenants.ts';

describe('mail flow', () => {
  let app: TestApp;
  let technician: string;
  let idOf: (domain: string) => string;

  beforeAll(async () => {
    app = await createTestApp();
    technician = await app.signInAs('technician', { kind: 'all' });
    const tenants = await app.app.records.partition<TenantRecord>(containers.tenants, globalPartition).query();
    idOf = (domain) => tenants.items.find((tenant) => tenant.domain === domain)?.id ?? '';
  });
  afterAll(() => app.close());

  const check = (domain: string, tenantDomain: string, more: Call = {}) =>
    app.call(getMailFlow, { query: { domain }, cookie: technician, tenantId: idOf(tenantDomain), ...more });
  const reportOf = async (domain: string, tenantDomain: string) =>
    (await check(domain, tenantDomain)).json.data as MailFlowReport;
  const checkAll = (tenantDomain: string, more: Call = {}) =>
    app.call(getTenantMailFlow, { params: { id: idOf(tenantDomain) }, cookie: technician, ...more });

  it('a well kept domain passes, with every part of the answer', async () => {
    const domain = 'alderwickclinic.example';
    expect(await reportOf(domain, domain)).toMatchObject({
      domain,
      status: 'pass',
      unknownBecause: null,
      security: { recommendations: [] },
      mxRecords: [{ priority: 0, exchange: 'alderwickclinic-example.mail.protection.outlook.com' }],
      spf: 'v=spf1 include:spf.protection.outlook.com -all',
      spfWarning: null,
      spfLookupCount: 1,
      dmarc: expect.stringMatching(/^v=DMARC1; p=reject/),
      warnings: [],
      issues: [],
      details: {
        provider: 'microsoft365',
        spf: {
          lookupLimit: 10,
          tree: [
            {
              depth: 0,
              domain,
              term: 'include:spf.protection.outlook.com',
              target: 'spf.protection.outlook.com',
              lookups: 1,
              record: expect.stringMatching(/^v=spf1 ip4:/),
            },
          ],
        },
        dkim: { state: 'ok', keyBits: 2048 },
        mtaSts: { state: 'ok', policy: { mode: 'enforce' } },
        dnssec: { state: 'signed' },
      },
    });
  });

  it('an unprotected domain fails, with the records to publish', async () => {
    const domain = 'tidewellmotors.example';
    const report = await reportOf(domain, domain);
    expect(report).toMatchObject({ status: 'fail', spf: null, dmarc: null });
    expect(report.warnings).toEqual(expect.arrayContaining(['spf_missing', 'dmarc_missing', 'dkim_missing']));
    const publish = report.details.issues.flatMap((issue) => issue.publish.map(({ name, value }) => [name, value]));
    expect(publish).toContainEqual([domain, 'v=spf1 include:spf.protection.outlook.com -all']);
    expect(publish).toContainEqual([`_dmarc.${domain}`, 'v=DMARC1; p=reject']);
  });

  it('a name that is not in the DNS is said to be absent', async () => {
    const { warnings, issues } = await reportOf('absent.example', 'alderwickclinic.example');
    expect(warnings[0]).toBe('domain_not_found');
    expect(issues[0]).toBe('The domain absent.example does not exist in the DNS.');
  });

  it.each([
    [' Alderwickclinic.EXAMPLE. ', 'alderwickclinic.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
  ])('"%s" is taken as %s', async (typed, domain) => {
    expect((await reportOf(typed, 'alderwickclinic.example')).domain).toBe(domain);
  });

  it.each([
    'contoso',
    'https://contoso.com',
    'contoso.com/path',
    'someone@contoso.com',
    '192.0.2.1',
    '[2001:db8::1]',
    'a..b',
    '-a.example',
    `${'a'.repeat(64)}.example`,
    'a b.example',
    '.',
  ])('%j is refused as not a domain name', async (typed) => {
    const answer = await check(typed, 'alderwickclinic.example');
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'INVALID_INPUT', fields: [{ path: 'domain' }] });
    expect(String(answer.json.message)).toContain('is not a domain name');
  });

  it('no domain, an empty one and an endless one are refused', async () => {
    for (const query of ['', 'domain=', 'domain=%20', `domain=${'a'.repeat(301)}`].map(
      (text) => new URLSearchParams(text),
    ))
      expect((await app.call(getMailFlow, { query, cookie: technician })).status).toBe(400);
  });

  it('a viewer may not check, and nobody checks in a tenant of somebody else', async () => {
    const viewer = await app.signInAs('viewer', { kind: 'all' });
    const domain = 'alderwickclinic.example';
    expect((await check(domain, domain, { cookie: viewer })).status).toBe(403);
    expect((await checkAll(domain, { cookie: viewer })).status).toBe(403);
    const other = await app.signInAs('technician', { kind: 'tenants', tenantIds: [idOf('quarrystone.example')] });
    expect((await check(domain, domain, { cookie: other })).status).toBe(404);
    expect((await checkAll(domain, { cookie: other })).status).toBe(404);
    expect((await check(domain, 'quarrystone.example', { cookie: other })).status).toBe(200);
  });

  it('all verified domains of a tenant are checked at once', async () => {
    const answer = await checkAll('alderwickclinic.example');
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      tenantId: idOf('alderwickclinic.example'),
      domainsFrom: 'microsoft365',
      domainsNote: null,
      leftOut: [],
      leftOutBecause: null,
    });
    const domains = answer.json.domains as MailFlowReport[];
    const names = domains.map(({ domain }) => domain);
    expect(names).toContain('alderwickclinic.example');
    expect(names.some((name) => name.endsWith('.onmicrosoft.com'))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    const [own] = domains.filter(({ domain }) => domain === 'alderwickclinic.example');
    expect(own).toEqual({
      ...(await reportOf('alderwickclinic.example', 'alderwickclinic.example')),
      checkedAt: own?.checkedAt,
    });
  });

  it('the domains to check can be named, but only those of the tenant', async () => {
    const one = await checkAll('alderwickclinic.example', { query: { domains: 'AlderwickClinic.example.,' } });
    expect((one.json.domains as MailFlowReport[]).map(({ domain }) => domain)).toEqual(['alderwickclinic.example']);
    for (const domains of ['quarrystone.example', 'alderwickclinic.example,contoso.com', 'nonsense']) {
      const answer = await checkAll('alderwickclinic.example', { query: { domains } });
      expect([answer.status, answer.json.code]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  it('two calls at once give the same answer', async () => {
    const [one, two] = await Promise.all([checkAll('quarrystone.example'), checkAll('quarrystone.example')]);
    const withoutTime = (text: string) => text.replaceAll(/"checkedAt":"[^"]+"/g, '');
    expect(one.status).toBe(200);
    expect(withoutTime(one.text)).toBe(withoutTime(two.text));
  });
});
