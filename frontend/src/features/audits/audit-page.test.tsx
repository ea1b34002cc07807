import type { Audit } from '@tenantry/contract/audits';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { audit, auditPath, categories, serverWithAudit } from '../../testing/audits.ts';
import { apiError, contoso, json } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

describe('the audit page', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('shows the score with its coverage, and that the data are live', async () => {
    const server = serverWithAudit(audit);
    renderApp('/m365-audit', server);
    await screen.findByText('61/100, 38 of 44 checks');
    expect(screen.getByText('2 critical issues')).toBeDefined();
    expect(screen.getByText('Live')).toBeDefined();
    expect(screen.queryByText('Simulated Data')).toBeNull();
    expect(server.requestsTo(auditPath)[0]?.tenantId).toBe(contoso.id);
  });

  test('a score that is not known is said with its reason, and is not 0', async () => {
    renderApp('/audit', serverWithAudit(audit));
    const card = await screen.findByRole('region', { name: 'Label of mail-flow' });
    expect(within(card).getByText('Not known', { selector: 'span' })).toBeDefined();
    expect(within(card).getByText('Nothing could be checked, 9 could not be checked.')).toBeDefined();
    expect(await screen.findByText('Not known: The application may not read it.')).toBeDefined();
  });

  test.each([
    ['pass', 'Pass'],
    ['warning', 'Warning'],
    ['fail', 'Fail'],
  ] as const)('of the status %s says %s', async (overallStatus, word) => {
    renderApp('/audit', serverWithAudit({ ...audit, overallStatus, categories }));
    const score = within(await screen.findByRole('region', { name: 'Overall score' }));
    expect(score.getByText(word)).toBeDefined();
  });

  test('whose status cannot be said tells why', async () => {
    const because = 'Only 41% of the checks could be judged, and an overall status needs at least 60%.';
    renderApp(
      '/audit',
      serverWithAudit({ ...audit, categories, overallStatus: null, overallStatusUnknownBecause: because }),
    );
    const score = within(await screen.findByRole('region', { name: 'Overall score' }));
    expect(score.getByText('Not known')).toBeDefined();
    expect(score.getByText(because)).toBeDefined();
  });

  test('a category opens to its checks, each of the eight verdicts in words', async () => {
    const { user } = renderApp('/audit', serverWithAudit(audit));
    await user.click(await screen.findByRole('button', { name: 'Show 8 checks: Label of mfa' }));
    const table = await screen.findByRole('table', { name: 'Checks: Label of mfa' });
    const words = [
      'Pass',
      'Warning',
      'Fail',
      'Not licensed',
      'Not permitted',
      'Could not check',
      'Not offered',
      'Not applicable',
    ];
    for (const word of words) expect(within(table).getByText(word)).toBeDefined();
    expect(within(table).getByText('Seen for couldNotCheck')).toBeDefined();
    const shown = () =>
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => /Check (\w+?)Message/.exec(row.textContent ?? '')?.[1]);
    expect(shown()).toEqual(audit.categories?.mfaStatus.verdicts.map(({ status }) => status));
    await user.click(within(table).getByRole('button', { name: 'Status' }));
    expect(shown().slice(0, 2)).toEqual(['fail', 'warning']);
  });

  test('a recommendation leads to the article that fixes it', async () => {
    renderApp('/audit', serverWithAudit(audit));
    const link = await screen.findByRole('link', { name: 'How to fix this (Require MFA)' });
    expect(link.getAttribute('href')).toBe('/help?article=require-mfa');
  });

  test('sample data are marked as sample and as simulated', async () => {
    renderApp(
      '/audit',
      serverWithAudit({ ...audit, isSimulated: true, isSample: true, reason: 'These are sample data.' }),
    );
    await screen.findByText('Sample');
    expect(screen.getByText('Simulated Data')).toBeDefined();
    expect(screen.getByText('These are sample data.')).toBeDefined();
  });

  test('sample data show neither a date nor a state of the tenant', async () => {
    const sample: Audit = {
      ...audit,
      categories,
      overallStatus: 'fail',
      isSimulated: true,
      isSample: true,
      reason: 'Sample data.',
    };
    renderApp('/audit', serverWithAudit(sample, 'viewer'));
    await screen.findByRole('region', { name: 'Overall score (Sample)' });
    expect(screen.getByText('Sample data. An administrator can run one.')).toBeDefined();
    for (const word of [/Audited/, 'Fail', /critical issue/]) expect(screen.queryByText(word)).toBeNull();
  });

  test('simulated data are said once', async () => {
    const server = serverWithAudit({ ...audit, isSimulated: true }).on('GET /api/tenants', () =>
      json({ tenants: [{ ...contoso, isMock: true }] }),
    );
    renderApp('/audit', server);
    await screen.findByText('61/100, 38 of 44 checks');
    expect(screen.getAllByText(/^Simulated/)).toHaveLength(1);
  });

  const none: Audit = {
    ...audit,
    auditTimestamp: null,
    overallScore: null,
    overallStatus: null,
    overallStatusUnknownBecause: 'This tenant has never been scanned.',
    coverage: null,
    criticalIssues: null,
    userCount: null,
    categories: null,
    recommendations: [],
    reason: 'This tenant has never been scanned.',
  };

  test('without an audit says why and offers an administrator a scan', async () => {
    renderApp('/audit', serverWithAudit(none));
    await screen.findByText('This tenant has never been scanned.');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Scan Internal Policies' }).getAttribute('href')).toBe(
      `/scan?tenantId=${contoso.id}`,
    );
    expect(screen.queryByText(/0\/100/)).toBeNull();
  });

  test('without an audit offers a viewer no scan', async () => {
    renderApp('/audit', serverWithAudit(none, 'viewer'));
    await screen.findByText('This tenant has never been scanned. An administrator can run one.');
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Scan Internal Policies' })).toBeNull();
  });

  test('an outage is an error with its request id and Retry', async () => {
    const server = serverWithAudit(audit).on(`GET ${auditPath}`, () =>
      apiError('UNAVAILABLE', 'The store does not answer'),
    );
    const { user } = renderApp('/audit', server);
    await screen.findByText('Failed to load audit data. Please try again later.');
    expect(screen.getByText(/Request id: request-1/)).toBeDefined();
    server.on(`GET ${auditPath}`, () => json(audit));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('61/100, 38 of 44 checks');
  });
});
