import { setTimeout as wait } from 'node:timers/promises';
import type { SessionUser } from '@tenantry/contract/auth';
import type { M365User } from '@tenantry/contract/directory';
import type { Finding } from '@tenantry/contract/findings';
import type { RoleMapping } from '@tenantry/contract/role-mappings';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { createSignInDriver } from '@tenantry/simulator/testing/sign-in-driver';
import type { ApiSession } from '../../local/stack/api-session.ts';
import type { RunningStack } from '../../local/stack/start-stack.ts';
import { connectTenant, cookieBrowser } from '../faults/connect-tenant.ts';
import { startRun, untilRunEnded } from '../fleet.ts';
import { beginWork } from './fill-work.ts';
import { ferncliffe, harrowgate, ownApp, settingsChange, staffUsername, tenantIds } from './fixture-inputs.ts';

const dayMs = 86_400_000;
const limitMs = 180_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const simulatorOf = (stack: RunningStack): string => `http://127.0.0.1:${stack.now().ports.simulator}`;

/** Turns a knob of the simulator (docs/simulator.md). */
export async function control(stack: RunningStack, knob: string, body: object): Promise<void> {
  const answer = await fetch(`${simulatorOf(stack)}/control/${knob}`, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The simulator refused ${knob}: ${await answer.text()}`);
}

async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + limitMs;
  while (!(await check())) {
    if (performance.now() > deadlineMs) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await wait(500);
  }
}

async function scan(api: ApiSession, tenantId: string, expected: Scan['status']): Promise<void> {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: tenantId });
  let status: Scan['status'] = 'queued';
  await until(`The scan ${scanLogId}`, async () => {
    ({ status } = await api.get<Scan>(`/api/scan/${scanLogId}`));
    return status !== 'queued' && status !== 'running';
  });
  if (status !== expected) throw new Error(`The scan ${scanLogId} ended as ${status}, not ${expected}`);
}

/** What people decide on findings before and after the next scan; @returns the one to be resolved after it. */
async function decideOnFindings(api: ApiSession): Promise<string> {
  const { items } = await api.get<{ items: Finding[] }>('/api/graph/findings?status=unresolved', tenantIds.weak);
  const [accepted, inHand, resolved] = items.map(({ id }) => id);
  if (!accepted || !inHand || !resolved) throw new Error('There are too few findings');
  const reason = 'The customer replaces the application in the spring';
  await api.post(`/api/findings/${accepted}/acceptance`, { reason, expiresAt: inDays(180) });
  await api.send('PATCH', `/api/findings/${inHand}`, { status: 'in-progress' });
  return resolved;
}

async function setUpTenants(stack: RunningStack, api: ApiSession): Promise<void> {
  const found = await fetch(`${simulatorOf(stack)}/control/users?tenantId=${tenantIds.weak}`);
  const { users } = (await found.json()) as { users: { userPrincipalName: string; roles: string[] }[] };
  const account = users.find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName;
  const reason = 'Kept in the safe for the day when nothing else works';
  await api.post(`/api/admin/tenants/${tenantIds.weak}/emergency-accounts`, {
    account,
    reason,
    expiresAt: inDays(300),
  });
  const berlin = { hour: 3, timeZone: 'Europe/Berlin' };
  for (const [id, schedule] of [
    [tenantIds.weak, { frequency: 'weekly', weekday: 'tuesday', ...berlin }],
    [tenantIds.good, { frequency: 'off' }],
    [tenantIds.critical, { frequency: 'daily', ...berlin }],
  ] as const) {
    await api.send('PUT', `/api/admin/tenants/${id}/schedule`, { schedule });
  }
}

async function setUpInstallation(api: ApiSession): Promise<void> {
  await api.post('/api/admin/role-mappings', { m365Role: 'Helpdesk Administrator', localRole: 'technician' });
  const mapping = { m365Role: 'Security Reader', localRole: 'viewer', description: 'They look, and change nothing' };
  const { id } = await api.post<RoleMapping>('/api/admin/role-mappings', mapping);
  await api.send('PUT', `/api/admin/role-mappings/${id}`, { ...mapping, isActive: false });
  await api.send('PUT', '/api/admin/settings', { role_sync_enabled: true });
}

/** A tenant connected by its administrator's consent, and one with a secret of its own that Microsoft refuses. */
async function connectLiveTenants(stack: RunningStack, api: ApiSession): Promise<void> {
  await api.get('/api/partner/sync-tenants');
  await connectTenant(stack.url, simulatorOf(stack), ferncliffe);
  const body = { ...ownApp, tenantId: harrowgate.id, useMock: false, secretExpiresAt: inDays(20) };
  const { tenants } = await api.get<{ tenants: { id: string; domain: string }[] }>('/api/tenants');
  const idOf = (domain: string) => tenants.find((tenant) => tenant.domain === domain)?.id ?? '';
  await api.send('POST', '/api/admin/save-graph-creds', body, idOf(harrowgate.domain));
  await scan(api, idOf(ferncliffe.domain), 'completed');
  await scan(api, idOf(harrowgate.domain), 'failed');
  await api.post(`/api/admin/tenants/${idOf(harrowgate.domain)}/users/sync`, undefined);
}

/** One of the staff signs in through Microsoft's pages. */
async function signInAsStaff(stack: RunningStack): Promise<SessionUser> {
  const loginUrl = `${simulatorOf(stack)}/login`;
  const browse = cookieBrowser(stack.url);
  const address = (await browse('/api/auth/microsoft')).headers.get('location') ?? '';
  const page = await createSignInDriver(loginUrl).submit(address.slice(loginUrl.length), { username: staffUsername });
  const { search } = new URL(page.headers.get('location') ?? '', stack.url);
  const answer = await browse(`/api/auth/callback${search}`);
  if (!answer.ok) throw new Error(`${staffUsername} could not sign in: ${await answer.text()}`);
  const { user } = (await (await browse('/api/auth/session')).json()) as { user: SessionUser };
  return user;
}

/** What the product does by itself: the accounts of every directory, the health of the services, the trail's anchor. */
async function untilUpkeepIsDone(api: ApiSession): Promise<void> {
  const { tenants } = await api.get<{ tenants: { id: string }[] }>('/api/tenants');
  for (const { id } of tenants) {
    await until(`The directory of ${id}`, async () => {
      type Users = { users: M365User[]; sync: { status: string } };
      const { sync } = await api.get<Users>(`/api/admin/tenants/${id}/users?limit=1`);
      return sync.status === 'completed' || sync.status === 'failed';
    });
  }
  await until('The first look at the services', async () => {
    return (await api.get<{ checkedAt: string | null }>('/api/admin/health')).checkedAt !== null;
  });
}

/** Does what a provider does in the first days, so that a record of every kind is stored. @returns who signed in by Microsoft */
export async function fillDataFolder(stack: RunningStack, api: ApiSession): Promise<{ staff: SessionUser }> {
  const { runId } = await startRun(api);
  const run = await untilRunEnded(api, runId, { limitMs, everyMs: 500, onProgress: () => undefined });
  if (run.completed !== Object.keys(tenantIds).length)
    throw new Error(`Not all scans completed: ${JSON.stringify(run)}`);
  const resolvedLater = await decideOnFindings(api);
  await setUpTenants(stack, api);
  const work = await beginWork(stack.url, api);
  await control(stack, 'changes', { tenantId: tenantIds.weak, ...settingsChange });
  await work.completeMended();
  await scan(api, tenantIds.weak, 'completed');
  await api.send('PATCH', `/api/findings/${resolvedLater}`, {
    status: 'resolved',
    reason: 'The customer turned it off',
  });
  await setUpInstallation(api);
  await connectLiveTenants(stack, api);
  const staff = await signInAsStaff(stack);
  await untilUpkeepIsDone(api);
  return { staff };
}
