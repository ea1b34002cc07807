import { getLatestAudit } from '@tenantry/contract/audits';
import { downloadFindings, listFindings, setFindingStatus } from '@tenantry/contract/findings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { entraP1 } from '../../audit/checks/shared/entra-p1.ts';
import { every } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import { mergedByLicense } from './license-finding.ts';

/** Tidewell Motors: no Entra ID P1, security defaults off, no policy. */
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';

describe('findings of a tenant without Entra ID P1', () => {
  let app: TestApp;
  let cookie: string;
  let opened: SimulatedApp;
  beforeEach(async () => {
    opened = await openSimulatedApp();
    ({ app, cookie } = opened);
    await opened.scan(unlicensed);
  });
  afterEach(() => opened.close());

  const records = async () => {
    const tenant = await app.app.stores.tenants.open(everyTenant, unlicensed);
    if (!tenant) throw new Error('there is no such tenant');
    return { tenant, findings: await every(tenant.findings) };
  };
  const list = async () => {
    const answer = await app.call(listFindings, { query: { limit: '100' }, tenantId: unlicensed, cookie });
    return listFindings.response.parse(answer.json);
  };
  const openIssues = async () => (await records()).tenant.tenant.audit?.openIssues;

  const group = async (id: string) => {
    const answer = await app.call(listFindings, { query: { group: id, limit: '100' }, tenantId: unlicensed, cookie });
    return listFindings.response.parse(answer.json).items;
  };
  const leadOf = async () => {
    const lead = (await list()).items.find(({ needsLicense }) => needsLicense !== null);
    if (!lead) throw new Error('nothing stands for the group');
    return lead;
  };

  it('are one row that unfolds, in the area of the license, and each says what the license would bring', async () => {
    const { items, summary, total } = await list();
    const rows = items.filter(({ needsLicense }) => needsLicense === entraP1);
    expect(rows).toHaveLength(1);
    const [lead] = rows;
    const members = await group(lead?.id ?? '');
    expect(lead).toMatchObject({
      title: `${entraP1} is missing: ${members.length} findings need it`,
      category: 'conditional-access',
      severity: 'critical',
      countsWith: members.length - 1,
      isCounted: true,
    });
    expect(members.length).toBeGreaterThan(20);
    for (const { recommendation, countsWith } of members) {
      expect(recommendation).toContain(`${entraP1} (part of`);
      expect(recommendation).not.toMatch(/New policy/);
      expect(countsWith).toBe(members.length - 1);
    }
    expect(summary).toMatchObject({ unresolved: items.length, total: items.length });
    expect([total, await openIssues()]).toEqual([items.length, items.length]);
  });

  it('ask for no license where security defaults close them', async () => {
    const free = (await list()).items.filter(({ closedBy }) => closedBy === 'securityDefaults');
    expect(free.map(({ needsLicense }) => needsLicense)).toEqual(free.map(() => null));
    expect(free.length).toBeGreaterThan(3);
  });

  it('count as one also where one of them is under way or resolved', async () => {
    const before = await list();
    const lead = await leadOf();
    const set = (status: 'in-progress' | 'resolved') =>
      app.call(setFindingStatus, {
        params: { findingId: lead.id },
        body: status === 'resolved' ? { status, reason: 'A license was bought' } : { status },
        cookie,
      });
    expect((await set('in-progress')).json).toMatchObject({ countsWith: lead.countsWith });
    expect((await list()).summary).toMatchObject({ unresolved: before.summary.unresolved - 1, inProgress: 1 });
    expect(await openIssues()).toBe(before.summary.unresolved);
    expect((await set('resolved')).json).toMatchObject({ countsWith: 0 });
    expect((await list()).summary).toMatchObject({ unresolved: before.summary.unresolved, resolved: 1 });
    expect(await openIssues()).toBe(before.summary.unresolved);
    expect((await leadOf()).countsWith).toBe(lead.countsWith - 1);
  });

  it('count as one, and in the same order, also where a scan could not read the licenses', async () => {
    const told = async () => {
      const { items, summary } = await list();
      return {
        summary,
        rows: items.map(({ checkId, needsLicense, countsWith }) => [checkId, needsLicense, countsWith]),
      };
    };
    const before = [await told(), await openIssues()];
    opened.cloud.faults.set({ pathPrefix: '/subscribedSkus', kind: 'status', status: 403 });
    await opened.scan(unlicensed);
    expect([await told(), await openIssues()]).toEqual(before);
  });

  it('are one critical issue, one recommendation, one finding of a report, and marked in the file', async () => {
    const audit = getLatestAudit.response.parse(
      (await app.call(getLatestAudit, { tenantId: unlicensed, cookie })).json,
    );
    const { findings } = await records();
    const grouped = findings.filter(({ needsLicense }) => needsLicense !== null);
    const critical = findings.filter(({ severity, needsLicense }) => severity === 'critical' && needsLicense === null);
    expect(audit.criticalIssues).toBe(critical.length + 1);
    const { title } = await leadOf();
    expect(audit.recommendations.filter((one) => one.title === title)).toHaveLength(1);
    expect(audit.recommendations.map(({ checkId }) => checkId)).toEqual(
      (await list()).items.map(({ checkId }) => checkId),
    );
    expect(audit.categories?.conditionalAccessPolicies.message).toContain(`need ${entraP1} (one issue)`);
    const merged = mergedByLicense(findings);
    expect(merged).toHaveLength(findings.length - grouped.length + 1);
    expect(merged.filter((one) => one.title === title)).toMatchObject([{ severity: 'critical' }]);
    const csv = await app.call(downloadFindings, { params: { id: unlicensed }, query: { format: 'csv' }, cookie });
    expect(csv.text.split(`"${entraP1}","No","${grouped.length - 1}"`)).toHaveLength(grouped.length);
    expect(csv.text.split(`"${entraP1}","Yes","${grouped.length - 1}"`)).toHaveLength(2);
  });
});
