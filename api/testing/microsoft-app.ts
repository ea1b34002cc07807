import type { TenantProfile } from '@tenantry/simulator/tenant-profile';
import { startMicrosoftCloud } from './microsoft-cloud.ts';
import { createTestApp } from './test-app.ts';

/**
 * The whole API with a Microsoft of its own over HTTP, and the session of its first administrator.
 * @param more tenants beside the demonstration ones
 */
export async function openMicrosoftApp(more: readonly TenantProfile[] = []) {
  const microsoft = await startMicrosoftCloud(more);
  const app = await createTestApp(microsoft.settings);
  const cookie = await app.registerAdmin();
  return {
    microsoft,
    app,
    cookie,
    async close() {
      await app.close();
      await microsoft.close();
    },
  };
}
