import { listCredentials } from '@tenantry/contract/connections';
import { saveGraphSettings } from '@tenantry/contract/graph-tools';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';

it('tells administrators of all tenants when the secret of the installation ends, and others why it does not', async () => {
  const app = await createTestApp();
  const everywhere = await app.registerAdmin();
  const [tenantId = ''] = await app.tenantIds();
  const secretExpiresAt = '2031-01-01T00:00:00.000Z';
  const body = { clientId: tenantId, tenantId, clientSecret: 'a secret of ours', secretExpiresAt };
  expect((await app.call(saveGraphSettings, { body, cookie: everywhere })).status).toBe(200);
  expect((await app.call(listCredentials, { cookie: everywhere })).json).toMatchObject({
    installationSecretExpiresAt: secretExpiresAt,
    installationSecretLeftOutBecause: null,
  });
  const scoped = await app.signInAs('admin', { kind: 'tenants', tenantIds: [tenantId] });
  const answer = await app.call(listCredentials, { cookie: scoped });
  expect(answer.json).toMatchObject({
    installationSecretExpiresAt: null,
    installationSecretLeftOutBecause: expect.stringContaining('every tenant'),
  });
  expect(answer.text).not.toContain(secretExpiresAt);
  await app.close();
});
