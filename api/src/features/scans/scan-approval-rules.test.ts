import { changeApprovalRules } from '@tenantry/contract/approval-rules';
import { changeTenantLabels, createTenantGroup, deleteTenantGroup } from '@tenantry/contract/tenant-groups';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { ruleOf, rulesInForce } from '../../domain/approvals/approval-rules.ts';
import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { everyTenant } from '../../store/scope.ts';
import { type ApprovalRulesRecord, approvalRulesId } from '../../store/system-config.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

describe('the scanner by the rules of administrators', () => {
  let opened: SimulatedApp;
  let tenant: TenantRecords;
  beforeEach(async () => {
    opened = await openSimulatedApp();
    const found = await opened.app.app.stores.tenants.open(everyTenant, weak);
    if (!found) throw new Error('The tenant is missing');
    tenant = found;
    await opened.scan();
  });
  afterEach(() => opened.close());

  /** What was asked about resharing, the first request first. */
  async function asked(): Promise<ApprovalRecord[]> {
    const finding = (await every(tenant.findings)).find(({ checkId }) => checkId === 'spo.sharing');
    return (await every(tenant.approvals))
      .filter(({ findings }) => findings.some(({ id }) => id === finding?.id))
      .sort((a, b) => a.id.localeCompare(b.id));
  }
  const settle = (change: Partial<ApprovalRulesRecord>) =>
    opened.app.app.stores.systemConfig.approvalRules.create({
      id: approvalRulesId,
      key: approvalRulesId,
      askFrom: 'medium',
      rules: [],
      revision: 1,
      updatedBy: 'ada',
      updatedAt: new Date().toISOString(),
      ...emptyOutbox,
      ...change,
    });

  it('asks for nothing below the severity of the setting, and for nothing that a rule rules out', async () => {
    const rule = { id: 'r1', remedyId: 'require-mfa', tenantIds: [weak], by: 'Ada', byUser: 'ada', createdAt: '' };
    await settle({ askFrom: 'critical', rules: [{ ...rule, action: 'never' }] });
    await opened.scan();
    const approvals = await every(tenant.approvals);
    const pending = approvals.filter(({ status }) => status === 'pending');
    expect(pending.map(({ priority }) => priority)).toEqual(pending.map(() => 'critical'));
    const mfa = approvals.find(({ remedyId }) => remedyId === 'require-mfa');
    expect(mfa).toMatchObject({ status: 'closed', closedBecause: 'A rule says that this work is never asked for.' });
    const low = approvals.find(({ priority }) => priority === 'medium');
    expect(low).toMatchObject({ closedBecause: 'Nothing of it is of critical severity or above.' });
  });

  it('approves at once what a rule says, with who made the rule, and makes its task', async () => {
    const [ours] = await asked();
    await tenant.approvals.delete(ours?.id ?? '');
    const rule = { id: 'r1', remedyId: ours?.remedyId ?? '', tenantIds: 'all', action: 'approve' } as const;
    await settle({ rules: [{ ...rule, by: 'Ada Lovelace', byUser: 'ada', createdAt: '' }] });
    await opened.scan();
    await opened.app.app.approvalDecisions.finishWaiting();
    const [approved] = await asked();
    expect(approved).toMatchObject({ status: 'approved', approvedBy: 'Ada Lovelace', isUnfinished: false });
    const [task] = await every(tenant.tasks);
    expect(task).toMatchObject({ id: approved?.taskId, remedyId: rule.remedyId });
    expect(task?.findingIds).toEqual(approved?.findings.map(({ id }) => id));
    const entries = await every(opened.app.app.records.across<EntryRecord>(containers.auditLogs), {
      where: [{ field: 'eventType', op: 'eq', value: 'approval_approved' }],
    });
    expect(entries).toMatchObject([
      { user: 'ada', tenantId: weak, details: { approvalId: approved?.id, ruleId: 'r1' } },
    ]);
  });

  it('follows a rule for a group as the group is, a rule that names the tenant before it, and none of a group that is gone', async () => {
    const { call, app } = opened.app;
    const cookie = await opened.app.signInAs('admin', { kind: 'all' });
    const made = await call(createTenantGroup, {
      cookie,
      body: { name: 'Gold', rule: { match: 'all', conditions: [{ field: 'tag', value: 'gold' }] } },
    });
    const groupId = String(made.json.id);
    const wanted = { remedyId: 'require-mfa', action: 'never', tenantIds: null, groupId };
    const put = (revision: number, rules: object[]) =>
      call(changeApprovalRules, { cookie, body: { revision, askFrom: 'medium', rules } });
    const saved = await put(0, [wanted]);
    expect(saved.json).toMatchObject({ rules: [{ tenants: null, group: { id: groupId, name: 'Gold' } }] });
    expect((await put(1, [{ ...wanted, tenantIds: [weak] }])).json.fields).toMatchObject([{ path: 'rules.0.groupId' }]);
    expect((await put(1, [{ ...wanted, groupId: crypto.randomUUID() }])).status).toBe(400);
    const state = async () => {
      await opened.scan();
      return (await every(tenant.approvals)).find(({ remedyId }) => remedyId === 'require-mfa')?.status;
    };
    expect(await state()).toBe('pending');
    const labels = { params: { id: weak }, tenantId: weak, body: { tags: ['gold'] } };
    expect((await call(changeTenantLabels, { cookie, ...labels })).status).toBe(200);
    expect(await state()).toBe('closed');
    const refused = await call(deleteTenantGroup, { cookie, params: { groupId } });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'An approval rule is for this group. Change the rule first.',
    ]);
    // Whoever may only tag must neither have anything approved by it nor keep it from being asked for.
    const technician = await opened.app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    const untagged = async () => {
      const { status, json } = await call(changeTenantLabels, { cookie: technician, ...labels, body: { tags: [] } });
      return [status, json.message];
    };
    const told = [
      403,
      'This changes what is asked for and approved, by the group Gold. An administrator of all tenants can do it.',
    ];
    expect(await untagged()).toEqual(told);
    // More is approved without anybody deciding: whoever says so proves who they are.
    await ageSession(opened.app, cookie, 11);
    expect((await put(1, [{ ...wanted, action: 'approve' }])).json.code).toBe('STEP_UP_REQUIRED');
    expect((await put(1, [])).json.code).toBe('STEP_UP_REQUIRED');
    await ageSession(opened.app, cookie, 9);
    expect((await put(1, [{ ...wanted, action: 'approve' }])).status).toBe(200);
    await ageSession(opened.app, cookie, 11);
    expect(
      (
        await put(2, [
          { ...wanted, action: 'approve' },
          { ...wanted, remedyId: 'restrict-guests' },
        ])
      ).status,
    ).toBe(200);
    await ageSession(opened.app, cookie, 1);
    expect((await put(3, [{ ...wanted, action: 'approve' }])).status).toBe(200);
    expect(await untagged()).toEqual(told);
    const { rules } = await rulesInForce(app.stores.systemConfig, app.stores.tenantGroups);
    expect(ruleOf({ rules }, weak, 'require-mfa')).toMatchObject({ action: 'approve', tenantIds: [weak] });
    const named = rules.map((rule) => ({ ...rule, action: 'never' as const, isByGroup: false }));
    const forAll = named.map((rule) => ({ ...rule, tenantIds: 'all' as const }));
    expect(ruleOf({ rules: [...rules, ...forAll] }, weak, 'require-mfa')).toMatchObject({ action: 'approve' });
    expect(ruleOf({ rules: [...rules, ...named] }, weak, 'require-mfa')).toMatchObject({ action: 'never' });
    await app.stores.tenantGroups.delete(groupId);
    expect((await rulesInForce(app.stores.systemConfig, app.stores.tenantGroups)).rules).toMatchObject([
      { tenantIds: [] },
    ]);
  });
});
