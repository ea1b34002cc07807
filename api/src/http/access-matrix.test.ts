import { defineEndpoint, type Endpoint } from '@tenantry/contract/endpoint';
import { endpoints } from '@tenantry/contract/endpoints';
import { ErrorBody } from '@tenantry/contract/errors';
import { tenantRecordId } from '@tenantry/contract/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Call, createTestApp, type TestApp } from '../../testing/test-app.ts';
import { defaultPrices } from '../domain/price-list/default-prices.ts';
import { jobsOf } from '../jobs.ts';
import { routesOf } from '../routes.ts';

const soon = new Date(Date.now() + 24 * 3_600_000).toISOString();
const absentAccount = '00000000-0000-4000-8000-0000000000aa';
const absentUser = `user-${absentAccount}`;

/** What a call answers where it is not 200: most are about something that is not there. */
const absent: Record<string, number> = {
  // What proves nothing is refused as a sign-in is.
  'auth-step-up': 401,
  // These users have no password: nothing here is theirs to change.
  'profile-password': 409,
  'profile-authenticator-begin': 409,
  'profile-authenticator-confirm': 409,
  'profile-recovery-codes': 400,
  'profile-authenticator-off': 409,
  'profile-session-end': 404,
  'user-authenticator-reset': 404,
  'audit-trail-verify': 202,
  'export-get': 404,
  'export-download': 404,
  'report-pdf': 404,
  'report-comparisons': 404,
  'report-generate': 404,
  report: 404,
  'report-logo': 404,
  'internal-scan': 202,
  'scan-internal': 202,
  'compliance-download': 404,
  'emergency-account-declare': 400,
  'emergency-account-change': 404,
  'mail-use-answer': 400,
  'project-plan-make': 404,
  'tenant-create': 201,
  'tenant-offboard': 404,
  'role-mapping-change': 404,
  'user-create': 201,
  'user-change': 404,
  'user-delete': 404,
  'user-password-reset': 404,
  'user-reset-link': 404,
  'reset-link-use': 404,
  'role-mapping-delete': 404,
  'scan-run-get': 404,
  'scan-run-cancel': 404,
  'scan-run-scans': 404,
  'scan-run-retry': 404,
  'task-create': 201,
};

