import { continueConnection, listAdminTenants, startConsent, startReconnect } from '@tenantry/contract/connections';
import { createTenant } from '@tenantry/contract/managed-tenants';
import { finishMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { containers } from '../../store/containers.ts';

const ferncliffe = 'ferncliffeschools.example';

describe('a consent that Microsoft has not applied yet', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let admin: string;
  let prospectId: string;
  let username: string;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date() });
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie: admin } = opened);
    prospectId = microsoft.cloud.prospects.find(({ domain }) => domain === ferncliffe)?.id ?? '';
    const people = microsoft.cloud.usersOf(prospectId);
    username = people.find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName ?? '';
    return opened.close;
  });
  afterEach(() => vi.useRealTimers());

  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const takes = (consentSeconds: number) => microsoft.cloud.entra.change({ tenantId: prospectId, consentSeconds });
  const finish = async (query: Record<string, string>, cookie: string) =>
    String((await app.call(finishMicrosoftSignIn, { query, cookie })).json.redirectTo);
  /** Consents and signs in. @returns the page to which the browser is led then */
  async function consent(tenantId: string | null = null): Promise<string> {
    const begun =
      tenantId === null
        ? await app.call(startConsent, { cookie: admin })
        : await app.call(startReconnect, { query: { tenantId }, cookie: admin });
    const cookies = `${admin}; ${begun.cookie}`;
    const consented = await microsoft.visit(begun.headers.location ?? '', { username, consent: 'accept' });
    const signIn = await finish(consented, cookies);
    return finish(await microsoft.visit(signIn, { username }), cookies);
  }
  async function wait(tenantId: string | null = null): Promise<string> {
    const page = await consent(tenantId);
    expect(page).toMatch(/^\/auth\/connecting\?connection=[\w-]{43}$/);
    return new URLSearchParams(page.split('?')[1]).get('connection') ?? '';
  }
  const ask = (connection: string, cookie = admin) => app.call(continueConnection, { params: { connection }, cookie });
  const tenants = async () =>
    ((await app.call(listAdminTenants, { cookie: admin })).json.tenants as { id: string }[]).filter(
      ({ id }) => id === prospectId,
    );
  const entriesOf = (eventType: string) =>
    app.app.records.across(containers.auditLogs).count([{ field: 'eventType', op: 'eq', value: eventType }]);
  const tokenRequests = () =>
    microsoft.cloud
      .requestCounts()
      .filter(({ path }) => path === '/oauth2/v2.0/token')
      .reduce((sum, { count }) => sum + count, 0);

  it('ends connected where the consent takes 40 seconds to arrive, and the trail tells who did it', async () => {
    takes(40);
    const connection = await wait();
    expect(await tenants()).toEqual([]);
    for (let waited = 5; waited < 40; waited += 5) {
      pass(5);
      expect((await ask(connection)).json).toEqual({
        state: 'waiting',
        waitedSeconds: waited,
        limitSeconds: 60,
        retryAfterSeconds: 5,
      });
    }
    pass(5);
    const done = await ask(connection);
    expect(done.json).toEqual({
      state: 'done',
      redirectTo: expect.stringMatching(/^\/auth\/complete\?success=tenant_connected/),
    });
    expect(await tenants()).toMatchObject([{ domain: ferncliffe, credentialStatus: 'connected' }]);
    expect(await entriesOf('tenant_connected')).toBe(1);
  });

  it('is waited for on a tenant of the list alike', async () => {
    await app.call(createTenant, { body: { name: 'Ferncliffe', m365TenantId: prospectId }, cookie: admin });
    takes(20);
    const connection = await wait(prospectId);
    pass(20);
    expect((await ask(connection)).json).toMatchObject({
      state: 'done',
      redirectTo: expect.stringMatching(/success=reauth_complete/),
    });
  });

  it('needs no page where it has arrived by then', async () => {
    expect(await consent()).toMatch(/^\/auth\/complete\?success=tenant_connected/);
  });

  it('that has not arrived within a minute says what to do, and makes no tenant', async () => {
    takes(600);
    const connection = await wait();
    pass(59);
    expect((await ask(connection)).json).toMatchObject({ state: 'waiting', waitedSeconds: 59 });
    pass(5);
    const failed = { state: 'done', redirectTo: '/auth/error?message=permissions-missing' };
    expect((await ask(connection)).json).toEqual(failed);
    // Nobody waits any longer, whatever comes then.
    pass(600);
    expect((await ask(connection)).json).toEqual(failed);
    expect(await tenants()).toEqual([]);
    const { items } = await app.app.records.across<{ id: string; error: string }>(containers.oauthErrors).query();
    expect(items.filter(({ error }) => error !== '')).toHaveLength(1);
  });

  it('is told on the list where the tenant stands in it', async () => {
    await app.call(createTenant, { body: { name: 'Ferncliffe', m365TenantId: prospectId }, cookie: admin });
    takes(600);
    const connection = await wait(prospectId);
    pass(61);
    expect((await ask(connection)).json).toMatchObject({
      redirectTo: '/admin/tenants?reauth=failed&error=permissions-missing',
    });
  });

  it('is waited for while Microsoft does not respond, and told as that', async () => {
    takes(30);
    const connection = await wait();
    microsoft.cloud.faults.set({
      pathPrefix: '/oauth2/v2.0/token',
      kind: 'status',
      status: 503,
      retryAfterSeconds: 0,
    });
    pass(30);
    expect((await ask(connection)).json).toMatchObject({ state: 'waiting' });
    pass(31);
    expect((await ask(connection)).json).toMatchObject({ redirectTo: '/auth/error?message=microsoft-not-reached' });
  });

  it('is asked for once, however many tabs wait and however often somebody clicks', async () => {
    takes(40);
    const connection = await wait();
    pass(5);
    microsoft.cloud.clearRequestCounts();
    for (const { status } of await Promise.all([ask(connection), ask(connection), ask(connection)]))
      expect(status).toBe(200);
    // A token without permissions, and another one to see that.
    expect(tokenRequests()).toBe(2);
    expect((await ask(connection)).json).toMatchObject({ state: 'waiting' });
    expect(tokenRequests()).toBe(2);
    pass(40);
    const answers = await Promise.all([ask(connection), ask(connection), ask(connection)]);
    expect(answers.some(({ json }) => json.state === 'done')).toBe(true);
    for (let tab = 0; tab < 2; tab += 1)
      expect((await ask(connection)).json.redirectTo).toMatch(/success=tenant_connected/);
    expect(await entriesOf('tenant_connected')).toBe(1);
    expect(await tenants()).toHaveLength(1);
  });

  it('is nobody else’s to wait for, and is forgotten after a quarter of an hour', async () => {
    takes(600);
    const connection = await wait();
    const colleague = await app.signInAs('admin', { kind: 'all' });
    expect((await ask(connection, colleague)).status).toBe(404);
    pass(15 * 60);
    expect(await app.app.microsoft.pendingConnections.sweep()).toBe(1);
    expect((await ask(connection)).status).toBe(404);
  });

  it('keeps what the sign-in gave under lock, and drops it once the wait is over', async () => {
    takes(600);
    const connection = await wait();
    const { pendingConnections } = app.app.microsoft;
    const userId = 'first-admin';
    const kept = await pendingConnections.find(connection, userId);
    expect(JSON.stringify(kept)).not.toMatch(/RefreshToken|refresh_token|eyJ/);
    expect(kept && (await pendingConnections.grantOf(kept))?.tokenCache).toContain('RefreshToken');
    pass(61);
    await ask(connection);
    expect((await pendingConnections.find(connection, userId))?.sealed).toBe('');
  });

  it('survives a new data key', async () => {
    takes(20);
    const connection = await wait();
    await app.app.rotateDataKey();
    pass(20);
    expect((await ask(connection)).json).toMatchObject({ redirectTo: expect.stringMatching(/success=/) });
  });
});
