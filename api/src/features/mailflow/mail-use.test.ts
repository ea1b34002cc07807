import { getLatestAudit } from '@tenantry/contract/audits';
import { answerMailUse, getMailFlow, getTenantMailFlow, type MailFlowReport } from '@tenantry/contract/mailflow';
import { startScan } from '@tenantry/contract/scans';
import type { Verdict } from '@tenantry/contract/verdicts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const domain = 'bracken-logistics.example';
const initial = 'brackenfreight.onmicrosoft.com';

describe('whether a domain without MX sends mail', () => {
  let app: TestApp;
  let admin: string;
  let technician: string;
  let id: string;
  let other: string;
  beforeEach(async () => {
    app = await createTestApp();
    admin = await app.registerAdmin();
    technician = await app.signInAs('technician', { kind: 'all' });
    const { items } = await app.app.records.partition<TenantRecord>(containers.tenants, globalPartition).query();
    id = items.find((tenant) => tenant.domain === 'brackenfreight.example')?.id ?? '';
    other = items.find((tenant) => tenant.domain === 'alderwickclinic.example')?.id ?? '';
  });
  afterEach(() => app.close());

  const answer = (sends: string, more: { cookie?: string; domain?: string } = {}) =>
    app.call(answerMailUse, {
      params: { id },
      body: { domain: more.domain ?? domain, sends },
      cookie: more.cookie ?? technician,
    });
  const events = () =>
    app.app.records.across(containers.auditLogs).count([{ field: 'eventType', op: 'eq', value: 'mail_use_answered' }]);
  const reports = async () => {
    const { json } = await app.call(getTenantMailFlow, { params: { id }, cookie: technician });
    return new Map((json.domains as MailFlowReport[]).map((report) => [report.domain, report]));
  };
  const values = (report: MailFlowReport | undefined) =>
    Object.fromEntries((report?.details.targets ?? []).map(({ name, type, value }) => [`${name} ${type}`, value]));
  async function verdicts(): Promise<Map<string, Verdict>> {
    await app.call(startScan, { body: { tenant_id: id }, cookie: admin });
    await app.drainQueue();
    const audit = await app.call(getLatestAudit, { tenantId: id, cookie: admin });
    const categories = Object.values(audit.json.categories as Record<string, { verdicts: Verdict[] }>);
    return new Map(categories.flatMap((category) => category.verdicts).map((verdict) => [verdict.checkId, verdict]));
  }

  it('is remembered with who said it, once on a double click, and can be answered anew', async () => {
    const both = await Promise.all([answer('none'), answer('none')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await events()).toBe(1);
    const again = await answer('microsoft365');
    expect(again.json.answers).toEqual([
      expect.objectContaining({ domain, sends: 'microsoft365', answeredBy: expect.any(String) }),
    ]);
    expect(await events()).toBe(2);
    const { json } = await app.call(getTenantMailFlow, { params: { id }, cookie: technician });
    expect(json.answers).toEqual(again.json.answers);
  });

  it('is said by technicians, of the verified domains of their tenants alone', async () => {
    expect((await answer('none', { cookie: await app.signInAs('viewer', { kind: 'all' }) })).status).toBe(403);
    const elsewhere = await app.signInAs('technician', { kind: 'tenants', tenantIds: [other] });
    expect((await answer('none', { cookie: elsewhere })).status).toBe(404);
    for (const name of ['alderwickclinic.example', initial, 'no domain'])
      expect((await answer('none', { domain: name })).status).toBe(400);
    expect((await answer('sometimes')).status).toBe(400);
    expect(await events()).toBe(0);
  });

  it('is not asked, and not taken, of a domain that has an MX record', async () => {
    const refused = await answer('none', { domain: 'brackenfreight.example' });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.json)).toContain(
      'brackenfreight.example has an MX record: there is nothing to answer.',
    );
    expect(await events()).toBe(0);
  });

  it('before it is answered, page and finding name no SPF and no MX record for it', async () => {
    const report = (await reports()).get(domain);
    expect(report?.details.sending).toMatchObject({ by: null, isOpen: true });
    expect(values(report)).toEqual({ [`${domain} TXT`]: null, [`_dmarc.${domain} TXT`]: 'v=DMARC1; p=reject' });
    const spf = (await verdicts()).get('dns.spf');
    expect(spf?.message).toContain(`${domain} (it has no SPF record`);
    expect(spf?.recommendation).not.toContain('v=spf1 -all');
    expect(spf?.recommendation).toContain(`${domain}: First find out whether the domain sends mail`);
  });

  it('a parked one: page, check of any domain and findings name the same three records', async () => {
    await answer('none');
    const expected = {
      [`${domain} TXT`]: 'v=spf1 -all',
      [`_dmarc.${domain} TXT`]: 'v=DMARC1; p=reject',
      [`${domain} MX`]: '0 .',
    };
    expect(values((await reports()).get(domain))).toEqual(expected);
    const single = await app.call(getMailFlow, { query: { domain }, tenantId: id, cookie: technician });
    expect(values(single.json.data as MailFlowReport)).toEqual(expected);
    const found = await verdicts();
    expect(found.get('dns.spf')?.recommendation).toContain(`${domain} TXT "v=spf1 -all"`);
    expect(found.get('dns.dmarc.published')?.recommendation).toContain(`_dmarc.${domain} TXT "v=DMARC1; p=reject"`);
    expect(found.get('dns.mx')?.recommendation).toContain(`${domain} MX "0 ."`);
    for (const checkId of ['dns.dkim', 'dns.dmarc.reports'])
      expect(found.get(checkId)?.affected.map((affected) => affected.id)).not.toContain(domain);
  });

  it('one that sends through Microsoft 365: its include, on page and in the finding', async () => {
    await answer('microsoft365');
    const include = 'v=spf1 include:spf.protection.outlook.com -all';
    expect(values((await reports()).get(domain))).toMatchObject({ [`${domain} TXT`]: include });
    const found = await verdicts();
    expect(found.get('dns.spf')?.recommendation).toContain(`${domain} TXT "${include}"`);
    expect(found.get('dns.dkim')?.affected.map((affected) => affected.id)).toContain(domain);
  });

  it("of the tenant's onmicrosoft.com name DMARC alone is advised, on page and in findings", async () => {
    const report = (await reports()).get(initial);
    expect(values(report)).toEqual({ [`_dmarc.${initial} TXT`]: 'v=DMARC1; p=reject' });
    expect(report?.details.issues.map(({ area }) => area)).toEqual(['dmarc']);
    expect(report?.details.targets[0]?.note).toContain('Microsoft 365 admin center: Settings > Domains');
    const found = await verdicts();
    for (const checkId of ['dns.spf', 'dns.spf.hardfail', 'dns.dkim', 'dns.mx'])
      expect(found.get(checkId)?.affected.map((affected) => affected.id)).not.toContain(initial);
    expect(found.get('dns.dmarc.published')?.recommendation).toContain(`_dmarc.${initial} TXT "v=DMARC1; p=reject"`);
  });

  it('the DKIM targets stand below the initial domain of the tenant, without a placeholder', async () => {
    const report = (await reports()).get('brackenfreight.example');
    for (const selector of ['selector1', 'selector2'])
      expect(values(report)[`${selector}._domainkey.brackenfreight.example CNAME`]).toBe(
        `${selector}-brackenfreight-example._domainkey.${initial}`,
      );
    expect(JSON.stringify(report)).not.toMatch(/<[A-Z-]+>/);
  });
});
