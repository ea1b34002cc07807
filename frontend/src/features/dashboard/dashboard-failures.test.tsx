import { screen } from '@testing-library/react';
import { beforeEach, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

test.each([
  ['/api/data-freshness/audit-run', 'Audit Run: Failed to fetch data freshness'],
  ['/api/secure-score', 'Failed to fetch secure score'],
  ['/api/risk-indicators', 'Failed to fetch risk indicators'],
  ['/api/project-readiness', 'Failed to fetch project readiness data'],
  [`/api/tenant/${contoso.id}/summary`, 'Failed to fetch latest scan data'],
])('where %s fails the dashboard says: %s', async (path, title) => {
  const server = signedInServer('admin').on(`GET ${path}`, () =>
    apiError('UNAVAILABLE', 'The store of this figure does not answer'),
  );
  renderApp(`/dashboard?tenantId=${contoso.id}`, server);
  await screen.findByText(title);
  await screen.findByText(/The store of this figure does not answer/);
});
