import { getLatestAudit } from '@tenantry/contract/audits';
import { downloadFindings, listFindings, setFindingStatus } from '@tenantry/contract/findings';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp } from '../../../testing/simulated-app.ts';
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
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ app, cookie, close } = await openSimulatedApp());
    await app.call(startScan, { body: { tenant_id: unlicensed }, cookie });
    await app.drainQueue();
  });
  afterEach(() => close());

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

  it('say what the license would bring, advise security defaults once, and count as one', async () => {
    const { items, summary } = await list();
    const group = items.filter(({ needsLicense }) => needsLicense === entraP1);
    expect(group.length).toBeGreaterThan(20);
    for (const { recommendation, countsWith } of group) {
      expect(recommendation).toContain(`${entraP1} (part of`);
      expect(recommendation).not.toMatch(/New policy|security defaults/i);
      expect(countsWith).toBe(group.length - 1);
    }
    expect(items.filter(({ recommendation }) => /turn on security defaults/i.test(recommendation))).toHaveLength(1);
    const others = items.length - group.length;
    expect(summary).toMatchObject({ unresolved: others + 1, total: others + 1 });
    expect(await openIssues()).toBe(others + 1);
  });

  it('count as one also where one of them is under way or resolved', async () => {
    const before = await list();
    const lead = (await records()).findings.find(({ needsLicense, isCounted }) => needsLicense !== null && isCounted);
    if (!lead) throw new Error('nothing stands for the group');
    expect(lead.severity).toBe('critical');
    const set = (status: 'in-progress' | 'resolved') =>
      app.call(setFindingStatus, {
        params: { findingId: lead.id },
        body: status === 'resolved' ? { status, reason: 'A license was bought' } : { status },
        cookie,
      });
    expect((await set('in-progress')).json).toMatchObject({ countsWith: 0 });
    expect((await list()).summary).toMatchObject({ unresolved: before.summary.unresolved, inProgress: 1 });
    expect(await openIssues()).toBe(before.summary.unresolved);
    await set('resolved');
    expect((await list()).summary).toMatchObject({ unresolved: before.summary.unresolved, resolved: 1 });
    expect(await openIssues()).toBe(before.summary.unresolved);
  });

  it('are one critical issue, one recommendation, one approval, one finding of a report, and marked in the file', async () => {
    const audit = getLatestAudit.response.parse(
      (await app.call(getLatestAudit, { tenantId: unlicensed, cookie })).json,
    );
    const { tenant, findings } = await records();
    const grouped = findings.filter(({ needsLicense }) => needsLicense !== null);
    const critical = findings.filter(({ severity, needsLicense }) => severity === 'critical' && needsLicense === null);
    expect(audit.criticalIssues).toBe(critical.length + 1);
    expect(
      audit.recommendations.filter(({ title }) => title === `${grouped.length} findings need ${entraP1}`),
    ).toHaveLength(1);
    expect(audit.recommendations).toHaveLength(findings.length - grouped.length + 1);
    expect(audit.categories?.conditionalAccessPolicies.message).toContain(`need ${entraP1} (one issue)`);
    const approvals = await every(tenant.approvals);
    expect(approvals.filter(({ checkId }) => grouped.some((one) => one.checkId === checkId))).toHaveLength(1);
    const merged = mergedByLicense(findings);
    expect(merged).toHaveLength(findings.length - grouped.length + 1);
    expect(merged.filter(({ title }) => title.endsWith(`need ${entraP1}`))).toMatchObject([{ severity: 'critical' }]);
    const csv = await app.call(downloadFindings, { params: { id: unlicensed }, query: { format: 'csv' }, cookie });
    expect(csv.text.split(`"${entraP1}","${grouped.length - 1}"`)).toHaveLength(grouped.length + 1);
  });
});
