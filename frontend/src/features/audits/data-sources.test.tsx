import type { Audit } from '@tenantry/contract/audits';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { audit, serverWithAudit } from '../../testing/audits.ts';
import { contoso } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

describe('the audit page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  describe('the data sources', () => {
    const read = {
      name: 'domains',
      label: 'Domains',
      state: 'ok',
      fetchedAt: '2026-01-02T03:04:00.000Z',
      status: null,
      code: null,
      message: null,
      permission: 'Domain.Read.All',
      grantUrl: null,
      license: null,
      retryAt: null,
      feature: null,
    } as const;
    const grantUrl = `/api/auth/m365/start?tenantId=${audit.tenantId}&consent=1`;
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const states: Audit['datasets'] = [
      read,
      { ...read, name: 'riskyUsers', state: 'notLicensed', status: 403, code: 'x', license: 'Microsoft Entra ID P2' },
      {
        ...read,
        name: 'groups',
        state: 'couldNotCheck',
        status: 503,
        code: 'serviceNotAvailable',
        message: 'Try later.',
        retryAt: inAnHour,
      },
      {
        ...read,
        name: 'alerts',
        state: 'notPermitted',
        status: 403,
        code: 'Authorization_RequestDenied',
        permission: 'SecurityAlert.Read.All',
        grantUrl,
      },
      { ...read, name: 'dkimSigningConfig', state: 'notCollected', fetchedAt: null, message: 'Not for applications.' },
      { ...read, name: 'users', state: 'couldNotCheck', status: 0, code: 'ECONNRESET', message: '' },
      {
        ...read,
        name: 'signInActivity',
        state: 'couldNotCheck',
        status: 0,
        code: 'WaitingForTurn',
        message: 'In turn.',
      },
    ];
    const datasets = states.map((state) => ({ ...state, label: datasetLabel(state.name) }));

    test('come after what is to be done', async () => {
      renderApp('/audit', serverWithAudit({ ...audit, datasets: [read] }));
      const sources = await screen.findByRole('region', { name: 'Data sources' });
      const recommendations = screen.getByRole('region', { name: 'Recommendations' });
      expect(recommendations.compareDocumentPosition(sources)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    });

    test('that could not be read say why, what is needed and when they are tried again', async () => {
      renderApp('/audit', serverWithAudit({ ...audit, datasets }));
      const card = await screen.findByRole('region', { name: 'Data sources' });
      expect(within(card).getByText('1 of 7 sources could be read')).toBeDefined();
      const items = within(card).getAllByRole('listitem');
      expect(items.map((item) => item.textContent)).toEqual([
        expect.stringMatching(/^Not permitted.*Needs the permission SecurityAlert\.Read\.All\./),
        expect.stringMatching(/^Could not check.*503 serviceNotAvailable\. Next try in 1 hour\.Try later\.$/),
        expect.stringMatching(/^Could not check.*No response \(ECONNRESET\)\. $/),
        expect.stringMatching(/^Could not check.*Not requested yet\. In turn\.$/),
        expect.stringMatching(/^Not licensed.*Needs Microsoft Entra ID P2\.$/),
        expect.stringMatching(/^Not collected.*Not for applications\.$/),
      ]);
    });

    test('that lack a permission link to where its consent begins, in a new tab, for administrators', async () => {
      renderApp('/audit', serverWithAudit({ ...audit, datasets }));
      const link = await screen.findByRole('link', { name: /^Grant permission: Security alerts/ });
      expect(link.getAttribute('href')).toBe(grantUrl);
      expect(link.getAttribute('target')).toBe('_blank');
      // The API takes it from a page of ours alone, which a referrer tells where the browser does not.
      expect(link.getAttribute('rel')).toBe('noopener');
      expect(screen.queryByText(/simulated/)).toBeNull();
    });

    test('of a simulated tenant say that nobody can grant it anything', async () => {
      const simulated = datasets.map((source) => ({ ...source, grantUrl: null }));
      renderApp('/audit', serverWithAudit({ ...audit, isSimulated: true, datasets: simulated }));
      await screen.findByText('This tenant is simulated: nobody can grant it a permission.');
      expect(screen.queryByRole('link', { name: /^Grant permission/ })).toBeNull();
    });

    test('that were read are folded away with their dates', async () => {
      const { user } = renderApp('/audit', serverWithAudit({ ...audit, datasets }));
      expect(await screen.findByRole('region', { name: 'Data sources' })).toBeDefined();
      expect(screen.queryByText('Domains')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Show 1 source that was read' }));
      const list = screen.getByRole('list', { name: 'Sources that were read' });
      expect(within(list).getByText('Domains')).toBeDefined();
      expect(within(list).getByText(/^As of /)).toBeDefined();
    });

    test('of tenant configuration stand together by what is missing, and what is not offered is no gap', async () => {
      const ofFeature = { ...read, feature: 'tenantConfiguration' } as const;
      const refused = {
        ...ofFeature,
        state: 'notPermitted',
        status: 403,
        code: 'Forbidden',
        message: 'Denied.',
      } as const;
      const datasets: Audit['datasets'] = [
        read,
        { ...refused, name: 'transportRules', label: 'Mail flow rules' },
        { ...refused, name: 'dlpPolicies', label: 'Data loss prevention policies' },
        {
          ...ofFeature,
          name: 'dlpRules',
          label: 'DLP rules',
          state: 'notAvailable',
          message: 'Microsoft does not offer it.',
        },
      ];
      renderApp('/audit', serverWithAudit({ ...audit, datasets }));
      const card = within(await screen.findByRole('region', { name: 'Data sources' }));
      expect(card.getByText('1 of 4 sources could be read')).toBeDefined();
      const [denied, absent] = within(card.getByRole('list', { name: 'Sources that were not read' })).getAllByText(
        'Settings of Exchange, Defender, Purview and Teams',
      );
      expect(denied?.closest('li')?.textContent).toMatch(/^Not permitted.*lacks the role.*2 sources.*Mail flow rules/);
      expect(absent?.closest('li')?.textContent).toMatch(/^Not available.*Microsoft does not offer it\.1 source/);
      expect(card.queryByRole('link', { name: /Grant permission/ })).toBeNull();
      expect(card.getAllByRole('link', { name: 'Tenant configuration' })[0]?.getAttribute('href')).toBe(
        `/admin/tenants/${audit.tenantId}/configuration`,
      );
    });

    test('that the tenant’s cloud does not offer are no gap, and say so', async () => {
      const absent = {
        ...read,
        state: 'notOffered',
        code: 'NotOffered',
        message: 'Microsoft Graph does not offer it in China (21Vianet).',
      } as const;
      const datasets: Audit['datasets'] = [
        read,
        { ...absent, name: 'riskyUsers', label: 'Risky users' },
        { ...absent, name: 'alerts', label: 'Security alerts' },
        { ...absent, name: 'dlpRules', label: 'DLP rules', feature: 'tenantConfiguration' },
      ];
      const coverage = { evaluated: 38, applicable: 114, percent: 33, notOffered: 70 };
      renderApp('/audit', serverWithAudit({ ...audit, coverage, datasets }));
      const card = within(await screen.findByRole('region', { name: 'Data sources' }));
      expect(card.getByText('1 of 4 sources could be read')).toBeDefined();
      const items = within(card.getByRole('list', { name: 'Sources that were not read' })).getAllByText(
        /^Not offered$/,
      );
      const texts = items.map((item) => item.closest('li')?.textContent);
      expect(texts.filter((text) => text?.includes('Exchange'))).toHaveLength(1);
      expect(texts).toContainEqual(
        expect.stringMatching(/^Not offeredRisky users, Security alerts.*does not offer it in China \(21Vianet\)\.$/),
      );
      expect(card.queryByText(/Could not check/)).toBeNull();
      expect(card.queryByRole('link', { name: 'Tenant configuration' })).toBeNull();
      expect(
        screen.getByText(/76 checks were not made: 70 cannot be made in the organization’s cloud\./),
      ).toBeDefined();
    });

    test('of an audit that recorded none are not shown', async () => {
      renderApp('/audit', serverWithAudit(audit));
      await screen.findByText('61/100, 38 of 44 checks');
      expect(screen.queryByRole('region', { name: 'Data sources' })).toBeNull();
    });
  });
});
