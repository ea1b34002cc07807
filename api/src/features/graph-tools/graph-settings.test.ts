import { getGraphSettings, saveGraphSettings, syncPartnerTenants } from '@tenantry/contract/graph-tools';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { publicOrigin, type TestApp } from '../../../testing/test-app.ts';
import { readGraphApp } from '../../domain/connection/app-registration.ts';
import { update } from '../../ports/collection.ts';
import type { GraphAppRecord } from '../../store/system-config.ts';

const redirectUri = `${publicOrigin}/callback`;

describe('the settings of the app registration', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  let body: { clientId: string; tenantId: string };
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie } = opened);
    const stored = await readGraphApp(app.app.stores.systemConfig);
    body = { clientId: stored?.clientId ?? '', tenantId: stored?.tenantId ?? '' };
    return opened.close;
  });
  const save = (more: Record<string, unknown>) => app.call(saveGraphSettings, { body: { ...body, ...more }, cookie });
  const shown = async () => (await app.call(getGraphSettings, { cookie })).json;
  const stored = () => readGraphApp(app.app.stores.systemConfig);

  it('show the redirect URI of this origin whatever is sent, and keep none', async () => {
    const saved = await save({ redirectUri: 'https://elsewhere.example/callback' });
    expect(saved.json).toMatchObject({ redirectUri });
    expect(await shown()).toMatchObject({ redirectUri });
    expect(await stored()).not.toHaveProperty('redirectUri');
    expect(JSON.stringify(await stored())).not.toContain('elsewhere');
  });

  it.each([
    'user_impersonation',
    'https://api.partnercenter.microsoft.com/user_impersonation',
    'DelegatedAdminRelationship.Read.All Directory.Read.All',
    'https://graph.microsoft.com/.default https://api.partnercenter.microsoft.com/.default',
    'http://graph.microsoft.com/.default',
    '/.default',
  ])('refuse the scope %s, with which no application gets a token', async (partnerCenterScopes) => {
    const answer = await save({ partnerCenterScopes });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toMatchObject([{ path: 'partnerCenterScopes', message: /ends in \/\.default/ }]);
    expect(await shown()).toMatchObject({ partnerCenterScopes: '' });
  });

  it.each([
    ['https://nobody.example/.default', /AADSTS500011/],
    ['https://api.partnercenter.microsoft.com/.default', /Microsoft Graph does not take/],
  ])('refuse the scope %s after asking Microsoft', async (partnerCenterScopes, message) => {
    const answer = await save({ partnerCenterScopes, clientId: body.clientId });
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toMatchObject([{ path: 'partnerCenterScopes', message }]);
    expect(await shown()).toMatchObject({ partnerCenterScopes: '' });
  });

  it.each(['https://graph.microsoft.com/.default', '00000003-0000-0000-c000-000000000000/.default', ''])(
    'take the scope %j, and partner sync works with it',
    async (partnerCenterScopes) => {
      expect((await save({ partnerCenterScopes })).json).toMatchObject({ partnerCenterScopes });
      expect((await app.call(syncPartnerTenants, { cookie })).json).toMatchObject({ total: 6, error: null });
    },
  );

  it('are what partner sync asks its token for', async () => {
    const { graphApp } = app.app.stores.systemConfig;
    const withScopes = (partnerCenterScopes: string) =>
      update(graphApp, 'graph-app', (one): GraphAppRecord => ({ ...one, partnerCenterScopes }));
    await withScopes('https://nobody.example/.default');
    const { json } = await app.call(syncPartnerTenants, { cookie });
    expect(json).toMatchObject({ syncedCount: 0, total: 0, error: expect.stringContaining('AADSTS500011') });
    await withScopes('https://graph.microsoft.com/.default');
    expect((await app.call(syncPartnerTenants, { cookie })).json).toMatchObject({ total: 6, error: null });
  });

  it.each([501, 503])('are not kept while Microsoft answers %i when asked about the scopes', async (status) => {
    microsoft.cloud.faults.set({ pathPrefix: '/oauth2/v2.0/token', kind: 'status', status, retryAfterSeconds: 0 });
    const answer = await save({ partnerCenterScopes: 'https://graph.microsoft.com/.default' });
    expect([answer.status, answer.json.code]).toEqual([503, 'UNAVAILABLE']);
    expect(await shown()).toMatchObject({ partnerCenterScopes: '' });
  });
});
