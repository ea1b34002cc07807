import { changeAdminSettings, getAdminSettings } from '@tenantry/contract/role-mappings';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';

it('a switch that is set to what it is already is read again as never set', async () => {
  const app = await createTestApp();
  const cookie = await app.registerAdmin();
  const changed = await app.call(changeAdminSettings, { body: { role_sync_enabled: false }, cookie });
  expect(changed.status).toBe(200);
  const read = await app.call(getAdminSettings, { cookie });
  expect(read.json).toEqual({ role_sync_enabled: false, last_updated: null, updated_by: null });
  await app.close();
});
