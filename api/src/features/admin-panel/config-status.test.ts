import { type ConfigStatus, getConfigStatus } from '@tenantry/contract/config-status';
import { saveGraphSettings } from '@tenantry/contract/graph-tools';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, publicOrigin, type TestApp } from '../../../testing/test-app.ts';
import { preview } from '../../domain/preview/preview.ts';
import { createDataKeys } from '../../domain/secrets/data-keys.ts';

const clientId = '11111111-2222-4333-8444-555555556666';
const secret = 'a-very-secret-value-of-the-app';

describe('the configuration status', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await app.close();
  });
  const status = async () => (await app.call(getConfigStatus, { cookie })).json as ConfigStatus;

  it('says what is there, and what is not set up', async () => {
    expect(await status()).toEqual({
      environment: 'development',
      database: { connected: true, host: 'SQLite on this machine', problem: null },
      session: { configured: true, store: 'Table Storage', problem: null },
      encryption: { configured: false, keyLength: null, problem: expect.stringContaining('is made when') },
      microsoft365: {
        clientId: { configured: false, value: null },
        clientSecret: { configured: false, value: null },
        redirectUri: { configured: true, value: `${publicOrigin}/callback` },
        tenantId: { configured: false, value: null },
        problem: null,
      },
      partnerCenter: {
        configured: false,
        scopes: ['https://graph.microsoft.com/.default'],
        problem: expect.stringContaining('Graph API Settings'),
      },
    });
  });

  it('shows ids in part and a secret not at all', async () => {
    await createDataKeys(app.app.stores.systemConfig, app.app.vault, app.app.clock).current();
    const body = { clientId, tenantId: clientId, clientSecret: secret };
    expect((await app.call(saveGraphSettings, { body, cookie })).status).toBe(200);
    const answer = await app.call(getConfigStatus, { cookie });
    expect(answer.json).toMatchObject({
      encryption: { configured: true, keyLength: 256, problem: null },
      microsoft365: {
        clientId: { configured: true, value: '1111…6666' },
        clientSecret: { configured: true, value: null },
        tenantId: { configured: true, value: '1111…6666' },
      },
      partnerCenter: { configured: true, problem: null },
    });
    for (const part of [secret.slice(0, 4), secret.slice(-4), clientId]) expect(answer.text).not.toContain(part);
  });

  it('really asks: what does not answer is said with its reason', async () => {
    await createDataKeys(app.app.stores.systemConfig, app.app.vault, app.app.clock).current();
    vi.spyOn(app.app.vault, 'get').mockRejectedValue(new Error('connect ECONNREFUSED'));
    vi.spyOn(app.app.stores.health, 'reach').mockRejectedValue(new Error('no route to host'));
    expect(await status()).toMatchObject({
      database: { connected: false, problem: 'It does not answer: no route to host' },
      encryption: { configured: false, keyLength: null, problem: 'It does not answer: connect ECONNREFUSED' },
    });
  });

  it('says that the vault lost a secret that is named', async () => {
    const body = { clientId, tenantId: clientId, clientSecret: secret };
    await app.call(saveGraphSettings, { body, cookie });
    vi.spyOn(app.app.vault, 'get').mockResolvedValue(null);
    expect((await status()).microsoft365).toMatchObject({
      clientSecret: { configured: false, value: null },
      problem: 'The vault no longer has the client secret. Save it again.',
    });
  });

  it.each([
    ['', ''],
    ['abcdefghij', '••••••••••'],
    ['abcdefghijk', 'abcd…hijk'],
  ])('shows %j in part as %j', (text, shown) => {
    expect(preview(text)).toBe(shown);
  });
});
