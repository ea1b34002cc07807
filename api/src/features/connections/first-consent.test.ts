import { listAdminTenants, startReconnect } from '@tenantry/contract/connections';
import { syncPartnerTenants } from '@tenantry/contract/graph-tools';
import { createTenant } from '@tenantry/contract/managed-tenants';
import { finishMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { getScan, startScan } from '@tenantry/contract/scans';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { Answer, TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { credentialId } from '../../store/credentials.ts';

describe('a tenant of the list', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  let tenantId: string;
  let administrator: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie } = opened);
    tenantId = microsoft.cloud.prospects.find(({ domain }) => domain === 'ferncliffeschools.example')?.id ?? '';
    const people = microsoft.cloud.usersOf(tenantId);
    administrator = people.find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName ?? '';
    return opened.close;
  });

  const finish = (query: Record<string, string>, cookies: string) =>
    app.call(finishMicrosoftSignIn, { query, cookie: cookies });
  /** Where Connect, or another button of the row, leads, and with which cookies the browser comes back. */
  async function leave(more: Record<string, string> = {}) {
    const answer: Answer = await app.call(startReconnect, { query: { tenantId, ...more }, cookie });
    return { address: answer.headers.location ?? '', cookies: `${cookie}; ${answer.cookie}` };
  }
  const isConsent = (address: string) => {
    const { pathname, searchParams } = new URL(address);
    expect(pathname).toContain(tenantId);
    expect(searchParams.get('redirect_uri')).toBe('http://localhost:4280/callback');
    expect(searchParams.get('state')).toMatch(/^.{43}$/);
    return pathname.endsWith('/v2.0/adminconsent');
  };
  /** Through the consent, and the sign-in that proves which directory it was. */
  async function connectFrom({ address, cookies }: { address: string; cookies: string }): Promise<string> {
    const consented = await microsoft.visit(address, { username: administrator, consent: 'accept' });
    const next = String((await finish(consented, cookies)).json.redirectTo);
    expect(isConsent(next)).toBe(false);
    const back = await microsoft.visit(next, { username: administrator });
    return String((await finish(back, cookies)).json.redirectTo);
  }
  const state = async () => {
    const { tenants } = (await app.call(listAdminTenants, { cookie })).json as { tenants: Record<string, unknown>[] };
    return tenants.find(({ id }) => id === tenantId)?.credentialStatus;
  };
  async function scan() {
    const { json } = await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.drainQueue();
    return (await app.call(getScan, { params: { scanLogId: String(json.scanLogId) }, cookie })).json;
  }
  const fromPartnerSync = () => app.call(syncPartnerTenants, { cookie });
  const byHand = () => app.call(createTenant, { body: { name: 'Ferncliffe', m365TenantId: tenantId }, cookie });

  it.each([
    ['that partner sync brought in', fromPartnerSync],
    ['that was made by hand', byHand],
  ])('%s goes to the consent in its own directory, and ends connected', async (_, make) => {
    expect((await make()).status).toBeLessThan(300);
    expect(await state()).toBe('none');
    const left = await leave();
    expect(isConsent(left.address)).toBe(true);
    expect(await connectFrom(left)).toMatch(/^\/auth\/complete\?success=reauth_complete/);
    expect(await state()).toBe('connected');
    expect(await scan()).toMatchObject({ status: 'completed' });
  });

  it('that was scanned before it was connected goes to the consent too', async () => {
    await byHand();
    expect(await scan()).toMatchObject({ status: 'failed' });
    expect(isConsent((await leave()).address)).toBe(true);
  });

  describe('that is connected', () => {
    beforeEach(async () => {
      await byHand();
      expect(await connectFrom(await leave())).toMatch(/success=reauth_complete/);
    });
    const lose = (reason: string, grant: 'app' | 'delegated') =>
      app.app.microsoft.credentials.needsReconnect({ id: tenantId, name: 'Ferncliffe' }, reason, grant);

    it('and whose administrator’s sign-in has lapsed goes to the sign-in alone', async () => {
      await lose('AADSTS50173: The grant was revoked', 'delegated');
      const { address, cookies } = await leave();
      expect(isConsent(address)).toBe(false);
      const back = await microsoft.visit(address, { username: administrator });
      expect((await finish(back, cookies)).json.redirectTo).toMatch(/success=reauth_complete/);
    });

    it.each(['AADSTS700016', 'AADSTS7000229', 'AADSTS65001'])(
      'and was refused by %s goes to the consent',
      async (code) => {
        await lose(`${code} (unauthorized_client)`, 'app');
        expect(isConsent((await leave()).address)).toBe(true);
      },
    );

    it.each(['withdrawn', 'removed'] as const)(
      'and whose consent was %s since goes to the consent, though its sign-in had lapsed before',
      async (consent) => {
        await lose('AADSTS50173: The grant was revoked', 'delegated');
        microsoft.cloud.entra.change({ tenantId, consent });
        const left = await leave();
        expect(isConsent(left.address)).toBe(true);
        expect(await connectFrom(left)).toMatch(/success=reauth_complete/);
        expect(await state()).toBe('connected');
      },
    );

    it('goes to the consent where it is asked for, such as to a permission that is missing', async () => {
      expect(isConsent((await leave()).address)).toBe(false);
      const left = await leave({ consent: '1' });
      expect(isConsent(left.address)).toBe(true);
      expect(await connectFrom(left)).toMatch(/success=reauth_complete/);
    });

    it('by an app registration of its own is led to a consent to that one, and never to ours', async () => {
      await update(app.app.stores.credentials.of(tenantId), credentialId(tenantId), (record) => ({
        ...record,
        clientId: tenantId,
      }));
      expect(isConsent((await leave()).address)).toBe(false);
      const { pathname, searchParams } = new URL((await leave({ consent: '1' })).address);
      expect(pathname).toMatch(new RegExp(`/${tenantId}/adminconsent$`));
      expect(Object.fromEntries(searchParams)).toEqual({ client_id: tenantId });
    });

    it('goes to the sign-in where Microsoft does not say what it granted', async () => {
      microsoft.cloud.faults.set({ pathPrefix: '/oauth2/v2.0/token', kind: 'status', status: 503 });
      expect(isConsent((await leave()).address)).toBe(false);
    });
  });

  it('whose consent is declined is told so on the list, by the words of either version of Microsoft’s page', async () => {
    await byHand();
    const { address, cookies } = await leave();
    const back = await microsoft.visit(address, { username: administrator, consent: 'cancel' });
    expect(back.error).toBe('consent_required');
    expect((await finish(back, cookies)).json.redirectTo).toBe('/admin/tenants?reauth=failed&error=consent-declined');
  });
});
