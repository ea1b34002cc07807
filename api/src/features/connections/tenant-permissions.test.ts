import { saveCredentials } from '@tenantry/contract/connections';
import { startScan } from '@tenantry/contract/scans';
import {
  getTenantPermissions,
  listRequiredPermissions,
  type TenantPermissions,
} from '@tenantry/contract/tenant-permissions';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { mixedProfile } from '@tenantry/simulator/profiles/mixed-profile';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const delegated = 'OnPremDirectorySynchronization.Read.All';

describe('the permissions of a tenant', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie } = opened);
    return opened.close;
  });

  async function permissions(tenantId: string) {
    const answer = await app.call(getTenantPermissions, { params: { tenantId }, cookie });
    expect(answer.status).toBe(200);
    const told = answer.json as TenantPermissions;
    const inState = (state: string) => told.permissions.flatMap((one) => (one.state === state ? [one.permission] : []));
    return { ...told, missing: inState('missing'), granted: inState('granted'), unknown: inState('unknown') };
  }
  const goLive = (tenantId: string) => {
    const body = { clientId: tenantId, clientSecret: 'any', tenantId, useMock: false };
    return app.call(saveCredentials, { tenantId, body, cookie });
  };

  it('are all granted by the good tenant, each with what it is for', async () => {
    const { missing, unknown, unknownBecause, permissions: all } = await permissions(goodProfile.id);
    expect([missing, unknown, unknownBecause]).toEqual([[], [delegated], null]);
    const policies = all.find(({ permission }) => permission === 'Policy.Read.All');
    expect(policies).toMatchObject({ kind: 'application', state: 'granted', grantedBy: null });
    expect(policies?.usedFor).toContain('Conditional Access policies');
    expect(policies?.checks).toContainEqual({ checkId: 'ca.legacy', title: 'Legacy authentication is blocked' });
  });

  it('are those that are told before any tenant is connected', async () => {
    const { permissions: all } = await permissions(goodProfile.id);
    const { json } = await app.call(listRequiredPermissions, { cookie });
    expect(json).toEqual(all.map(({ state: _, grantedBy: __, ...required }) => required));
  });

  it('lack the one that the mixed tenant refused', async () => {
    expect((await permissions(mixedProfile.id)).missing).toEqual(['SharePointTenantSettings.Read.All']);
  });

  it('of whoever connected the tenant are known once a scan has asked', async () => {
    await app.call(startScan, { body: { tenant_id: goodProfile.id }, cookie });
    await app.drainQueue();
    expect((await permissions(goodProfile.id)).unknown).toEqual([]);
  });

  it('of a live tenant are those of now: without its consent all are missing, and with it again none', async () => {
    const tenantId = goodProfile.id;
    await goLive(tenantId);
    expect((await permissions(tenantId)).missing).toEqual([]);
    microsoft.cloud.entra.change({ tenantId, consent: 'withdrawn' });
    const { missing, granted } = await permissions(tenantId);
    expect([missing.length > 15, granted]).toEqual([true, []]);
    microsoft.cloud.entra.change({ tenantId, consent: 'granted' });
    expect((await permissions(tenantId)).missing).toEqual([]);
  });

  it('are not guessed where there is no token', async () => {
    const tenantId = goodProfile.id;
    await goLive(tenantId);
    microsoft.cloud.entra.change({ tenantId, consent: 'removed' });
    const { unknownBecause, missing, granted } = await permissions(tenantId);
    expect(unknownBecause).toMatch(/is not in the tenant/);
    expect([missing, granted]).toEqual([[], []]);
  });
});
