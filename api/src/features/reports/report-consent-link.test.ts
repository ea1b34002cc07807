import { getLatestAudit } from '@tenantry/contract/audits';
import { saveCredentials } from '@tenantry/contract/connections';
import { startScan } from '@tenantry/contract/scans';
import { mixedProfile } from '@tenantry/simulator/profiles/mixed-profile';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { priceListOf } from '../../domain/price-list/price-list.ts';
import { update } from '../../ports/collection.ts';
import { credentialId } from '../../store/credentials.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import { reportModel } from './report-data.ts';

const { id } = mixedProfile;
const clientId = '6f1d2c3b-0000-4000-8000-00000000cccc';
const redirectUri = 'https://tenantry.example/callback';

describe('where a permission is missing', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ app, cookie } = opened);
    const body = { clientId, clientSecret: 'a secret', tenantId: id, useMock: false };
    await app.call(saveCredentials, { body, tenantId: id, cookie });
    await app.call(startScan, { body: { tenant_id: id }, cookie });
    await app.drainQueue();
    return opened.close;
  });

  /** The addresses to which the report of the latest audit links, each once. */
  async function links(): Promise<string[]> {
    const tenant = await app.app.stores.tenants.open(everyTenant, id);
    const audit = tenant && (await latestAudit(tenant));
    if (!tenant || !audit) throw new Error('There is no audit');
    const look = { timeZone: 'UTC', branding: { color: null, logo: null }, preparedBy: { organization: null } };
    const order = { form: 'full', look, now: new Date(), trouble: null, priceList: priceListOf(undefined) } as const;
    const { unreadSources = [] } = await reportModel(tenant, audit, null, { ...order, redirectUri });
    return [...new Set(unreadSources.flatMap(({ grantUrl }) => grantUrl ?? []))];
  }

  it('the page links to our own start of a consent', async () => {
    const { datasets } = (await app.call(getLatestAudit, { tenantId: id, cookie })).json as {
      datasets: { name: string; state: string; grantUrl: string | null }[];
    };
    const linked = datasets.filter(({ grantUrl }) => grantUrl !== null);
    expect(linked).toContainEqual(expect.objectContaining({ name: 'sharepointSettings' }));
    for (const { state, grantUrl } of linked)
      expect([state, grantUrl]).toEqual(['notPermitted', `/api/auth/m365/start?tenantId=${id}&consent=1`]);
  });

  it('the report links to Microsoft, and from there to a page that anybody may open', async () => {
    // As where it was read by the registration of this installation.
    await update(app.app.stores.credentials.of(id), credentialId(id), (record) => ({ ...record, clientId: null }));
    const [link = '', ...more] = await links();
    expect(more).toEqual([]);
    const { pathname, searchParams } = new URL(link);
    expect(pathname).toBe(`/${id}/v2.0/adminconsent`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: clientId,
      scope: 'https://graph.microsoft.com/.default',
      redirect_uri: redirectUri,
      state: 'organization-consent',
    });
  });

  it('of an app registration of the organization’s own, which knows no address of ours, the report names none', async () => {
    expect(await links()).toEqual([`https://login.microsoftonline.com/${id}/adminconsent?client_id=${clientId}`]);
  });
});
