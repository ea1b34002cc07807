import { getLatestAudit } from '@tenantry/contract/audits';
import { getAuthStatus, getM365Status } from '@tenantry/contract/connection-status';
import {
  listAdminTenants,
  listCredentials,
  saveCredentials,
  startConsent,
  startReconnect,
} from '@tenantry/contract/connections';
import { queryGraph } from '@tenantry/contract/graph-tools';
import { finishMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { getScan, startScan } from '@tenantry/contract/scans';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { Answer, TestApp } from '../../../testing/test-app.ts';
import { firstAdminId } from '../../domain/user-access/create-user.ts';
import { update } from '../../ports/collection.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { credentialId } from '../../store/credentials.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';

const ferncliffe = 'ferncliffeschools.example';

describe('connecting a tenant', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let admin: string;
  let prospectId: string;
  let customerAdmin: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie: admin } = opened);
    const prospect = microsoft.cloud.prospects.find(({ domain }) => domain === ferncliffe);
    prospectId = prospect?.id ?? '';
    const people = microsoft.cloud.usersOf(prospectId);
    customerAdmin = people.find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName ?? '';
    return opened.close;
  });

  const requestOf = (answer: Answer) => ({
    address: answer.headers.location ?? '',
    cookies: `${admin}; ${answer.cookie}`,
  });
  const finish = (query: Record<string, string>, cookie: string) => app.call(finishMicrosoftSignIn, { query, cookie });
  async function consent(choice = 'accept') {
    const { address, cookies } = requestOf(await app.call(startConsent, { cookie: admin }));
    const back = await microsoft.visit(address, { username: customerAdmin, consent: choice });
    return { back, cookies, next: await finish(back, cookies) };
  }
  async function connect(username = customerAdmin): Promise<Answer> {
    const { next, cookies } = await consent();
    const back = await microsoft.visit(String(next.json.redirectTo), { username });
    return finish(back, cookies);
  }
  async function reconnect(username = customerAdmin): Promise<Answer> {
    const { address, cookies } = requestOf(
      await app.call(startReconnect, { query: { tenantId: prospectId }, cookie: admin }),
    );
    const answer = await finish(await microsoft.visit(address, { username, consent: 'accept' }), cookies);
    // Where the consent was gone, it came first.
    if (!String(answer.json.redirectTo).startsWith('http')) return answer;
    return finish(await microsoft.visit(String(answer.json.redirectTo), { username }), cookies);
  }
  async function scan() {
    const started = await app.call(startScan, { body: { tenant_id: prospectId }, cookie: admin });
    await app.drainQueue();
    return (await app.call(getScan, { params: { scanLogId: String(started.json.scanLogId) }, cookie: admin })).json;
  }
  const tenant = async () =>
    ((await app.call(listAdminTenants, { cookie: admin })).json.tenants as Record<string, unknown>[]).find(
      (one) => one.id === prospectId,
    );
  const record = async () => (await app.app.stores.credentials.of(prospectId).get(credentialId(prospectId)))?.value;
  const makeDue = () =>
    update(app.app.stores.credentials.of(prospectId), credentialId(prospectId), (current) => ({
      ...current,
      refreshDueAt: '2026-01-01T00:00:00.000Z',
    }));
  const refreshDue = () => app.app.microsoft.tokenRefresh.refreshDue();
  const steps = async () =>
    (await app.app.records.across<{ id: string; context: string; error: string }>(containers.oauthErrors).query())
      .items;

  it('ends with a tenant that can be scanned, whose secrets no record shows', async () => {
    const done = await connect();
    expect(done.json.redirectTo).toMatch(/^\/auth\/complete\?success=tenant_connected&tenant=/);
    expect(await tenant()).toMatchObject({ domain: ferncliffe, isMock: false, credentialStatus: 'connected' });
    const known = (await app.app.stores.tenants.get(prospectId))?.value.verifiedDomains;
    expect(known).toMatch(new RegExp(`^ ${ferncliffe} .*\\.onmicrosoft\\.com $`));
    expect(await scan()).toMatchObject({ status: 'completed', userCount: expect.any(Number) });
    const stored = await app.app.stores.credentials.of(prospectId).get(credentialId(prospectId));
    expect(JSON.stringify(stored)).not.toMatch(/refresh_token|RefreshToken|eyJ/);
    expect(stored?.value).toMatchObject({ userEmail: customerAdmin, tokenCache: { keyVersion: 1 } });
    expect((await steps()).map((step) => [step.context, step.error]).sort()).toEqual([
      ['callback', ''],
      ['start', ''],
    ]);
    const status = await app.call(getM365Status, { tenantId: prospectId, cookie: admin });
    expect(status.json).toMatchObject({ mode: 'live', live: true, lastTokenSuccess: true });
    expect(status.json).toMatchObject({ liveMode: true, mockMode: false, configured: true, tenantId: prospectId });
  });

  it('is asked as the account that connected it, again and again, though each refresh token is good once', async () => {
    await connect();
    const ask = async () =>
      (await app.call(queryGraph, { params: { tenantId: prospectId }, body: { endpoint: '/v1.0/me' }, cookie: admin }))
        .json;
    const me = { success: true, data: { userPrincipalName: customerAdmin } };
    for (const answer of await Promise.all([ask(), ask(), ask()])) expect(answer).toMatchObject(me);
    expect(await ask()).toMatchObject(me);
    await makeDue();
    expect(await refreshDue()).toBe(1);
    expect(await ask()).toMatchObject(me);
    microsoft.cloud.entra.change({ tenantId: prospectId, revokeGrants: true });
    await makeDue();
    await refreshDue();
    expect(await ask()).toMatchObject({ success: false, status: 401, tokenStatus: 'expired' });
  });

  it('is read as that account where Microsoft gives something to people alone', async () => {
    await connect();
    const synchronization = async () => {
      expect(await scan()).toMatchObject({ status: 'completed' });
      const audit = (await app.call(getLatestAudit, { tenantId: prospectId, cookie: admin })).json;
      return (audit.datasets as { name: string }[]).find(({ name }) => name === 'onPremisesSynchronization');
    };
    expect(await synchronization()).toMatchObject({
      state: 'ok',
      permission: 'OnPremDirectorySynchronization.Read.All (delegated)',
    });
    microsoft.cloud.entra.change({ tenantId: prospectId, revokeGrants: true, expireAccessTokens: true });
    expect(await synchronization()).toMatchObject({
      state: 'couldNotCheck',
      status: 401,
      message: expect.stringMatching(/AADSTS50173/),
    });
  });

  it('makes one tenant of a directory, however many connect it at once', async () => {
    const answers = await Promise.all([connect(), connect(), connect()]);
    for (const answer of answers) expect(answer.json.redirectTo).toMatch(/success=/);
    const { tenants } = (await app.call(listAdminTenants, { cookie: admin })).json as { tenants: { domain: string }[] };
    expect(tenants.filter((one) => one.domain === ferncliffe)).toHaveLength(1);
  });

  it('changes nothing where the consent is declined, and says so', async () => {
    const { next } = await consent('cancel');
    expect(next.json.redirectTo).toBe('/auth/error?message=consent-declined');
    expect(await tenant()).toBeUndefined();
    expect((await steps()).some((step) => step.error !== '')).toBe(true);
  });

  it('is for the administrator who began it', async () => {
    const { address, cookies } = requestOf(await app.call(startConsent, { cookie: admin }));
    const back = await microsoft.visit(address, { username: customerAdmin, consent: 'accept' });
    const other = await app.signInAs('admin', { kind: 'all' });
    const binding = cookies.split('; ').at(-1) ?? '';
    expect((await finish(back, `${other}; ${binding}`)).status).toBe(403);
    expect((await finish(back, binding)).status).toBe(400);
    const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [] });
    expect((await app.call(startConsent, { cookie: scoped })).headers.location).toMatch(/^\/auth\/error/);
  });

  it('makes no tenant for an administrator whose scope became narrower on the way', async () => {
    const { cookies, next } = await consent();
    const users = app.app.records.partition<UserRecord>(containers.users, globalPartition);
    await update(users, firstAdminId, (user): UserRecord => ({ ...user, scope: { kind: 'none' } }));
    const answer = await finish(
      await microsoft.visit(String(next.json.redirectTo), { username: customerAdmin }),
      cookies,
    );
    expect(answer.status).toBe(403);
    const tenants = app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
    expect(await tenants.get(prospectId)).toBeNull();
  });

  it('that is withdrawn marks the tenant, once, and connecting again mends it', async () => {
    await connect();
    microsoft.cloud.entra.change({ tenantId: prospectId, consent: 'removed' });
    app.app.microsoft.microsoft365.forget({ entraTenantId: prospectId, isSimulated: false });
    expect(await scan()).toMatchObject({ status: 'failed' });
    expect(await tenant()).toMatchObject({ credentialStatus: 'reconnect' });
    const status = await app.call(getAuthStatus, { cookie: admin });
    expect(status.json).toMatchObject({ needsReconnect: true, tenants: [{ tenantId: prospectId }] });
    const lost = await app.app.records
      .across(containers.auditLogs)
      .count([{ field: 'eventType', op: 'eq', value: 'tenant_connection_lost' }]);
    expect(lost).toBe(1);
    const stored = () => app.app.records.partition<TenantRecord>(containers.tenants, globalPartition).get(prospectId);
    expect((await stored())?.value.nextScanAt).toBeNull();
    expect((await reconnect()).json.redirectTo).toMatch(/^\/auth\/complete\?success=reauth_complete/);
    expect((await app.call(getAuthStatus, { cookie: admin })).json.needsReconnect).toBe(false);
    expect(await scan()).toMatchObject({ status: 'completed' });
  });

  it('again takes an account of that tenant and of no other', async () => {
    await connect();
    const { address, cookies } = requestOf(
      await app.call(startReconnect, { query: { tenantId: prospectId }, cookie: admin }),
    );
    const request = new URL(address);
    expect(request.pathname).toContain(prospectId);
    const staff = microsoft.cloud.usersOf(microsoft.staffTenantId)[0]?.userPrincipalName ?? '';
    await expect(microsoft.visit(address, { username: staff })).rejects.toThrow();
    expect(
      (await finish({ error: 'access_denied', state: request.searchParams.get('state') ?? '' }, cookies)).json
        .redirectTo,
    ).toMatch(/^\/admin\/tenants\?reauth=failed/);
  });

  it('reports a secret that was tampered with as corrupted, and the others work on', async () => {
    await connect();
    const secret = 'a secret of their own';
    const own = {
      clientId: '6f1d2c3b-0000-4000-8000-00000000cccc',
      clientSecret: secret,
      tenantId: prospectId,
      useMock: false,
    };
    const saved = await app.call(saveCredentials, { body: own, tenantId: prospectId, cookie: admin });
    expect(saved.json).toMatchObject({ ok: true, credential: { status: 'active' } });
    expect(saved.text).not.toContain(secret);
    expect(await scan()).toMatchObject({ status: 'completed' });
    await update(app.app.stores.credentials.of(prospectId), credentialId(prospectId), (record) => ({
      ...record,
      clientSecret: record.clientSecret && { ...record.clientSecret, data: 'AAAA' },
    }));
    expect(await scan()).toMatchObject({ status: 'failed' });
    const list = await app.call(listCredentials, { cookie: admin });
    expect(list.json).toMatchObject({ hasCorruptedCredentials: true, corruptedCount: 1 });
    expect(
      (list.json.credentials as { status: string }[]).filter((one) => one.status === 'active').length,
    ).toBeGreaterThan(2);
  });

  describe('tokens', () => {
    it('are refreshed when they are due, by one process at a time, and again within a day or so', async () => {
      await connect();
      expect(await refreshDue()).toBe(0);
      await makeDue();
      const before = await record();
      const taken = await Promise.all([refreshDue(), refreshDue(), refreshDue()]);
      expect(taken.reduce((sum, count) => sum + count, 0)).toBe(1);
      const after = await record();
      expect(after?.tokenCache?.data).not.toBe(before?.tokenCache?.data);
      const aheadMs = Date.parse(after?.refreshDueAt ?? '') - Date.now();
      expect(aheadMs).toBeGreaterThan(19 * 3_600_000);
      expect(aheadMs).toBeLessThan(29 * 3_600_000);
      expect(after?.reconnectSince).toBeNull();
    });

    it('that Microsoft has revoked mark the tenant for reconnection, and are not asked for again', async () => {
      await connect();
      microsoft.cloud.entra.change({ tenantId: prospectId, revokeGrants: true });
      await makeDue();
      expect(await refreshDue()).toBe(1);
      expect(await record()).toMatchObject({ refreshDueAt: '', reconnectReason: expect.stringMatching(/AADSTS50173/) });
      expect(await refreshDue()).toBe(0);
      expect((await reconnect()).json.redirectTo).toMatch(/success=reauth_complete/);
      expect(await record()).toMatchObject({ reconnectSince: null, refreshDueAt: expect.stringMatching(/^20/) });
    });

    it('are kept alive again once a new secret mends the application, which mends no sign-in that has ended', async () => {
      await connect();
      const save = () =>
        app.call(saveCredentials, {
          body: { clientId: prospectId, clientSecret: 'a new secret', tenantId: prospectId, useMock: false },
          tenantId: prospectId,
          cookie: admin,
        });
      const lose = (grant: 'app' | 'delegated') =>
        app.app.microsoft.credentials.needsReconnect({ id: prospectId, name: 'Ferncliffe' }, 'Refused', grant);
      await lose('app');
      expect(await record()).toMatchObject({ refreshDueAt: '' });
      expect((await save()).status).toBe(200);
      expect(await record()).toMatchObject({
        reconnectSince: null,
        reconnectGrant: null,
        refreshDueAt: expect.stringMatching(/^20/),
      });
      await lose('delegated');
      expect((await save()).status).toBe(200);
      expect(await record()).toMatchObject({ reconnectSince: expect.any(String), refreshDueAt: '' });
    });

    it('are due again in an hour where Microsoft could not be reached', async () => {
      await connect();
      microsoft.cloud.faults.set({ pathPrefix: '/oauth2/v2.0/token', kind: 'status', status: 503 });
      await makeDue();
      expect(await refreshDue()).toBe(1);
      const waiting = await record();
      expect(waiting?.reconnectSince).toBeNull();
      expect(Date.parse(waiting?.refreshDueAt ?? '') - Date.now()).toBeLessThan(3_700_000);
      microsoft.cloud.faults.clear();
      await makeDue();
      expect(await refreshDue()).toBe(1);
      expect(Date.parse((await record())?.refreshDueAt ?? '') - Date.now()).toBeGreaterThan(19 * 3_600_000);
    });
  });

  it('of a simulated tenant leaves nothing simulated of it', async () => {
    await connect();
    const tenants = app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);
    await update(tenants, prospectId, (one) => ({ ...one, isMock: true }));
    expect(await scan()).toMatchObject({ status: 'completed' });
    const findings = app.app.records.partition(containers.findings, prospectId);
    expect(await findings.count()).toBeGreaterThan(0);
    expect((await connect()).json.redirectTo).toMatch(/success=tenant_connected/);
    expect(await tenant()).toMatchObject({ isMock: false, credentialStatus: 'connected', lastScanDate: null });
    expect(await findings.count()).toBe(0);
    expect(await scan()).toMatchObject({ status: 'completed' });
    const marked = await findings.count([{ field: 'isSimulated', op: 'eq', value: true }]);
    expect(marked).toBe(0);
  });

  it('survives a new data key, and what was tampered with stays as it is', async () => {
    await connect();
    const before = (await app.app.stores.credentials.of(prospectId).get(credentialId(prospectId)))?.value.tokenCache;
    const service = app.app.microsoft.credentials;
    expect(await app.app.rotateDataKey()).toEqual({ version: 2, reencrypted: 1, corrupted: 0 });
    const after = (await app.app.stores.credentials.of(prospectId).get(credentialId(prospectId)))?.value.tokenCache;
    expect([before?.keyVersion, after?.keyVersion]).toEqual([1, 2]);
    expect(await service.tokenCacheOf(prospectId)).toContain('RefreshToken');
  });
});
