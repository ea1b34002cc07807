import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { consentGone } from '../../testing/tenant-summaries.ts';

beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

const lastAuditDate = '2026-03-09T01:00:00.000Z';
const selected = { tenantId: contoso.id, name: 'Contoso', trouble: consentGone, lastAuditDate };

function serverWith(role: 'admin' | 'viewer', lost: object[] = []) {
  const quiet = { endingSecrets: { total: 0, soonest: [] }, auditTrail: null };
  const server = signedInServer(role).on('GET /api/auth/status', () =>
    json({ needsReconnect: lost.length > 0, tenants: lost, selected, ...quiet }),
  );
  for (const syncType of ['secure-score', 'audit-run', 'task-sync']) {
    const lastSync = syncType === 'task-sync' ? null : new Date().toISOString();
    server.on(`GET /api/data-freshness/${syncType}`, () => json({ lastSync, trouble: consentGone }));
  }
  return server;
}

test('however new the last data are, nothing is up to date while scans fail', async () => {
  renderApp('/dashboard', serverWith('admin'));
  const card = await screen.findByRole('group', { name: 'Audit Run' });
  await within(card).findByText('Scan failing');
  expect(within(card).queryByText('Up to date')).toBeNull();
  expect(within(screen.getByRole('group', { name: 'Task Sync' })).getByText('Never synced')).toBeDefined();
  const notice = await screen.findByText(/^Scan failing since .*2026/);
  const bar = notice.closest('[role=group]') ?? document.body;
  expect(bar.textContent).toMatch(/consent was withdrawn.*Figures are from .*2026/);
  expect(screen.getByRole('link', { name: 'Reconnect Contoso' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Retry the scan of Contoso' })).toBeDefined();
});

test('a viewer is told whom to ask', async () => {
  renderApp('/dashboard', serverWith('viewer'));
  await screen.findByText(/Ask an administrator to look into it/);
  expect(screen.queryByRole('button', { name: /Retry the scan/ })).toBeNull();
});

test('where the lost connection is told above, its reason is not told twice', async () => {
  const { since, reason } = consentGone;
  renderApp('/dashboard', serverWith('admin', [{ tenantId: contoso.id, name: 'Contoso', since, reason }]));
  await screen.findByText('The connection to Contoso is lost.');
  await screen.findByText(/^Scan failing since .*2026/);
  expect(screen.getAllByText(/consent was withdrawn/)).toHaveLength(1);
  expect(screen.getAllByRole('link', { name: /^Reconnect/ })).toHaveLength(1);
});