/** Inputs that fit each endpoint, by name; a new endpoint without one fails here and is added the day it is made. */
const fitting: Record<string, (tenantId: string) => Call> = {
  'auth-session': () => ({}),
  'auth-local': () => ({ body: { username: 'nobody', password: 'Wr0ng!pass' } }),
  'auth-local-code': () => ({ body: { code: '123456' } }),
  'auth-logout': () => ({}),
  profile: () => ({}),
  'profile-time-zone': () => ({ body: { timeZone: 'Europe/Berlin' } }),
  'profile-theme': () => ({ body: { theme: 'dark' } }),
  'profile-sessions': () => ({}),
  'profile-session-end': () => ({ params: { sessionId: '0'.repeat(32) } }),
  'profile-sessions-end': () => ({}),
  'profile-password': () => ({ body: { currentPassword: 'Wr0ng!pass', newPassword: 'N3w!passphrase' } }),
  'profile-authenticator-begin': () => ({}),
  'profile-authenticator-confirm': () => ({ body: { code: '123456' } }),
  'profile-recovery-codes': () => ({ body: { code: '123456' } }),
  'profile-authenticator-off': () => ({ body: { password: 'Wr0ng!pass', code: '123456' } }),
  'user-authenticator-reset': () => ({ params: { id: `user-${absentAccount}` } }),
  'auth-step-up-options': () => ({}),
  'auth-step-up': () => ({ body: { password: 'Wr0ng!pass' } }),
  'auth-step-up-microsoft': () => ({}),
  'auth-registration-status': () => ({}),
  'auth-register': () => ({
    body: { username: 'second', email: 'b@msp.example', displayName: 'B', password: 'Str0ng!pass' },
  }),
  'setup-status': () => ({}),
  'setup-first-admin': () => ({
    body: { username: 'second', email: 'b@msp.example', displayName: 'B', password: 'Str0ng!passw0rd' },
  }),
  'auth-options': () => ({}),
  'auth-microsoft': () => ({}),
  'auth-azure': () => ({}),
  'auth-callback': () => ({ query: { state: 'none' } }),
  users: () => ({}),
  'user-create': () => ({
    body: { username: 'grace', email: 'grace@msp.example', displayName: 'Grace Hopper', password: 'Qu1et!harbor' },
  }),
  'user-change': () => ({ params: { id: absentUser }, body: { role: 'viewer' } }),
  'user-delete': () => ({ params: { id: absentUser } }),
  'user-password-reset': () => ({ body: { userId: absentUser, newPassword: 'Qu1et!harbor' } }),
  'user-reset-link': () => ({ body: { email: 'nobody@msp.example' } }),
  'user-tenants': () => ({}),
  'reset-link-check': () => ({ body: { token: `${absentUser}.${'x'.repeat(43)}` } }),
  'reset-link-use': () => ({ body: { token: `${absentUser}.${'x'.repeat(43)}`, newPassword: 'Qu1et!harbor' } }),
  'role-mappings': () => ({}),
  'role-mapping-create': () => ({ body: { m365Role: 'Global Administrator', localRole: 'admin' } }),
  'role-mapping-change': () => ({ params: { id: absentAccount }, body: { m365Role: 'x', localRole: 'viewer' } }),
  'role-mapping-delete': () => ({ params: { id: absentAccount } }),
  settings: () => ({}),
  'settings-change': () => ({ body: { role_sync_enabled: true } }),
  'auth-settings': () => ({}),
  'auth-settings-change': () => ({ body: { allowLocalLogin: true } }),
  'managed-tenants': () => ({}),
  audits: () => ({}),
  'audit-get': (id) => ({ params: { id: tenantRecordId(id, 'audit-absent') } }),
  'audit-delete': (id) => ({ params: { id: tenantRecordId(id, 'audit-absent') } }),
  'tenant-create': () => ({ body: { name: 'New Organization', m365TenantId: absentAccount } }),
  'tenant-change': (id) => ({ params: { id }, body: { displayName: 'New' } }),
  'tenant-offboard': () => ({ params: { id: absentAccount.replace('aa', 'ab') }, body: { name: 'Nobody' } }),
  'working-tenants': () => ({}),
  'connect-start': () => ({}),
  'reconnect-start': () => ({}),
  'auth-status': (tenantId) => ({ tenantId }),
  'm365-status': (tenantId) => ({ tenantId }),
  credentials: () => ({}),
  'required-permissions': () => ({}),
  'tenant-permissions': (tenantId) => ({ params: { tenantId } }),
  'tenant-configuration': (id) => ({ params: { id } }),
  'credentials-save': (tenantId) => ({
    tenantId,
    body: { clientId: tenantId, clientSecret: 'a secret', tenantId, useMock: true },
  }),
  credential: (tenantId) => ({ params: { tenantId } }),
  'credential-test': (tenantId) => ({ params: { tenantId } }),
  'graph-settings': () => ({}),
  'graph-settings-save': () => ({ body: { clientId: absentAccount, tenantId: absentAccount } }),
  'graph-test': () => ({}),
  'graph-query': (tenantId) => ({ params: { tenantId }, body: { endpoint: '/v1.0/organization' } }),
  'oauth-errors': () => ({}),
  'oauth-errors-clear': () => ({}),
  'oauth-errors-export': () => ({}),
  'oauth-debug': (tenantId) => ({ params: { tenantId } }),
  'partner-sync': () => ({}),
  tenants: () => ({}),
  'tenant-summaries': () => ({}),
  'tenant-summary': (id) => ({ params: { id } }),
  'tenant-users': (id) => ({ params: { id } }),
  'tenant-users-sync': (id) => ({ params: { id } }),
  activities: (tenantId) => ({ tenantId }),
  'recent-activity': () => ({}),
  'scan-start': (tenantId) => ({ body: { tenant_id: tenantId } }),
  'scan-get': (id) => ({ params: { scanLogId: tenantRecordId(id, 'scan-absent') } }),
  'scan-cancel': (id) => ({ params: { scanLogId: tenantRecordId(id, 'scan-absent') } }),
  'scan-retry': (id) => ({ params: { scanLogId: tenantRecordId(id, 'scan-absent') } }),
  'scan-run': () => ({ body: { tenantIds: 'all' } }),
  'scan-runs': () => ({}),
  'scan-run-scans': () => ({ params: { runId: absentAccount } }),
  'scan-run-get': () => ({ params: { runId: absentAccount } }),
  'scan-run-cancel': () => ({ params: { runId: absentAccount } }),
  'scan-run-retry': () => ({ params: { runId: absentAccount } }),
  'tenant-schedule': (id) => ({ params: { id } }),
  'tenant-schedule-set': (id) => ({ params: { id }, body: { schedule: null } }),
  'tenant-schedules-set': (id) => ({ body: { tenantIds: [id], schedule: null } }),
  findings: (tenantId) => ({ tenantId }),
  'finding-get': (id) => ({ params: { findingId: tenantRecordId(id, 'f-absent') } }),
  'finding-set-status': (id) => ({
    params: { findingId: tenantRecordId(id, 'f-absent') },
    body: { status: 'resolved' },
  }),
  'findings-set-status': (tenantId) => ({
    body: { tenantId, findingIds: [tenantRecordId(tenantId, 'f-absent')], status: 'resolved' },
  }),
  'finding-groups': (tenantId) => ({ query: { tenantId } }),
  'findings-export': () => ({}),
  'finding-accept': (id) => ({
    params: { findingId: tenantRecordId(id, 'f-absent') },
    body: { reason: 'The customer decided so', expiresAt: soon },
  }),
  'finding-acceptance-withdraw': (id) => ({ params: { findingId: tenantRecordId(id, 'f-absent') } }),
  'emergency-accounts': (id) => ({ params: { id } }),
  'emergency-account-declare': (id) => ({
    params: { id },
    body: { account: absentAccount, reason: 'The customer decided so', expiresAt: soon },
  }),
  'emergency-account-change': (id) => ({
    params: { id, userId: absentAccount },
    body: { reason: 'The customer decided so', expiresAt: soon },
  }),
  'emergency-account-remove': (id) => ({ params: { id, userId: absentAccount } }),
  'findings-download': (id) => ({ params: { id } }),
  'audit-latest': (tenantId) => ({ tenantId }),
  'audit-trail': () => ({}),
  'audit-trail-export': () => ({}),
  'export-database': () => ({}),
  'export-sql': () => ({}),
  exports: () => ({}),
  'export-get': () => ({ params: { jobId: absentAccount } }),
  'export-download': () => ({ params: { jobId: absentAccount } }),
  'audit-trail-verification': () => ({}),
  'audit-trail-verify': () => ({}),
  drift: (tenantId) => ({ query: { tenantId } }),
  scans: (tenantId) => ({ query: { tenantId } }),
  'report-pdf': (id) => ({ params: { id } }),
  'report-generate': (tenantId) => ({ body: { tenantId } }),
  reports: (tenantId) => ({ tenantId }),
  report: (id) => ({ params: { reportId: tenantRecordId(id, 'report-absent') } }),
  'report-settings': () => ({}),
  'report-logo': () => ({}),
  'report-settings-change': () => ({ body: { revision: 0, organizationName: 'Northwind' } }),
  'report-time-zone': (id) => ({ params: { id } }),
  'report-time-zone-choose': (id) => ({ params: { id }, body: { timeZone: 'Europe/Berlin' } }),
  'report-file': (id) => ({ params: { reportId: tenantRecordId(id, 'report-absent') } }),
  'scan-internal': (tenantId) => ({ body: { tenantId } }),
  'internal-scan': (tenantId) => ({ params: { tenantId } }),
  'internal-policies': (tenantId) => ({ params: { tenantId } }),
  'report-comparisons': (id) => ({ params: { id } }),
  'data-freshness': (tenantId) => ({ params: { syncType: 'audit-run' }, query: { tenantId } }),
  'secure-score': (tenantId) => ({ query: { tenantId } }),
  'm365-secure-score': (tenantId) => ({ tenantId }),
  'risk-indicators': (tenantId) => ({ query: { tenantId } }),
  approvals: () => ({}),
  'approval-get': (id) => ({ params: { id: tenantRecordId(id, 'a-absent') } }),
  'approval-approve': (id) => ({ params: { id: tenantRecordId(id, 'a-absent') }, body: {} }),
  'approval-deny': (id) => ({ params: { id: tenantRecordId(id, 'a-absent') }, body: {} }),
  'approval-change': (id) => ({ params: { id: tenantRecordId(id, 'a-absent') }, body: { status: 'approved' } }),
  'approvals-decide': (id) => ({ body: { ids: [tenantRecordId(id, 'a-absent')], status: 'denied' } }),
  'approval-request': (id) => ({
    body: { type: 'system_change', tenantId: id, title: 'Move the mailboxes', reason: 'The customer decided so' },
  }),
  'approvals-own': () => ({}),
  tasks: () => ({}),
  'tenant-tasks': (tenantId) => ({ tenantId }),
  'task-get': (id) => ({ params: { taskId: tenantRecordId(id, 'task-absent') } }),
  'task-change': (id) => ({ params: { taskId: tenantRecordId(id, 'task-absent') }, body: { status: 'in_progress' } }),
  'tasks-save': (tenantId) => ({
    tenantId,
    body: { tasks: [{ id: tenantRecordId(tenantId, 'task-absent'), version: 1, status: 'blocked' }] },
  }),
  'task-create': (tenantId) => ({
    body: { tenantId, title: 'Renew the certificate', description: 'Before May', category: 'mail-flow' },
  }),
  'task-assignees': (id) => ({ params: { id } }),
  stats: () => ({}),
  checklist: (id) => ({ params: { scanId: tenantRecordId(id, 'scan-absent') } }),
  'checklist-change': (id) => ({
    params: { scanId: tenantRecordId(id, 'scan-absent') },
    body: { items: [{ itemId: 'legacy_auth', checked: true }] },
  }),
  'dashboard-stats': (tenantId) => ({ tenantId }),
  'price-list': () => ({}),
  'price-list-change': () => ({ body: { revision: 0, work: [...defaultPrices] } }),
  'project-plan': (tenantId) => ({ tenantId }),
  'project-plan-make': (tenantId) => ({ body: { tenantId } }),
  'project-sample': (tenantId) => ({ tenantId }),
  'project-readiness': (tenantId) => ({ query: { tenantId } }),
  compliance: (tenantId) => ({ query: { tenantId } }),
  'compliance-framework': (tenantId) => ({ params: { framework: 'cis-m365' }, query: { tenantId } }),
  'compliance-download': (id) => ({ params: { id }, query: { framework: 'nist-csf' } }),
  mailflow: (tenantId) => ({ tenantId, query: { domain: 'alderwickclinic.example' } }),
  'tenant-mailflow': (id) => ({ params: { id } }),
  'mail-use-answer': (id) => ({ params: { id }, body: { domain: 'absent.example', sends: 'none' } }),
  health: () => ({}),
  'system-health': () => ({}),
  'system-health-check': () => ({}),
  'system-history': () => ({}),
  'config-status': () => ({}),
  openapi: () => ({}),
};

