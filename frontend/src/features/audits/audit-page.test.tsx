import { type Audit, auditCategoryKeys, type CategoryResult } from '@tenantry/contract/audits';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { type Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const verdict = (status: VerdictStatus): Verdict => ({
  checkId: `check.${status}`,
  title: `Check ${status}`,
  category: 'mfa',
  severity: 'high',
  status,
  message: `Message of ${status}`,
  recommendation: 'Do it.',
  evidence: [{ dataset: 'users', observed: `Seen for ${status}` }],
  affected: [],
  affectedCount: 0,
  references: [],
});

const category = (name: CategoryResult['category'], over: Partial<CategoryResult> = {}): CategoryResult => ({
  category: name,
  label: `Label of ${name}`,
  status: 'warning',
  score: 50,
  coverage: { evaluated: 1, applicable: 1, percent: 100 },
  message: 'One check.',
  verdicts: [],
  ...over,
});

const categories = Object.fromEntries(
  Object.entries(auditCategoryKeys).map(([key, name]) => [key, category(name)]),
) as NonNullable<Audit['categories']>;

const audit: Audit = {
  tenantId: contoso.id,
  tenantName: contoso.name,
  auditTimestamp: '2026-01-02T03:04:00.000Z',
  overallScore: 61,
  overallStatus: 'Warning',
  coverage: { evaluated: 38, applicable: 44, percent: 86 },
  criticalIssues: 2,
  userCount: 120,
  isSimulated: false,
  isSample: false,
  reason: null,
  categories: {
    ...categories,
    mfaStatus: category('mfa', { verdicts: VerdictStatus.options.map(verdict) }),
    mailFlowConfiguration: category('mail-flow', {
      score: null,
      status: 'unknown',
      message: 'Nothing could be checked, 9 could not be checked.',
    }),
  },
  recommendations: [
    {
      checkId: 'check.fail',
      category: 'mfa',
      priority: 'critical',
      title: 'Require MFA',
      description: 'Create a policy.',
      impact: 'Everyone signs in with a password alone.',
    },
  ],
  datasets: [],
};

const unknownSecureScore = {
  currentScore: null,
  maxScore: null,
  percentage: null,
  trend: null,
  trendValue: null,
  lastUpdated: null,
  history: [],
  unknownBecause: 'The application may not read it.',
};

const path = '/api/audit/sample';
const serverWith = (body: Audit, role: 'admin' | 'viewer' = 'admin') =>
  signedInServer(role)
    .on(`GET ${path}`, () => json(body))
    .on('GET /api/m365/secure-score', () => json({ data: unknownSecureScore }));

describe('the audit page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('shows the score with its coverage, and that the data are live', async () => {
    const server = serverWith(audit);
    renderApp('/m365-audit', server);
    await screen.findByText('61/100, 38 of 44 checks');
    expect(screen.getByText('2 critical issues')).toBeDefined();
    expect(screen.getByText('Live')).toBeDefined();
    expect(screen.queryByText('Simulated Data')).toBeNull();
    expect(server.requestsTo(path)[0]?.tenantId).toBe(contoso.id);
  });

  test('a score that is not known is said with its reason, and is not 0', async () => {
    renderApp('/audit', serverWith(audit));
    const card = await screen.findByRole('region', { name: 'Label of mail-flow' });
    expect(within(card).getByText('Not known', { selector: 'span' })).toBeDefined();
    expect(within(card).getByText('Nothing could be checked, 9 could not be checked.')).toBeDefined();
    expect(await screen.findByText('Not known: The application may not read it.')).toBeDefined();
  });

  test('a category opens to its checks, each of the seven verdicts in words', async () => {
    const { user } = renderApp('/audit', serverWith(audit));
    await user.click(await screen.findByRole('button', { name: 'Show 7 checks: Label of mfa' }));
    const table = await screen.findByRole('table', { name: 'Checks: Label of mfa' });
    const words = ['Pass', 'Warning', 'Fail', 'Not licensed', 'Not permitted', 'Could not check', 'Not applicable'];
    for (const word of words) expect(within(table).getByText(word)).toBeDefined();
    expect(within(table).getByText('Seen for couldNotCheck')).toBeDefined();
    expect(within(table).getAllByRole('row')[1]?.textContent).toContain('Check fail');
  });

  test('sample data are marked as sample and as simulated', async () => {
    renderApp('/audit', serverWith({ ...audit, isSimulated: true, isSample: true, reason: 'These are sample data.' }));
    await screen.findByText('Sample');
    expect(screen.getByText('Simulated Data')).toBeDefined();
    expect(screen.getByText('These are sample data.')).toBeDefined();
  });

  test('sample data show neither a date nor a state of the organization', async () => {
    const sample: Audit = {
      ...audit,
      overallStatus: 'Critical',
      isSimulated: true,
      isSample: true,
      reason: 'Sample data.',
    };
    renderApp('/audit', serverWith(sample, 'viewer'));
    await screen.findByRole('region', { name: 'Overall score (Sample)' });
    expect(screen.getByText('Sample data. An administrator can run one.')).toBeDefined();
    for (const word of [/Audited/, 'Critical', /critical issue/]) expect(screen.queryByText(word)).toBeNull();
  });

  test('simulated data are said once', async () => {
    const server = serverWith({ ...audit, isSimulated: true }).on('GET /api/tenants', () =>
      json({ tenants: [{ ...contoso, isMock: true }] }),
    );
    renderApp('/audit', server);
    await screen.findByText('61/100, 38 of 44 checks');
    expect(screen.getAllByText(/^Simulated/)).toHaveLength(1);
  });

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
    } as const;
    const grantUrl = 'https://login.microsoftonline.com/tenant/adminconsent?client_id=app';
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

    test('that could not be read say why, what is needed and when they are tried again', async () => {
      renderApp('/audit', serverWith({ ...audit, datasets }));
      const card = await screen.findByRole('region', { name: 'Data sources' });
      expect(within(card).getByText('1 of 7 sources could be read')).toBeDefined();
      const items = within(card).getAllByRole('listitem');
      expect(items.map((item) => item.textContent)).toEqual([
        expect.stringMatching(/^Not permitted.*Needs the permission SecurityAlert\.Read\.All\./),
        expect.stringMatching(
          /^Could not check.*503 serviceNotAvailable\. Will be tried again in 1 hour\.Try later\.$/,
        ),
        expect.stringMatching(/^Could not check.*There was no answer \(ECONNRESET\)\. $/),
        expect.stringMatching(/^Could not check.*It was not asked for yet\. In turn\.$/),
        expect.stringMatching(/^Not licensed.*Needs Microsoft Entra ID P2\.$/),
        expect.stringMatching(/^Not collected.*Not for applications\.$/),
      ]);
    });

    test('that lack a permission link to the page that grants it, in a new tab', async () => {
      renderApp('/audit', serverWith({ ...audit, datasets }));
      const link = await screen.findByRole('link', { name: /^Grant permission: Security alerts/ });
      expect(link.getAttribute('href')).toBe(grantUrl);
      expect(link.getAttribute('target')).toBe('_blank');
      expect(link.getAttribute('rel')).toBe('noopener noreferrer');
      expect(screen.queryByText(/Microsoft does not know it/)).toBeNull();
    });

    test('that were read are folded away with their dates', async () => {
      const { user } = renderApp('/audit', serverWith({ ...audit, datasets }));
      expect(await screen.findByRole('region', { name: 'Data sources' })).toBeDefined();
      expect(screen.queryByText('Domains')).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Show 1 source that was read' }));
      const list = screen.getByRole('list', { name: 'Sources that were read' });
      expect(within(list).getByText('Domains')).toBeDefined();
      expect(within(list).getByText(/^As of /)).toBeDefined();
    });

    test('of an audit that recorded none are not shown', async () => {
      renderApp('/audit', serverWith(audit));
      await screen.findByText('61/100, 38 of 44 checks');
      expect(screen.queryByRole('region', { name: 'Data sources' })).toBeNull();
    });
  });

  const none: Audit = {
    ...audit,
    auditTimestamp: null,
    overallScore: null,
    overallStatus: 'Unknown',
    coverage: null,
    criticalIssues: null,
    userCount: null,
    categories: null,
    recommendations: [],
    reason: 'This tenant was never scanned.',
  };

  test('without an audit says why and offers an administrator a scan', async () => {
    renderApp('/audit', serverWith(none));
    await screen.findByText('This tenant was never scanned.');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Scan Internal Policies' }).getAttribute('href')).toBe('/scan');
    expect(screen.queryByText(/0\/100/)).toBeNull();
  });

  test('without an audit offers a viewer no scan', async () => {
    renderApp('/audit', serverWith(none, 'viewer'));
    await screen.findByText('This tenant was never scanned. An administrator can run one.');
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Scan Internal Policies' })).toBeNull();
  });

  test('an outage is an error with its request id and Retry', async () => {
    const server = serverWith(audit).on(`GET ${path}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/audit', server);
    await screen.findByText('Failed to load audit data. Please try again later.');
    expect(screen.getByText(/Request id: request-1/)).toBeDefined();
    server.on(`GET ${path}`, () => json(audit));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('61/100, 38 of 44 checks');
  });
});
