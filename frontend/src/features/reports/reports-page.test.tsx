import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const audit = {
  tenantId: contoso.id,
  tenantName: contoso.name,
  auditTimestamp: '2026-01-02T03:04:00.000Z',
  overallScore: null,
  overallStatus: null,
  overallStatusUnknownBecause: 'No check could be judged.',
  coverage: { evaluated: 0, applicable: 44, percent: 0 },
  criticalIssues: null,
  userCount: null,
  isSimulated: false,
  isSample: false,
  reason: 'Nothing could be judged.',
  categories: null,
  recommendations: [],
  datasets: [],
};

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

test('an audit without a score shows a dash and the reason', async () => {
  renderApp(
    '/reports',
    signedInServer('viewer').on('GET /api/audit/sample', () => json(audit)),
  );
  const score = await screen.findByRole('group', { name: 'Score' });
  expect(score.textContent).toBe('Score—Nothing could be judged.');
  expect(screen.getByText('0 of 44 checks could be judged')).toBeDefined();
});

test('before the first scan there is nothing to save, and sample data are no report', async () => {
  const server = signedInServer().on('GET /api/audit/sample', () => json({ ...audit, isSample: true }));
  renderApp('/report', server);
  await screen.findByText('No reports yet');
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});

test('a download that fails says why', async () => {
  const server = signedInServer('viewer')
    .on('GET /api/audit/sample', () => json(audit))
    .on(`GET /api/tenant/${contoso.id}/findings/download`, () => apiError('UNAVAILABLE', 'The store does not answer'));
  const { user } = renderApp('/report', server);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await screen.findByText('Download Failed');
  expect(screen.getByText('The store does not answer')).toBeDefined();
});
