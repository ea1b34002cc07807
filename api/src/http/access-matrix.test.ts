import { defineEndpoint, type Endpoint } from '@tenantry/contract/endpoint';
import { endpoints } from '@tenantry/contract/endpoints';
import { ErrorBody } from '@tenantry/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { storeToken, userOf, withToken } from '../../testing/api-tokens.ts';
import { fittingCall } from '../../testing/fitting-calls.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { closedToEveryToken, openToTokens } from '../../testing/token-table.ts';
import { jobsOf } from '../jobs.ts';
import { routesOf } from '../routes.ts';
import { createHandler } from './handle.ts';

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
  // No sign-in log of the tenant was read.
  'sign-in-log-replay': 409,
  'audit-trail-verify': 202,
  'approvals-decision-run': 404,
  // No scan of this tenant is kept.
  'what-if-evaluate': 404,
  'what-if-draft-create': 404,
  'tenant-group-create': 201,
  'notice-rule-create': 201,
  'notice-rule-change': 404,
  'notice-rule-delete': 404,
  'notice-channel-create': 201,
  'notice-channel-change': 404,
  'notice-channel-delete': 404,
  'notice-channel-rotate-secret': 404,
  'notice-channel-test': 404,
  'notice-channel-deliveries': 404,
  'baseline-create': 201,
  'baseline-change': 404,
  'baseline-delete': 404,
  'baseline-exception-make': 404,
  'baseline-exception-end': 404,
  'report-schedule-create': 201,
  'report-schedule-change': 404,
  'report-schedule-delete': 404,
  'report-schedule-run': 404,
  // These users have no mail address.
  'mail-test': 409,
  'ticket-system-create': 201,
  'ticket-system-change': 404,
  'ticket-system-delete': 404,
  'ticket-system-test': 404,
  'ticket-system-choices': 404,
  'ticket-company-matches': 404,
  'ticket-companies': 404,
  'ticket-companies-match': 404,
  'ticket-retry': 404,
  'task-tickets': 404,
  'task-ticket-open': 404,
  'tenant-group-change': 404,
  'tenant-group-delete': 404,
  'project-plan-preview': 404,
  'export-get': 404,
  'export-download': 404,
  'report-pdf': 404,
  'report-comparisons': 404,
  'report-generate': 404,
  'evidence-pack-make': 404,
  'evidence-pack-download': 404,
  'evidence-pack-share': 404,
  'report-release': 404,
  report: 404,
  'connect-continue': 404,
  'report-logo': 404,
  'internal-scan': 202,
  'scan-internal': 202,
  'compliance-download': 404,
  // Staff answer for a client by a call of their own.
  'client-questionnaire-answer': 403,
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
  'profile-token-make': 201,
  'profile-token-revoke': 404,
  'service-token-make': 201,
  'service-token-revoke': 404,
  'service-token-sponsor': 404,
  // Somebody who is signed in calls without a token.
  'token-current': 404,
  // A contact of the client is here, for whom the room was opened.
  'client-room-change': 409,
  'client-invite': 404,
  'client-access-end': 404,
  'client-logo': 404,
  // Staff look at the room, and ask nothing in it.
  'client-question-ask': 403,
  'client-approval-answer': 403,
  'client-risk-answer': 403,
  'role-mapping-delete': 404,
  'scan-run-get': 404,
  'scan-run-cancel': 404,
  'scan-run-scans': 404,
  'scan-run-retry': 404,
  'task-create': 201,
  'mcp-stream': 405,
  'mcp-session-end': 405,
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
  'connect-continue',
  'credentials',
  'scan-run',
  'scan-runs',
  'scan-run-scans',
  'scan-run-get',
  'scan-run-cancel',
  'scan-run-retry',
  'tenant-schedules-set',
  'approvals',
  'approvals-by-remedy',
  'approvals-decide',
  'approvals-decision-run',
  'audit-trail',
  'audit-trail-export',
  'exports',
  'export-get',
  'export-download',
  'stats',
  'report-schedules',
  'report-schedule-create',
  'report-schedule-change',
  'report-schedule-delete',
  'report-schedule-run',
  'report-deliveries',
];

/**
 * Calls that contacts of a client may make, in their own tenant. Each has to be listed here; every other call is closed to them, and
 * a public one takes them for nobody.
 */
