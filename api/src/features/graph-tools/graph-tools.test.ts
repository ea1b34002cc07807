import { listAdminTenants } from '@tenantry/contract/connections';
import {
  clearOAuthLog,
  exportOAuthLog,
  getGraphSettings,
  getOAuthDebug,
  listOAuthLog,
  queryGraph,
  saveGraphSettings,
  syncPartnerTenants,
  testGraph,
} from '@tenantry/contract/graph-tools';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { containers } from '../../store/containers.ts';
import { notReached } from '../../store/oauth-logs.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

describe('the tools for Microsoft Graph', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie } = opened);
    return opened.close;
  });
  const query = (endpoint: string, tenantId = weak) =>
    app.call(queryGraph, { params: { tenantId }, body: { endpoint }, cookie });
  const trailed = (eventType: string) =>
    app.app.records.across(containers.auditLogs).count([{ field: 'eventType', op: 'eq', value: eventType }]);

  it('read a page, whose next page can be asked for in turn, and say so in the trail', async () => {
    const first = await query('/v1.0/users?$select=id&$top=100');
    expect(first.json).toMatchObject({ success: true, status: 200, tokenStatus: 'valid', error: null });
    const { value, '@odata.nextLink': next } = first.json.data as { value: unknown[]; '@odata.nextLink': string };
    expect(value).toHaveLength(100);
    expect(next).toMatch(/^\/v1\.0\/users\?/);
    expect((await query(next)).json.success).toBe(true);
    expect(await trailed('graph_query')).toBe(2);
  });

  it('say in the trail, which is for ever, which path was asked for, and nothing of what was typed into its query', async () => {
    await query('/v1.0/users?$search="s3cr3t"&client_secret=s3cr3t&$top=5');
    const where = [{ field: 'eventType', op: 'eq', value: 'graph_query' }] as const;
    const { items } = await app.app.records.across<{ id: string }>(containers.auditLogs).query({ where });
    const kept = JSON.stringify(items);
    expect(kept).toContain('/v1.0/users?$search=[REDACTED]&[REDACTED]&$top=[REDACTED]');
    expect(kept).not.toContain('s3cr3t');
  });

  it('give what Graph refuses as Graph says it, and send nothing that is no path of Graph', async () => {
    expect((await query('/v1.0/nothing')).json).toMatchObject({ success: false, status: 404, tokenStatus: 'valid' });
    expect((await query('/v1.0/me')).json).toMatchObject({ success: false, status: 401, tokenStatus: 'expired' });
    for (const endpoint of ['https://evil.example/v1.0/me', '/v1.0/%2e%2e/x', '']) {
      expect((await query(endpoint)).status).toBe(400);
    }
  });

  it('keep the client secret in the vault and nowhere else', async () => {
    const settings = { clientId: weak, tenantId: weak, partnerCenterScopes: '' };
    const saved = await app.call(saveGraphSettings, { body: { ...settings, clientSecret: 'very secret' }, cookie });
    expect(saved.json).toMatchObject({ clientId: weak, hasClientSecret: true });
    const blank = await app.call(saveGraphSettings, { body: { ...settings, clientSecret: '' }, cookie });
    expect(blank.json.hasClientSecret).toBe(true);
    const everything: unknown[] = [];
    for (const container of Object.values(containers)) {
      everything.push((await app.app.records.across<{ id: string }>(container).query({ limit: 200 })).items);
    }
    expect(JSON.stringify(everything)).not.toContain('very secret');
    expect((await app.call(getGraphSettings, { cookie })).text).not.toContain('very secret');
  });

  it('ask Microsoft whether the registration works', async () => {
    const answer = await app.call(testGraph, { cookie });
    expect(answer.json).toMatchObject({ status: 'mock', message: 'Microsoft Graph answered.' });
    microsoft.cloud.entra.change({ tenantId: microsoft.staffTenantId, consent: 'removed' });
    app.app.microsoft.microsoft365.forget({ entraTenantId: microsoft.staffTenantId, isSimulated: false });
    expect((await app.call(testGraph, { cookie })).json).toMatchObject({ status: 'failed', data: null });
  });

  it('bring in the customers of our Partner Center once, however often at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => app.call(syncPartnerTenants, { cookie })));
    // The demonstration tenants are customers too, and are there already.
    for (const { json } of answers) expect(json).toMatchObject({ total: 6, error: null });
    expect(answers.reduce((sum, { json }) => sum + Number(json.syncedCount), 0)).toBe(2);
    const { tenants } = (await app.call(listAdminTenants, { cookie })).json as {
      tenants: { credentialStatus: string }[];
    };
    expect(tenants.filter(({ credentialStatus }) => credentialStatus === 'none')).toHaveLength(2);
  });

  it('explain what went wrong in plain words, and forget it on demand', async () => {
    const log = app.app.stores.oauthLog;
    const error = 'AADSTS65001: The user or administrator has not consented';
    await log.step({ ...notReached, source: 'm365', context: 'callback', error });
    await log.step({ ...notReached, source: 'm365', context: 'start' });
    const list = await app.call(listOAuthLog, { cookie });
    expect(list.json).toMatchObject({ statistics: { total: 2, successes: 1, failures: 1 }, pagination: { total: 2 } });
    expect((list.json.logs as { explanation: unknown }[]).map((entry) => entry.explanation)).toContainEqual({
      code: 'AADSTS65001',
      meaning: expect.stringMatching(/consent/),
      whatToDo: expect.stringMatching(/Reconnect/),
    });
    expect(JSON.parse((await app.call(exportOAuthLog, { cookie })).text)).toHaveLength(2);
    expect((await app.call(clearOAuthLog, { cookie })).json).toEqual({ success: true, deleted: 2 });
    expect((await app.call(listOAuthLog, { cookie })).json).toMatchObject({ logs: [], pagination: { total: 0 } });
    expect(await trailed('oauth_log_cleared')).toBe(1);
  });

  it('say that nothing is known of a tenant that nobody connected', async () => {
    const debug = await app.call(getOAuthDebug, { params: { tenantId: weak }, cookie });
    expect(debug.json).toMatchObject({
      tokenExchange: { status: 'none' },
      graphScan: { status: 'none' },
      credentialRecord: { exists: false, hasRefreshToken: false },
    });
  });
});
