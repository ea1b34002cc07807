import { syncPartnerTenants } from '@tenantry/contract/graph-tools';
import { listTenants } from '@tenantry/contract/tenants';
import { fleetProfiles } from '@tenantry/simulator/profiles/fleet-profiles';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { containers } from '../../store/containers.ts';

// More than two pages of customers, and ten of one name.
const fleet = fleetProfiles({ tenants: 230, users: 5 }).map((profile, index) =>
  index < 10 ? { ...profile, displayName: 'Twin Ltd' } : profile,
);

describe('partner sync', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp(fleet);
    ({ microsoft, app, cookie } = opened);
    return opened.close;
  });

  const sync = async () => (await app.call(syncPartnerTenants, { cookie })).json;
  const names = async () => {
    const { tenants } = (await app.call(listTenants, { cookie })).json as { tenants: { id: string; name: string }[] };
    return tenants;
  };

  it('brings in every customer of every page, each under a name of its own', async () => {
    // Two prospects and the four demonstration tenants are customers too; the latter are there already.
    expect(await sync()).toEqual({ syncedCount: 232, total: 236, error: null });
    const tenants = await names();
    expect(new Set(tenants.map(({ id }) => id))).toEqual(
      new Set([...microsoft.cloud.tenants, ...microsoft.cloud.prospects].map(({ id }) => id)),
    );
    expect(new Set(tenants.map(({ name }) => name.toLowerCase())).size).toBe(236);
    expect(tenants.filter(({ name }) => name.startsWith('Twin Ltd'))).toHaveLength(10);
    const where = [{ field: 'eventType', op: 'eq' as const, value: 'tenant_created' }];
    expect(await app.app.records.across(containers.auditLogs).count(where)).toBe(232);
  });

  it('changes nothing when it is done again', async () => {
    await sync();
    const before = await names();
    microsoft.cloud.clearRequestCounts();
    expect(await sync()).toEqual({ syncedCount: 0, total: 236, error: null });
    expect(await names()).toEqual(before);
    // Three pages of either list.
    const asked = microsoft.cloud.requestCounts().filter(({ tenantId }) => tenantId === microsoft.staffTenantId);
    expect(
      asked.filter(({ path }) => /delegatedAdminCustomers|contracts/.test(path)).map(({ count }) => count),
    ).toEqual([3, 3]);
  });
});