/**
 * Calls for administrators that name no tenant and are not for all tenants alone: each has to be listed here, and answers by
 * the caller's scope. What is not listed is refused to an administrator of some.
 */
const keepToScope = [
  'users',
  'user-tenants',
  'managed-tenants',
  'audits',
  'working-tenants',
  'connect-start',
  'reconnect-start',
  'credentials',
  'scan-run',
  'scan-runs',
  'scan-run-scans',
  'scan-run-get',
  'scan-run-cancel',
  'scan-run-retry',
  'tenant-schedules-set',
  'approvals',
  'approvals-decide',
  'tasks',
  'audit-trail',
  'audit-trail-export',
  'exports',
  'export-get',
  'export-download',
  'stats',
];

const unknownTenant = '00000000-0000-4000-8000-00000000dead';
const inputFor = (endpoint: Endpoint, tenantId: string): Call => {
  const make = fitting[endpoint.name];
  if (!make) throw new Error(`Say in this test what input fits ${endpoint.name}`);
  return make(tenantId);
};
const guarded = endpoints.filter((endpoint) => endpoint.access !== 'public');
const lower = { viewer: null, technician: 'viewer', admin: 'technician' } as const;

describe('every call of the contract', () => {
  let app: TestApp;
  let tenantId: string;
  let otherTenantId: string;
  let cookies: Record<'everywhere' | 'admin' | 'technician' | 'viewer' | 'unscoped', string>;
  const adminFor = ({ allTenants }: Endpoint) => (allTenants ? cookies.everywhere : cookies.admin);

  beforeAll(async () => {
    app = await createTestApp();
    [tenantId = '', otherTenantId = ''] = await app.tenantIds();
    const scope = { kind: 'tenants', tenantIds: [tenantId] } as const;
    cookies = {
      everywhere: await app.signInAs('admin', { kind: 'all' }),
      admin: await app.signInAs('admin', scope),
      technician: await app.signInAs('technician', scope),
      viewer: await app.signInAs('viewer', scope),
      unscoped: await app.signInAs('admin', { kind: 'none' }),
    };
  });
  afterAll(() => app.close());

  const expectError = (answer: { status: number; json: unknown; headers: Record<string, string> }, status: number) => {
    expect(answer.status).toBe(status);
    const body = z.parse(ErrorBody, answer.json);
    expect(body.error).toBe(body.message);
    expect(body.requestId).toBe(answer.headers['x-request-id']);
  };

  it('is served by exactly one route, and no route serves anything else', () => {
    const served = routesOf(app.app).map((route) => route.endpoint.name);
    expect(served.toSorted()).toEqual(endpoints.map((endpoint) => endpoint.name).toSorted());
    const calls = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(calls).size).toBe(calls.length);
  });

  it('has a name that Azure Functions takes, not shared with a job', () => {
    const names = [...endpoints.map((endpoint) => endpoint.name), ...jobsOf(app.app).map((job) => job.name)];
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^(?!admin|runtime)[a-z][a-z0-9_-]{0,127}$/);
    for (const endpoint of endpoints) expect(endpoint.path).toMatch(/^\/api\/[a-z]/);
  });

  it.each(guarded.map((endpoint) => [endpoint.name, endpoint] as const))('%s needs a session', async (_, endpoint) => {
    expectError(await app.call(endpoint, inputFor(endpoint, tenantId)), 401);
    const forged = { ...inputFor(endpoint, tenantId), cookie: `__Host-tenantry=first-admin.${'A'.repeat(43)}` };
    expectError(await app.call(endpoint, forged), 401);
  });

  it.each(
    guarded.filter((endpoint) => endpoint.access !== 'viewer').map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s refuses the next lower role, even with bad input', async (_, endpoint) => {
    const role = lower[endpoint.access as 'technician' | 'admin'];
    expectError(await app.call(endpoint, { ...inputFor(endpoint, tenantId), cookie: cookies[role ?? 'viewer'] }), 403);
    expectError(
      await app.call(endpoint, { ...inputFor(endpoint, tenantId), rawBody: '{', cookie: cookies.viewer }),
      403,
    );
  });

  it.each(guarded.filter(({ allTenants }) => allTenants).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s, which concerns every tenant, refuses an administrator of some',
    async (_, endpoint) => {
      for (const cookie of [cookies.admin, cookies.unscoped])
        expectError(await app.call(endpoint, { ...inputFor(endpoint, tenantId), cookie }), 403);
    },
  );

  it('is for administrators of all tenants where it names none, unless it keeps to the scope', () => {
    const withoutTenant = endpoints.filter(({ access, tenant }) => access === 'admin' && tenant.from === 'none');
    const others = withoutTenant.filter(({ allTenants }) => !allTenants).map(({ name }) => name);
    expect(others.toSorted()).toEqual(keepToScope.toSorted());
    const declared = { name: 'new', summary: '', method: 'GET', path: '/api/new', access: 'admin' } as const;
    expect(defineEndpoint(declared).allTenants).toBe(true);
  });

  it.each(
    guarded
      .filter(({ method, tenant, allTenants, navigation }) => {
        return method === 'GET' && tenant.from === 'none' && !allTenants && !navigation;
      })
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s tells an administrator of some tenants nothing of the others', async (_, endpoint) => {
    const answer = await app.call(endpoint, { ...inputFor(endpoint, tenantId), cookie: cookies.admin });
    const others = (await app.tenantIds()).filter((id) => id !== tenantId);
    for (const id of others) expect(answer.text).not.toContain(id);
  });

  it.each(
    guarded.filter((endpoint) => endpoint.tenant.from !== 'none').map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s does not tell a foreign tenant from one that is not there', async (_, endpoint) => {
    const foreign = await app.call(endpoint, { ...inputFor(endpoint, otherTenantId), cookie: cookies.admin });
    const call = inputFor(endpoint, unknownTenant);
    const nowhere = await app.call(endpoint, { ...call, cookie: cookies.admin });
    if (endpoint.name === 'auth-session') {
      expectError(await app.call(endpoint, { cookie: cookies.admin, tenantId: otherTenantId }), 404);
      return;
    }
    expectError(foreign, 404);
    expectError(nowhere, 404);
    expect(foreign.json.message).toBe(nowhere.json.message);
    expect(foreign.json.code).toBe('TENANT_NOT_FOUND');
    expectError(await app.call(endpoint, { ...inputFor(endpoint, tenantId), cookie: cookies.unscoped }), 404);
  });

  it('answers a user of the right role and scope', async () => {
    for (const endpoint of guarded) {
      if (endpoint.name === 'scan-start' || endpoint.name === 'scan-run') continue;
      const answer = await app.call(endpoint, { ...inputFor(endpoint, tenantId), cookie: adminFor(endpoint) });
      const found = endpoint.navigation ? 302 : (absent[endpoint.name] ?? 200);
      const wanted = endpoint.tenant.from === 'idPrefix' ? 404 : found;
      expect([endpoint.name, answer.status]).toEqual([endpoint.name, wanted]);
    }
  });

  it.each(
    endpoints
      .filter((endpoint) => endpoint.changes || endpoint.download)
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s refuses a request that another site caused', async (_, endpoint) => {
    const call = { ...inputFor(endpoint, tenantId), cookie: adminFor(endpoint) };
    const foreign = { ...call, headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } };
    expectError(await app.call(endpoint, foreign), 403);
    const sibling = { ...call, headers: { 'sec-fetch-site': 'same-site' } };
    expectError(await app.call(endpoint, sibling), 403);
  });

  it('never answers with anything that a cache or another site may keep', async () => {
    const answer = await app.call(guarded[0] as Endpoint, { cookie: cookies.viewer });
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
});
