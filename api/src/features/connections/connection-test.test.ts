import { getCredential, saveCredentials, testConnection } from '@tenantry/contract/connections';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { all, update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import { credentialId } from '../../store/credentials.ts';
import type { OAuthHealthRecord } from '../../store/oauth-logs.ts';

const live = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const simulated = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';

describe('testing a connection', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie } = opened);
    await app.call(saveCredentials, {
      body: { clientId: live, clientSecret: 'a secret', tenantId: live, useMock: false },
      tenantId: live,
      cookie,
    });
    return opened.close;
  });

  const test = (tenantId = live) => app.call(testConnection, { params: { tenantId }, cookie });
  const row = async (tenantId = live) => (await app.call(getCredential, { params: { tenantId }, cookie })).json;
  const record = async () => (await app.app.stores.credentials.of(live).get(credentialId(live)))?.value;
  async function health(tenantId = live): Promise<OAuthHealthRecord[]> {
    const found: OAuthHealthRecord[] = [];
    const partition = app.app.records.partition<OAuthHealthRecord>(containers.oauthHealth, tenantId);
    for await (const one of all(partition, { orderBy: { field: 'timestamp', direction: 'asc' } })) found.push(one);
    return found;
  }
  const tokensAsked = () =>
    microsoft.cloud
      .requestCounts()
      .filter(({ path }) => path.includes('/token'))
      .reduce((sum, { count }) => sum + count, 0);

  it('gets a new token each time, asks Graph for the organization, and keeps what came of it', async () => {
    const answer = await test();
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      test: { ok: true, message: 'Microsoft 365 answered for Bracken Freight Group.', isSimulated: false, code: null },
      credential: { status: 'active', lastTest: { ok: true }, lastUsed: expect.any(String) },
    });
    expect(await record()).toMatchObject({ lastTokenSuccess: true, lastGraphCallSuccess: true });
    expect(await health()).toMatchObject([{ status: 'ok', errorMessage: null, isSimulated: false }]);
    const before = tokensAsked();
    await test();
    expect(tokensAsked()).toBe(before + 1);
    const told = await app.app.records
      .across(containers.auditLogs)
      .count([{ field: 'eventType', op: 'eq', value: 'credentials_tested' }]);
    expect(told).toBe(2);
  });

  it('runs once at a time for a tenant, and again afterwards', async () => {
    microsoft.cloud.faults.set({ pathPrefix: '/organization', kind: 'slow', delayMs: 300, times: 1 });
    const statuses = (await Promise.all([test(), test(), test()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
    expect(await health()).toHaveLength(1);
    expect((await test()).status).toBe(200);
  });

  it('of a simulated tenant asks the simulator, and says so', async () => {
    const answer = await test(simulated);
    expect(answer.json).toMatchObject({
      test: { ok: true, isSimulated: true, message: expect.stringMatching(/^The simulator answered for /) },
    });
    expect(await health(simulated)).toMatchObject([{ status: 'ok', isSimulated: true }]);
  });

  it('says in plain words what Entra ID refuses, and mends the tenant once it no longer does', async () => {
    await test();
    microsoft.cloud.entra.change({ tenantId: live, consent: 'removed' });
    expect((await test()).json).toMatchObject({
      test: { ok: false, code: 'AADSTS700016', whatToDo: expect.stringMatching(/Reconnect the tenant/) },
      credential: { status: 'reconnect', lastTest: { ok: false } },
    });
    expect(await record()).toMatchObject({ lastTokenSuccess: false });
    expect(await health()).toMatchObject([{ status: 'ok' }, { status: 'failed' }]);
    microsoft.cloud.entra.change({ tenantId: live, consent: 'granted' });
    expect((await test()).json).toMatchObject({ test: { ok: true }, credential: { status: 'active' } });
    expect((await app.app.stores.tenants.get(live))?.value.nextScanAt).toEqual(expect.any(String));
  });

  it('tells a call that Graph refuses from a token that is refused', async () => {
    const body = { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges' } };
    microsoft.cloud.faults.set({ pathPrefix: '/organization', kind: 'status', status: 403, body });
    expect((await test()).json).toMatchObject({
      test: { ok: false, message: expect.stringMatching(/Microsoft Graph refused the request \(403\)/) },
    });
    expect(await record()).toMatchObject({ lastTokenSuccess: true, lastGraphCallSuccess: false });
  });

  it('claims nothing of credentials where Microsoft gives no answer', async () => {
    await test();
    microsoft.cloud.faults.set({ pathPrefix: '/organization', kind: 'status', status: 429, retryAfterSeconds: 0 });
    expect((await test()).json).toMatchObject({
      test: { ok: false, whatToDo: expect.stringMatching(/says nothing about the credentials/) },
    });
    expect(await record()).toMatchObject({ lastTokenSuccess: true, lastGraphCallSuccess: true, reconnectSince: null });
  });

  it('says that a stored secret cannot be opened', async () => {
    await update(app.app.stores.credentials.of(live), credentialId(live), (one) => ({
      ...one,
      clientSecret: one.clientSecret && { ...one.clientSecret, tag: Buffer.alloc(16).toString('base64') },
    }));
    expect((await test()).json).toMatchObject({
      test: { ok: false, message: 'The stored secret cannot be decrypted.' },
      credential: { status: 'corrupted' },
    });
    expect((await row(simulated)).status).toBe('active');
  });
});
