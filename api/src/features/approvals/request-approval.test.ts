import {
  type Approval,
  approve,
  deny,
  getApproval,
  listApprovals,
  listOwnRequests,
  requestApproval,
} from '@tenantry/contract/approvals';
import { getLatestAudit } from '@tenantry/contract/audits';
import { systemWideId, tenantRecordId } from '@tenantry/contract/ids';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { every, update } from '../../ports/collection.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import { everyTenant, type Scope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { UserRecord } from '../../store/users.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const reason = 'The customer asked for it on the phone';

describe('asking for an approval', () => {
  let app: TestApp;
  let ada: string;
  let technician: string;
  let tenant: TenantRecords;
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.registerAdmin();
    technician = await app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    const opened = await app.app.stores.tenants.open(everyTenant, weak);
    if (!opened) throw new Error('The tenant is missing');
    tenant = opened;
  });
  afterEach(() => app.close());

  const ask = (body: object, cookie = technician) => app.call(requestApproval, { body: { reason, ...body }, cookie });
  const decide = (id: unknown, endpoint: typeof approve | typeof deny = approve, cookie = ada) =>
    app.call(endpoint, { params: { id: String(id) }, body: {}, cookie });
  const idOf = (cookie: string) => String(cookie.split('=')[1]?.split('.')[0]);
  const users = () => app.app.records.partition<UserRecord>(containers.users, globalPartition);
  const user = async (cookie: string) => (await users().get(idOf(cookie)))?.value;
  const own = async (cookie = technician) => (await app.call(listOwnRequests, { cookie })).json.items as Approval[];
  async function scan(): Promise<string> {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie: ada });
    await app.drainQueue();
    return String(started.json.scanLogId);
  }
  async function trailOf(eventType: string): Promise<EntryRecord[]> {
    const entries = app.app.records.across<EntryRecord>(containers.auditLogs);
    return (await entries.query({ where: [{ field: 'eventType', op: 'eq', value: eventType }], limit: 200 })).items;
  }
  const change = { type: 'system_change', tenantId: weak, title: 'Move the mailboxes' };

  it('keeps who asked, why and for what, in the trail too, and a decision on a system change makes nothing', async () => {
    const asked = await ask(change);
    expect(asked.json).toMatchObject({
      type: 'system_change',
      tenantId: weak,
      title: change.title,
      description: reason,
      status: 'pending',
      origin: 'manual',
      priority: 'medium',
      autoCreateTask: false,
      createdBy: 'technician',
      requestedBy: 'A technician',
    });
    const [entry] = await trailOf('approval_created');
    expect(entry).toMatchObject({ user: idOf(technician), tenantId: weak, target: change.title });
    expect(entry?.details).toMatchObject({ before: {}, after: { status: 'pending', reason } });
    const decided = await decide(asked.json.id);
    expect(decided.json).toMatchObject({ status: 'approved', isUnfinished: false, taskId: null });
    expect(await every(tenant.tasks)).toEqual([]);
    expect(await own()).toMatchObject([{ id: asked.json.id, status: 'approved', approvedBy: 'Ada Lovelace' }]);
  });

  it('is one request for each key, however often it is sent at once', async () => {
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ ...change, key })));
    expect(new Set(answers.map(({ json }) => json.id))).toEqual(new Set([tenantRecordId(weak, `a-${key}`)]));
    expect(await own()).toHaveLength(1);
    expect(await trailOf('approval_created')).toHaveLength(1);
    const other = await app.signInAs('technician', { kind: 'all' });
    expect((await ask({ ...change, key }, other)).status).toBe(409);
  });

  it('for a task makes one when it is approved', async () => {
    const missing = await ask({ type: 'task_assignment', tenantId: weak, title: 'Train the staff' });
    expect(missing.status).toBe(400);
    expect(missing.json.fields).toEqual([{ path: 'category', message: 'Choose a category' }]);
    const nowhere = await ask({ type: 'task_assignment', title: 'Train the staff', category: 'mfa' });
    expect(nowhere.json.fields).toMatchObject([{ path: 'tenantId' }]);
    const asked = await ask({
      type: 'task_assignment',
      tenantId: weak,
      title: 'Train the staff',
      category: 'mfa',
      priority: 'high',
    });
    expect(asked.json).toMatchObject({ autoCreateTask: true, priority: 'high', category: 'mfa' });
    const decided = await decide(asked.json.id);
    expect(await every(tenant.tasks)).toMatchObject([
      { id: decided.json.taskId, title: 'Train the staff', description: reason, priority: 'high', origin: 'approval' },
    ]);
  });

  it('for a finding is refused while one waits or its task is there, and is possible again after a denial', async () => {
    await scan();
    const list = await app.call(listApprovals, { cookie: ada, query: { limit: '1' } });
    const [waiting] = list.json.items as Approval[];
    const finding = { type: 'task_assignment', tenantId: weak, findingId: waiting?.linkedFindingId };
    expect((await ask(finding)).json.message).toBe('An approval for this finding is pending already.');
    await decide(waiting?.id, deny);
    const [one, two] = await Promise.all([ask(finding), ask(finding)]);
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(one?.json.id).toBe(two?.json.id);
    expect(one?.json).toMatchObject({
      linkedFindingId: waiting?.linkedFindingId,
      checkId: waiting?.checkId,
      title: waiting?.findings[0]?.title,
      priority: waiting?.priority,
      category: waiting?.category,
    });
    await decide(one?.json.id);
    expect((await ask(finding)).json.message).toBe('This finding was approved already: it has a task.');
    expect(await every(tenant.tasks)).toMatchObject([{ linkedFindingId: waiting?.linkedFindingId, isSimulated: true }]);
    const absent = await ask({ ...finding, findingId: tenantRecordId(weak, 'f-absent') });
    expect(absent.status).toBe(404);
  });

  it('to publish a report marks the audit that it is of, with when and by whom, once', async () => {
    const publish = { type: 'audit_publish', tenantId: weak };
    expect((await ask(publish)).status).toBe(404);
    const auditId = auditIdOfScan(weak, await scan());
    const asked = await ask(publish);
    expect(asked.json).toMatchObject({
      auditId,
      title: expect.stringMatching(/^Publish the report of \d{4}-\d\d-\d\d$/),
    });
    await decide(asked.json.id);
    const { published } = (await tenant.audits.get(auditId))?.value ?? {};
    expect(published).toMatchObject({ by: 'Ada Lovelace', approvalId: asked.json.id, at: expect.any(String) });
    const shown = await app.call(getLatestAudit, { tenantId: weak, cookie: technician });
    expect(shown.json.published).toEqual({ at: published?.at, by: 'Ada Lovelace' });
    expect((await ask(publish)).json.message).toBe('This report is published already, by Ada Lovelace.');
  });

  it('to publish a report is one at a time, however many ask at once, and is possible again after a denial', async () => {
    await scan();
    const publish = { type: 'audit_publish', tenantId: weak };
    const twice = await Promise.all([ask(publish), ask(publish)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const id = String(twice[0]?.json.id);
    expect(twice[1]?.json.id).toBe(id);
    const colleague = await app.signInAs('technician', { kind: 'all' });
    const second = await ask(publish, colleague);
    expect([second.status, second.json.message]).toEqual([
      409,
      'A technician has asked to publish this report already. It waits for a decision.',
    ]);
    await decide(id, deny);
    const again = await Promise.all([ask(publish), ask(publish, colleague)]);
    expect(again.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const created = again.find(({ status }) => status === 200)?.json.id;
    expect(created).not.toBe(id);
    await update(tenant.approvals, String(created), (one) => ({ ...one, status: 'approved' as const }));
    expect((await ask(publish)).json.message).toBe('Publishing this report was approved already.');
  });

  it('to publish a report whose audit is deleted cannot be approved, and can be denied', async () => {
    const auditId = auditIdOfScan(weak, await scan());
    const asked = await ask({ type: 'audit_publish', tenantId: weak });
    await tenant.audits.delete(auditId);
    const refused = await decide(asked.json.id);
    expect(refused.status).toBe(409);
    expect(refused.json.message).toBe('The audit of this report was deleted. Deny the request.');
    expect((await decide(asked.json.id, deny)).json.status).toBe('denied');
  });

  it('is shown to whoever asked for it as long as the tenant is theirs', async () => {
    await ask(change);
    await ask({ type: 'system_change', title: 'Move the installation' });
    expect((await own()).map(({ title }) => title).toSorted()).toEqual(['Move the installation', 'Move the mailboxes']);
    const [other = ''] = (await app.tenantIds()).filter((id) => id !== weak);
    await update(users(), idOf(technician), (current) => ({
      ...current,
      scope: { kind: 'tenants' as const, tenantIds: [other] },
    }));
    expect((await own()).map(({ title }) => title)).toEqual(['Move the installation']);
  });

  it('for a permission gives the role and adds the tenants, and ends the sessions of the user', async () => {
    const username = String((await user(technician))?.username);
    const [other = ''] = (await app.tenantIds()).filter((id) => id !== weak);
    const requester = await app.signInAs('technician', { kind: 'all' });
    const asked = await ask(
      { type: 'user_permission', permission: { user: username, role: 'admin', tenantIds: [other, weak] } },
      requester,
    );
    expect(asked.json).toMatchObject({
      tenantId: null,
      tenantName: 'System-wide',
      permission: { username, role: 'admin', allTenants: false, tenants: [{ id: other }, { id: weak }] },
    });
    expect((await decide(asked.json.id)).json).toMatchObject({ status: 'approved', notDoneBecause: null });
    const scope: Scope = { kind: 'tenants', tenantIds: [weak, other] };
    expect(await user(technician)).toMatchObject({ role: 'admin', roleSource: 'manual', scope });
    expect((await app.call(listOwnRequests, { cookie: technician })).status).toBe(401);
    const [entry] = await trailOf('user_role_changed');
    expect(entry).toMatchObject({ user: 'ada', details: { before: { role: 'technician' }, after: { role: 'admin' } } });
  });

  it('for a tenant that a group of the user holds today names it, so that they keep it when the group loses it', async () => {
    const [other = ''] = (await app.tenantIds()).filter((id) => id !== weak);
    const groupIds = [crypto.randomUUID()];
    await update(users(), idOf(technician), (current) => ({
      ...current,
      scope: { kind: 'tenants' as const, tenantIds: [weak, other], namedIds: [other], groupIds },
    }));
    const username = String((await user(technician))?.username);
    const asked = await ask(
      { type: 'user_permission', permission: { user: username, tenantIds: [weak] } },
      await app.signInAs('technician', { kind: 'all' }),
    );
    await decide(asked.json.id);
    expect((await user(technician))?.scope).toEqual({
      kind: 'tenants',
      tenantIds: [weak, other],
      namedIds: [other, weak],
      groupIds,
    });
  });

  it('for a permission names a user that is there, something to give, and tenants of the caller', async () => {
    const username = String((await user(technician))?.username);
    const permission = (asked: object) => ask({ type: 'user_permission', permission: asked });
    expect((await ask({ type: 'user_permission' })).json.fields).toMatchObject([{ path: 'permission' }]);
    expect((await permission({ user: 'nobody', role: 'admin' })).json.fields).toEqual([
      { path: 'permission.user', message: 'There is no such user in your tenants' },
    ]);
    expect((await permission({ user: username })).json.fields).toMatchObject([{ path: 'permission.role' }]);
    const [foreign = ''] = (await app.tenantIds()).filter((id) => id !== weak);
    const strange = await permission({ user: username, tenantIds: [foreign] });
    const nowhere = await permission({ user: username, tenantIds: ['00000000-0000-4000-8000-00000000dead'] });
    expect([strange.status, nowhere.status]).toEqual([404, 404]);
    expect(strange.json.message).toBe(nowhere.json.message);
    const ofTenant = await ask({
      type: 'user_permission',
      tenantId: weak,
      permission: { user: username, role: 'admin' },
    });
    expect(ofTenant.json.fields).toMatchObject([{ path: 'tenantId' }]);
  });

  it('for a permission does not tell whether somebody is there whom the caller does not meet in their tenants', async () => {
    const [other = ''] = (await app.tenantIds()).filter((id) => id !== weak);
    const scopeOf = (...tenantIds: string[]): Scope => ({ kind: 'tenants', tenantIds });
    const strangers = [
      await app.signInAs('technician', scopeOf(other)),
      await app.signInAs('admin', scopeOf(other)),
      await app.signInAs('viewer', { kind: 'all' }),
      await app.signInAs('viewer', scopeOf(weak, other)),
      await app.signInAs('technician', { kind: 'none' }),
    ];
    const permission = (name: unknown, cookie = technician) =>
      ask({ type: 'user_permission', permission: { user: String(name), role: 'viewer' } }, cookie);
    const told = ({ status, json: { requestId: _, ...rest } }: Awaited<ReturnType<typeof ask>>) => ({ status, rest });
    const absent = told(await permission('nobody'));
    expect(absent.status).toBe(400);
    for (const stranger of strangers) {
      const found = await user(stranger);
      if (!found) throw new Error('The user is missing');
      await update(users(), found.id, (one) => ({
        ...one,
        email: `${found.id}@x.example`,
        emailKey: `${found.id}@x.example`,
      }));
      expect(told(await permission(found.username))).toEqual(absent);
      expect(told(await permission(`${found.id}@X.example`))).toEqual(absent);
    }
    expect(await own()).toEqual([]);
    const everywhere = await app.signInAs('technician', { kind: 'all' });
    const met = [
      await app.signInAs('technician', scopeOf(weak, other)),
      await app.signInAs('viewer', scopeOf(weak)),
      technician,
      ada,
    ];
    for (const cookie of met) expect((await permission((await user(cookie))?.username)).status).toBe(200);
    for (const cookie of strangers)
      expect((await permission((await user(cookie))?.username, everywhere)).status).toBe(200);
  });

  it('that would take the last administrator away cannot be approved', async () => {
    const asked = await ask({ type: 'user_permission', permission: { user: 'ada', role: 'viewer' } });
    const refused = await decide(asked.json.id);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'Nobody would be left who can administer the installation.',
    ]);
    expect((await users().get('first-admin'))?.value.role).toBe('admin');
  });

  it('of two permissions that would leave nobody, approved at once, gives one and says why not the other', async () => {
    const second = await app.signInAs('admin', { kind: 'all' });
    const name = String((await user(second))?.username);
    const wanted = ['ada', name].map((one) =>
      ask({ type: 'user_permission', permission: { user: one, role: 'viewer' } }),
    );
    const [one, two] = await Promise.all(wanted);
    const answers = await Promise.all([decide(one?.json.id), decide(two?.json.id, approve, second)]);
    const left = (await every(users())).filter(({ role, scope }) => role === 'admin' && scope.kind === 'all');
    expect(left).toHaveLength(1);
    const undone = answers.filter(({ json, status }) => status === 409 || json.notDoneBecause !== null);
    expect(undone).toHaveLength(1);
  });

  it('that concerns the installation is seen and decided by administrators of all tenants alone', async () => {
    const asked = await ask({ type: 'system_change', title: 'Rotate the data key' });
    expect(asked.json).toMatchObject({ tenantId: null, tenantName: 'System-wide' });
    const id = String(asked.json.id);
    expect(id.startsWith(`${systemWideId}_a-`)).toBe(true);
    const some = await app.signInAs('admin', { kind: 'tenants', tenantIds: await app.tenantIds() });
    expect((await decide(id, approve, some)).status).toBe(404);
    expect((await app.call(getApproval, { params: { id }, cookie: some })).status).toBe(404);
    expect((await app.call(listApprovals, { cookie: some })).json.total).toBe(0);
    const filtered = await app.call(listApprovals, { cookie: ada, query: { tenantId: systemWideId } });
    expect((filtered.json.items as Approval[]).map((one) => one.id)).toEqual([id]);
    expect((await decide(id)).json.status).toBe('approved');
    expect((await app.call(getApproval, { params: { id }, cookie: ada })).json).toMatchObject({
      finding: null,
      task: null,
      history: [
        { what: 'requested', by: 'A technician' },
        { what: 'approved', by: 'Ada Lovelace' },
      ],
    });
  });

  it('needs a reason, a known type and a tenant of the caller, and is not for viewers', async () => {
    expect((await ask({ ...change, reason: 'because' })).json.fields).toMatchObject([{ path: 'reason' }]);
    expect((await ask({ ...change, type: 'everything' })).status).toBe(400);
    expect((await ask({ ...change, title: undefined })).json.fields).toEqual([
      { path: 'title', message: 'Give it a title' },
    ]);
    const [foreign = ''] = (await app.tenantIds()).filter((id) => id !== weak);
    expect((await ask({ ...change, tenantId: foreign })).status).toBe(404);
    const viewer = await app.signInAs('viewer', { kind: 'all' });
    expect((await ask(change, viewer)).status).toBe(403);
    expect(await own()).toEqual([]);
  });
});
