import { decideApprovals } from '@tenantry/contract/approval-decisions';
import { changeApprovalRules } from '@tenantry/contract/approval-rules';
import { listApprovals } from '@tenantry/contract/approvals';
import { startConsent, startReconnect } from '@tenantry/contract/connections';
import { declareEmergencyAccount } from '@tenantry/contract/emergency-accounts';
import { acceptFinding, listFindings } from '@tenantry/contract/findings';
import { systemWideId } from '@tenantry/contract/ids';
import { finishMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { startScanRun } from '@tenantry/contract/scan-runs';
import { startScan } from '@tenantry/contract/scans';
import { openTableStateStore } from '../src/adapters/azure-storage/table-state-store.ts';
import { createTask } from '../src/domain/tasks/create-task.ts';
import { containers } from '../src/store/containers.ts';
import { notReached } from '../src/store/oauth-logs.ts';
import { everyTenant } from '../src/store/scope.ts';
import { storeToken, userOf } from './api-tokens.ts';
import { openMicrosoftApp } from './microsoft-app.ts';

const ferncliffe = 'ferncliffeschools.example';

/** An app of whose live tenant, connected by its administrator, something is kept wherever anything of a tenant is. */
export async function openFilledApp() {
  const opened = await openMicrosoftApp();
  const { microsoft, app, cookie } = opened;
  const tenantId = microsoft.cloud.prospects.find(({ domain }) => domain === ferncliffe)?.id ?? '';
  const [besideId = ''] = await app.tenantIds();
  const administrator =
    microsoft.cloud.usersOf(tenantId).find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName ??
    '';

  async function connect(): Promise<string> {
    const begun = await app.call(startConsent, { cookie });
    const cookies = `${cookie}; ${begun.cookie}`;
    const finish = (query: Record<string, string>) => app.call(finishMicrosoftSignIn, { query, cookie: cookies });
    const first = await microsoft.visit(begun.headers.location ?? '', { username: administrator, consent: 'accept' });
    const consented = await finish(first);
    const second = await microsoft.visit(String(consented.json.redirectTo), { username: administrator });
    return String((await finish(second)).json.redirectTo);
  }

  const scan = (id: string) => app.call(startScan, { body: { tenant_id: id }, cookie });
  const open = async (id: string) => {
    const tenant = await app.app.stores.tenants.open(everyTenant, id);
    if (!tenant) throw new Error(`There is no tenant ${id}`);
    return tenant;
  };

  async function fill(id: string): Promise<void> {
    const { items } = (await app.call(listFindings, { query: { status: 'unresolved' }, tenantId: id, cookie }))
      .json as {
      items: { id: string; category: string }[];
    };
    const [accepted, inHand] = items;
    const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString();
    const reason = 'The customer replaces the application in the spring';
    await app.call(acceptFinding, { params: { findingId: accepted?.id ?? '' }, body: { reason, expiresAt }, cookie });
    const account = microsoft.cloud.usersOf(id)[0]?.userPrincipalName ?? '';
    const declared = { account, reason, expiresAt };
    await app.call(declareEmergencyAccount, { params: { id }, body: declared, cookie });
    const by = {
      title: 'Write to them',
      description: '',
      category: 'mfa',
      priority: 'high',
      createdBy: 'Ada',
    } as const;
    const dependencies = { ...app.app.stores, trail: app.app.trail, clock: app.app.clock };
    const task = { ...by, origin: 'manual', isSimulated: false, user: 'ada', linkedFindingId: inHand?.id ?? null };
    await createTask(dependencies, await open(id), task as Parameters<typeof createTask>[2]);
  }

  /** What nothing in a test's minute leaves: a record in each container, a file in each folder, and leases of dead workers. */
  async function leaveRemains(id: string): Promise<void> {
    const tenant = await open(id);
    for (const container of Object.values(containers).filter((one) => one.partitionField === 'tenantId')) {
      const remains = {
        id: `${id}_remains`,
        tenantId: id,
        timestamp: '2020-01-01T00:00:00.000Z',
        createdAt: '',
        note: tenant.tenant.name,
      };
      await app.app.records.partition(container, id).create(remains);
    }
    for (const folder of ['scans', 'directory-sync', 'last-sign-in', 'simulated-last-sign-in', 'settings', 'reports'])
      await app.app.blobs.write(
        `${folder}/${id}/remains.json`,
        JSON.stringify({ of: tenant.tenant.domain }),
        'application/json',
      );
  }

  /** Of workers that died: their leases have run out. */
  async function leaveState(id: string): Promise<void> {
    const state = openTableStateStore({ kind: 'connectionString', value: app.connectionString });
    const over = { holder: 'a dead worker', until: '2020-01-01T00:00:00.000Z' };
    for (const key of [id, `directory-${id}`, `account ${id}`]) await state.table('leases').create('leases', key, over);
    await state.table('ratelimits').create('rates', `microsoft policies ${id}`, { slots: '' });
    const waiting = { tenantId: id, entraTenantId: id, userId: 'somebody', sealed: '', redirectTo: '' };
    await state.table('pendingconnections').create('pending', 'hashed', { ...waiting, beganAt: '', triedAt: '' });
  }

  /** What concerns the installation and names the tenant all the same. */
  async function leaveMentions(id: string): Promise<void> {
    const { records, blobs, stores, clock } = app.app;
    const { tenant } = await open(id);
    const error = `AADSTS90002: Tenant '${tenant.m365TenantId}' not found (${tenant.domain}).`;
    await stores.oauthLog.step({ ...notReached, source: 'm365', context: 'callback', error });
    const at = clock.now().toISOString();
    const told = { type: 'user', message: `Somebody may look after ${tenant.name}`, tenantId: '' } as const;
    const nobody = { eventType: null, target: null, user: null, details: null };
    await stores.activities.add({ ...told, ...nobody, id: crypto.randomUUID(), timestamp: at });
    const asked = { id: `${systemWideId}_a-1`, tenantId: systemWideId, createdAt: at, title: 'More for a colleague' };
    const approvals = records.partition(containers.approvals, systemWideId);
    const permission = { userId: 'x', scope: { kind: 'tenants', tenantIds: [besideId, id] } };
    await approvals.create({ ...asked, permission, outbox: [], hasOutbox: false } as { id: string });
    const named = { ...asked, id: `${systemWideId}_a-2`, title: `A script for ${tenant.name}` };
    await approvals.create({ ...named, outbox: [], hasOutbox: false } as { id: string });
    const notice = {
      record: 'delivery',
      place: 'user:x',
      createdAt: at,
      event: { title: `Scans of ${tenant.name} fail` },
    };
    const notices = records.partition(containers.notices, 'user:x');
    await notices.create({ ...notice, id: `notice-${id}`, tenantId: id } as { id: string });
    await notices.create({ ...notice, id: `named-${id}`, tenantId: systemWideId } as { id: string });
    await blobs.write('exports/11111111-0000-4000-8000-000000000000', JSON.stringify(tenant), 'application/json');
  }

  /** What administrators settled and decided for both at once, and for the tenant alone. */
  async function decideTogether(): Promise<void> {
    const rule = { remedyId: 'require-mfa', action: 'never' };
    const rules = [
      { ...rule, tenantIds: [besideId, tenantId] },
      { ...rule, remedyId: 'stale-accounts', tenantIds: [tenantId] },
    ];
    await app.call(changeApprovalRules, { body: { revision: 0, askFrom: 'medium', rules }, cookie });
    const { items } = (await app.call(listApprovals, { query: { status: 'pending', limit: '200' }, cookie })).json as {
      items: { id: string; tenantId: string | null }[];
    };
    const idOf = (id: string) => items.find((one) => one.tenantId === id)?.id ?? '';
    const decide = (ids: string[]) =>
      app.call(decideApprovals, { body: { ids, status: 'denied', comment: 'Not now' }, cookie });
    await decide([idOf(besideId), idOf(tenantId)]);
    await decide(
      items
        .filter((one) => one.tenantId === tenantId)
        .slice(1, 2)
        .map(({ id }) => id),
    );
  }

  // Both in one run, then each again, so that there is an audit before the latest.
  await connect();
  await app.call(startScanRun, { body: { tenantIds: [besideId, tenantId] }, cookie });
  await app.drainQueue();
  for (const id of [besideId, tenantId]) await scan(id);
  await app.drainQueue();
  await app.app.directorySync.sweep();
  await app.app.lastSignInUpkeep.sweep();
  await app.drainQueue();
  for (const id of [besideId, tenantId]) await fill(id);
  const both = await app.signInAs('technician', { kind: 'tenants', tenantIds: [besideId, tenantId] });
  const alone = await app.signInAs('technician', { kind: 'tenants', tenantIds: [tenantId] });
  const client = await app.signInAsClient(tenantId);
  // Somebody is on Microsoft's pages.
  await app.call(startReconnect, { query: { tenantId }, cookie });
  await leaveRemains(tenantId);
  await leaveState(tenantId);
  await leaveMentions(tenantId);
  await decideTogether();
  const tokens = {
    both: await storeToken(app, userOf(cookie), { scope: { kind: 'tenants', tenantIds: [besideId, tenantId] } }),
    alone: await storeToken(app, userOf(cookie), { scope: { kind: 'tenants', tenantIds: [tenantId] } }),
  };
  return { ...opened, tenantId, besideId, administrator, connect, scan, open, users: { both, alone, client }, tokens };
}

export type FilledApp = Awaited<ReturnType<typeof openFilledApp>>;