const openToClients = [
  'auth-session',
  'auth-logout',
  'client-summary',
  'client-logo',
  'client-decisions',
  'client-approval-answer',
  'client-risk-answer',
  'client-questions',
  'client-question-ask',
  'client-reports',
  'client-report-file',
  ...['client-questionnaires', 'client-questionnaire', 'client-questionnaire-answer', 'client-questionnaire-download'],
  ...['evidence-packs', 'evidence-pack-download'],
];

const unknownTenant = '00000000-0000-4000-8000-00000000dead';
const guarded = endpoints.filter((endpoint) => endpoint.access !== 'public');
const lower = { viewer: null, technician: 'viewer', admin: 'technician' } as const;

describe('every call of the contract', () => {
  let app: TestApp;
  let tenantId: string;
  let otherTenantId: string;
  let cookies: Record<'everywhere' | 'admin' | 'technician' | 'viewer' | 'unscoped' | 'client', string>;
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
      client: await app.signInAsClient(tenantId),
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
    expectError(await app.call(endpoint, fittingCall(endpoint, tenantId)), 401);
    const forged = { ...fittingCall(endpoint, tenantId), cookie: `__Host-tenantry=first-admin.${'A'.repeat(43)}` };
    expectError(await app.call(endpoint, forged), 401);
  });

  it.each(
    guarded.filter((endpoint) => endpoint.access !== 'viewer').map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s refuses the next lower role, even with bad input', async (_, endpoint) => {
    const role = lower[endpoint.access as 'technician' | 'admin'];
    expectError(
      await app.call(endpoint, { ...fittingCall(endpoint, tenantId), cookie: cookies[role ?? 'viewer'] }),
      403,
    );
    expectError(
      await app.call(endpoint, { ...fittingCall(endpoint, tenantId), rawBody: '{', cookie: cookies.viewer }),
      403,
    );
  });

  it.each(guarded.filter(({ allTenants }) => allTenants).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s, which concerns every tenant, refuses an administrator of some',
    async (_, endpoint) => {
      for (const cookie of [cookies.admin, cookies.unscoped])
        expectError(await app.call(endpoint, { ...fittingCall(endpoint, tenantId), cookie }), 403);
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
    const answer = await app.call(endpoint, { ...fittingCall(endpoint, tenantId), cookie: cookies.admin });
    const others = (await app.tenantIds()).filter((id) => id !== tenantId);
    for (const id of others) expect(answer.text).not.toContain(id);
  });

  it.each(
    guarded.filter((endpoint) => endpoint.tenant.from !== 'none').map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s does not tell a foreign tenant from one that is not there', async (_, endpoint) => {
    const foreign = await app.call(endpoint, { ...fittingCall(endpoint, otherTenantId), cookie: cookies.admin });
    const call = fittingCall(endpoint, unknownTenant);
    const nowhere = await app.call(endpoint, { ...call, cookie: cookies.admin });
    if (endpoint.name === 'auth-session') {
      expectError(await app.call(endpoint, { cookie: cookies.admin, tenantId: otherTenantId }), 404);
      return;
    }
    expectError(foreign, 404);
    expectError(nowhere, 404);
    expect(foreign.json.message).toBe(nowhere.json.message);
    expect(foreign.json.code).toBe('TENANT_NOT_FOUND');
    expectError(await app.call(endpoint, { ...fittingCall(endpoint, tenantId), cookie: cookies.unscoped }), 404);
  });

  it('is open to clients as the list says', () => {
    const declared = endpoints.filter(({ client }) => client).map(({ name }) => name);
    expect(declared.toSorted()).toEqual(openToClients.toSorted());
    // What a client may do is a viewer's at most, in a tenant that the call names: nothing of the installation.
    for (const { name, access, allTenants, token } of endpoints.filter(({ client }) => client)) {
      expect([name, ['public', 'viewer'].includes(access), allTenants, token]).toEqual([name, true, false, null]);
    }
  });

  it.each(guarded.filter(({ client }) => !client).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s is closed to clients, whatever role and tenants are stored with them',
    async (_, endpoint) => {
      const cookie = cookies.client;
      for (const id of [tenantId, otherTenantId]) {
        expectError(await app.call(endpoint, { ...fittingCall(endpoint, id), cookie }), 403);
      }
      expectError(await app.call(endpoint, { ...fittingCall(endpoint, tenantId), rawBody: '{', cookie }), 403);
    },
  );

  it('answers a user of the right role and scope', async () => {
    for (const endpoint of guarded) {
      if (endpoint.name === 'scan-start' || endpoint.name === 'scan-run') continue;
      const answer = await app.call(endpoint, { ...fittingCall(endpoint, tenantId), cookie: adminFor(endpoint) });
      const found = endpoint.tenant.from === 'idPrefix' ? 404 : 200;
      const wanted = endpoint.navigation ? 302 : (absent[endpoint.name] ?? found);
      expect([endpoint.name, answer.status]).toEqual([endpoint.name, wanted]);
    }
  });

  it.each(
    endpoints
      .filter((endpoint) => endpoint.changes || endpoint.download)
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s refuses a request that another site caused', async (_, endpoint) => {
    const call = { ...fittingCall(endpoint, tenantId), cookie: adminFor(endpoint) };
    const foreign = { ...call, headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } };
    expectError(await app.call(endpoint, foreign), 403);
    const sibling = { ...call, headers: { 'sec-fetch-site': 'same-site' } };
    expectError(await app.call(endpoint, sibling), 403);
  });

  it('is open to tokens as the table says, in which each of them stands once', () => {
    const open = Object.entries(openToTokens).flatMap(([use, names]) => names.map((name) => [name, use] as const));
    const closed = Object.values(closedToEveryToken).flatMap((names) => names.map((name) => [name, null] as const));
    const table = [...open, ...closed].toSorted(([one], [other]) => one.localeCompare(other));
    const declared = endpoints.map(({ name, token }) => [name, token] as const);
    expect(
      declared.toSorted(([one], [other]) => one.localeCompare(other)),
      'Enter new calls in api/testing/token-table.ts: under what a token may do with them, or under why it may not.',
    ).toEqual(table);
  });

  it('is closed to tokens where it is public, asks who is there, or is where a browser goes, whatever is declared', () => {
    const open = endpoints.filter(({ token }) => token !== null);
    expect(open.length).toBeGreaterThan(50);
    for (const { name, access, stepUp, navigation } of open) {
      expect([name, access !== 'public', stepUp, navigation]).toEqual([name, true, false, false]);
    }
    const declared = { name: 'new', summary: '', method: 'GET', path: '/api/new', access: 'viewer' } as const;
    expect(defineEndpoint(declared).token).toBeNull();
    for (const closed of [
      { access: 'public' },
      { stepUp: true },
      { stepUp: 'sometimes' },
      { navigation: true },
    ] as const) {
      const endpoint = defineEndpoint({ ...declared, ...closed, token: 'read' });
      expect(() => createHandler({ endpoint, run: async () => null }, app.handling)).toThrow(
        /cannot be open to tokens/,
      );
    }
  });

  it('is read by a token where it changes nothing, but for previews', () => {
    const changing = endpoints.filter(({ token, changes }) => token === 'read' && changes);
    expect(changing.map(({ name }) => name)).toEqual(['project-plan-preview']);
  });

  it('hands out no credential to a token, whatever its answer is made of', () => {
    const open = endpoints.filter(({ token, response }) => token !== null && response !== undefined);
    for (const { name, response } of open) {
      const schema = JSON.stringify(z.toJSONSchema(response as z.ZodMiniType, { unrepresentable: 'any' }));
      expect([name, /"(?:\w*secret|password\w*|recoveryCodes|resetLink|clientSecret)":\{/i.test(schema)]).toEqual([
        name,
        false,
      ]);
    }
  });

  it.each(endpoints.filter(({ standalone }) => !standalone).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers an administrator’s token as the table says, with nothing of a page’s headers',
    async (_, endpoint) => {
      // One for each call, as each may make some calls a minute.
      const secret = await storeToken(app, userOf(cookies.everywhere));
      const answer = await app.call(endpoint, { ...fittingCall(endpoint, tenantId), headers: withToken(secret) });
      if (endpoint.token !== null) return expect([401, 403, 429, 500]).not.toContain(answer.status);
      expectError(answer, 403);
      expect(answer.json.code).toBe('CLOSED_TO_TOKENS');
    },
  );

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
