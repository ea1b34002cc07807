import { getAuthStatus, getM365Status } from '@tenantry/contract/connection-status';
import { getCredential, listAdminTenants, saveCredentials } from '@tenantry/contract/connections';
import { declareEmergencyAccount } from '@tenantry/contract/emergency-accounts';
import { getScan, startScan } from '@tenantry/contract/scans';
import { listTenantSummaries, type TenantSummary } from '@tenantry/contract/tenant-summaries';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { credentialId } from '../../store/credentials.ts';

const live = goodProfile.id;

describe('the connection of a live tenant', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie } = opened);
    await save();
    await declareEmergencyAccounts();
    return opened.close;
  });

  /** Otherwise the score says more than the connection does. */
  async function declareEmergencyAccounts(): Promise<void> {
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    for (const number of [1, 2]) {
      const account = `emergency.access${number}@alderwickclinic.onmicrosoft.com`;
      const body = { account, reason: 'Kept for the day when nothing else lets in', expiresAt };
      expect((await app.call(declareEmergencyAccount, { params: { id: live }, body, cookie })).status).toBe(200);
    }
  }
  const save = (secretExpiresAt: string | null = null) =>
    app.call(saveCredentials, {
      body: { clientId: live, clientSecret: 'a secret', tenantId: live, useMock: false, secretExpiresAt },
      tenantId: live,
      cookie,
    });
  const consent = (to: 'granted' | 'withdrawn' | 'removed') =>
    microsoft.cloud.entra.change({ tenantId: live, consent: to });
  async function scan() {
    const { json } = await app.call(startScan, { body: { tenant_id: live }, cookie });
    await app.drainQueue();
    return (await app.call(getScan, { params: { scanLogId: String(json.scanLogId) }, cookie })).json;
  }
  async function told() {
    const { tenants } = (await app.call(listAdminTenants, { cookie })).json as { tenants: { id: string }[] };
    const { items } = (await app.call(listTenantSummaries, { cookie })).json as { items: TenantSummary[] };
    return {
      row: items.find(({ tenantId }) => tenantId === live),
      tenant: tenants.find(({ id }) => id === live),
      credential: (await app.call(getCredential, { params: { tenantId: live }, cookie })).json,
      status: (await app.call(getM365Status, { tenantId: live, cookie })).json,
      needsReconnect: (await app.call(getAuthStatus, { tenantId: live, cookie })).json.needsReconnect,
    };
  }
  const well = {
    row: { status: 'OK', trouble: null },
    tenant: { credentialStatus: 'connected', trouble: null },
    credential: { status: 'active', trouble: null },
    status: {
      live: true,
      lastTokenSuccess: true,
      lastGraphCallSuccess: true,
      trouble: null,
      liveMode: true,
      mockMode: false,
      configured: true,
      tenantId: live,
    },
    needsReconnect: false,
  };

  it.each(['withdrawn', 'removed'] as const)(
    'with a consent that was %s is to be made again, and holds once a scan reads the tenant',
    async (gone) => {
      expect(await scan()).toMatchObject({ status: 'completed' });
      expect(await told()).toMatchObject(well);
      consent(gone);
      expect(await scan()).toMatchObject({ status: 'failed' });
      const trouble = { kind: 'scanFailing', remedy: 'reconnect', since: expect.any(String) };
      expect(await told()).toMatchObject({
        row: { status: 'Failing', trouble },
        tenant: { credentialStatus: 'reconnect', trouble },
        credential: { status: 'reconnect', trouble, error: expect.stringMatching(/consent|removed/) },
        status: { live: false, trouble, liveMode: false, mockMode: false, configured: true },
        needsReconnect: true,
      });
      consent('granted');
      expect(await scan()).toMatchObject({ status: 'completed' });
      expect(await told()).toMatchObject(well);
    },
  );

  it('that was refused between two scans is lost before the next one', async () => {
    await scan();
    await app.app.microsoft.credentials.needsReconnect({ id: live, name: 'Alderwick' }, 'AADSTS700016', 'app');
    expect(await told()).toMatchObject({
      row: {
        status: 'Failing',
        lastScanStatus: 'Success',
        trouble: { kind: 'connectionLost', reason: expect.stringMatching(/is not in the tenant/) },
      },
      tenant: { credentialStatus: 'reconnect' },
    });
  });

  it('whose secret has ended or cannot be opened wants another secret', async () => {
    await save('2026-01-01T00:00:00.000Z');
    expect(await told()).toMatchObject({
      row: { status: 'Failing', trouble: { kind: 'connectionLost', remedy: 'newSecret' } },
      credential: { status: 'expired' },
      needsReconnect: true,
    });
    // The date was a wrong one: Microsoft takes the secret.
    await scan();
    expect((await told()).row).toMatchObject({ status: 'OK', trouble: null });
    await update(app.app.stores.credentials.of(live), credentialId(live), (record) => ({
      ...record,
      secretExpiresAt: null,
      clientSecret: record.clientSecret && { ...record.clientSecret, data: 'AAAA' },
    }));
    await scan();
    expect(await told()).toMatchObject({
      row: { status: 'Failing', trouble: { kind: 'scanFailing', remedy: 'newSecret' } },
      tenant: { credentialStatus: 'corrupted' },
      credential: { status: 'corrupted' },
    });
  });
});
