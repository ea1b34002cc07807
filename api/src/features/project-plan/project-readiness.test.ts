import { getProjectReadiness } from '@tenantry/contract/project-readiness';
import { Category } from '@tenantry/contract/verdicts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countedOnce } from '../../audit/findings/license-group.ts';
import { every, update } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import { openPlanApp, type PlanApp, unlicensed, weak } from './testing/plan-app.ts';

describe('project readiness', () => {
  let app: PlanApp;
  beforeEach(async () => {
    app = await openPlanApp();
  });
  afterEach(() => app.close());

  const readiness = async (tenantId: string) =>
    getProjectReadiness.response.parse(
      (await app.app.call(getProjectReadiness, { query: { tenantId }, cookie: app.admin })).json,
    );
  const itemOf = async (tenantId: string, type: Category) => {
    const item = (await readiness(tenantId)).items.find((one) => one.type === type);
    if (!item) throw new Error(`There is no item for ${type}`);
    return item;
  };
  const decideAll = async (tenantId: string, status: ApprovalRecord['status']) => {
    const { approvals } = await app.records(tenantId);
    for (const { id } of await every(approvals)) await update(approvals, id, (one) => ({ ...one, status }));
  };

  it('of a tenant that was never scanned is not known, and says so', async () => {
    const answer = await readiness(weak);
    const unknownBecause = 'This tenant has never been scanned.';
    expect(answer).toMatchObject({
      urgentCount: null,
      totalRevenuePotential: null,
      unknownBecause,
      lastUpdated: null,
      currency: 'USD',
      pricesAreDefault: true,
    });
    expect(answer.items.map(({ type }) => type)).toEqual(Category.options);
    for (const item of answer.items) {
      expect(item).toMatchObject({
        count: null,
        revenue: null,
        countUnknownBecause: unknownBecause,
        status: 'blocked',
      });
    }
  });

  it('counts open findings area by area, with what their work takes and would bring', async () => {
    await app.scan(weak);
    const findings = await app.openFindings(weak);
    const answer = await readiness(weak);
    expect(answer.urgentCount).toBe(
      findings.filter(({ severity }) => severity === 'critical' || severity === 'high').length,
    );
    for (const item of answer.items) {
      expect(item.count).toBe(findings.filter(({ category }) => category === item.type).length);
      expect(item.actionUrl).toBe(`/findings?status=open&category=${item.type}`);
    }
    const total = answer.items.reduce((sum, { revenue }) => sum + (revenue ?? 0), 0);
    expect(answer.totalRevenuePotential).toBe(total);
    const plan = await app.made(weak);
    expect([answer.totalHours, total]).toEqual([plan.estimatedHours, plan.revenue]);
    expect(answer.lastUpdated).toBe((await app.records(weak)).tenant.audit?.auditedAt);
  });

  it('waits while an approval is to be decided, and is ready once all are approved', async () => {
    await app.scan(weak);
    expect(await itemOf(weak, 'mfa')).toMatchObject({
      status: 'pending',
      description: expect.stringContaining('to decide'),
    });
    await decideAll(weak, 'approved');
    const item = await itemOf(weak, 'mfa');
    expect(item.status).toBe('ready');
    expect(item.description).not.toContain('to decide');
  });

  it('is blocked where an administrator denied all of it', async () => {
    await app.scan(weak);
    await decideAll(weak, 'denied');
    const { findings } = await app.records(weak);
    for (const one of await app.openFindings(weak)) {
      if (one.verdictStatus === 'warning')
        await update(findings, one.id, (finding) => ({ ...finding, status: 'RESOLVED' as const }));
    }
    expect(await itemOf(weak, 'mfa')).toMatchObject({
      status: 'blocked',
      description: expect.stringContaining('denied'),
    });
  });

  it('counts findings that need the same license once, says which it is, and prices it once', async () => {
    await app.scan(unlicensed);
    const findings = await app.openFindings(unlicensed);
    const { items } = await readiness(unlicensed);
    const counted = items.reduce((sum, { count }) => sum + (count ?? 0), 0);
    expect(counted).toBe(countedOnce(findings).length);
    const area = await itemOf(unlicensed, 'conditional-access');
    expect([area.hours, area.revenue]).toEqual([1.5, 225]);
    expect(area.description).toContain('needs Microsoft Entra ID P1');
  });

  it('says where work of another area closes what is open in one, and prices that there', async () => {
    await app.scan(weak);
    const { findings } = await app.records(weak);
    const together = ['ca.legacy', 'signin.legacy.use'];
    for (const { id, category, checkId } of await app.openFindings(weak)) {
      if (category !== 'login-anomalies' || together.includes(checkId)) continue;
      await update(findings, id, (one) => ({ ...one, status: 'RESOLVED' as const }));
    }
    expect(await itemOf(weak, 'login-anomalies')).toMatchObject({
      count: 1,
      revenue: 0,
      description: '1 finding closes with work under Conditional Access',
    });
  });

  it('of an area in which nothing could be judged is not known, though the others are', async () => {
    await app.scan(weak);
    const { tenant, audits, findings } = await app.records(weak);
    const auditId = auditIdOfScan(weak, tenant.audit?.scanLogId ?? '');
    await update(audits, auditId, (audit) => ({
      ...audit,
      data: {
        ...audit.data,
        verdicts: audit.data.verdicts.map((verdict) =>
          verdict.category === 'login-anomalies' ? { ...verdict, status: 'couldNotCheck' as const } : verdict,
        ),
      },
    }));
    for (const { id, category } of await app.openFindings(weak)) {
      if (category === 'login-anomalies') await findings.delete(id);
    }
    const item = await itemOf(weak, 'login-anomalies');
    expect(item).toMatchObject({ count: null, revenue: null, status: 'blocked' });
    expect(item.countUnknownBecause).not.toBeNull();
    expect((await itemOf(weak, 'mfa')).count).toBeGreaterThan(0);
  });

  it('is for administrators, of tenants in their scope', async () => {
    const technician = await app.app.signInAs('technician', { kind: 'all' });
    const ofAnother = await app.app.signInAs('admin', { kind: 'tenants', tenantIds: [unlicensed] });
    const query = { tenantId: weak };
    expect((await app.app.call(getProjectReadiness, { query, cookie: technician })).status).toBe(403);
    expect((await app.app.call(getProjectReadiness, { query, cookie: ofAnother })).status).toBe(404);
  });
});
