import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { credential, managedTenant, serverWithCredentials } from '../../testing/connections.ts';
import { contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { consentGone } from '../../testing/tenant-summaries.ts';

const dead = { trouble: consentGone, lastAuditDate: '2026-03-09T01:00:00.000Z' };
const told = /Scan failing since .*2026.*consent was withdrawn.*Figures are from .*2026/;

test('the list of tenants says since when scans fail, and offers what mends it', async () => {
  const tenant = managedTenant({ ...dead, credentialStatus: 'reconnect', lastScanStatus: 'Error' });
  const server = signedInServer().on('GET /api/admin/tenants', () => json({ tenants: [tenant], offboarding: [] }));
  renderApp('/admin/tenants', server);
  const row = await screen.findByRole('row', { name: /Contoso/ });
  await waitFor(() => expect(row.nextElementSibling?.textContent).toMatch(told));
  expect(within(row).queryByText('Connected')).toBeNull();
  expect((await within(row).findByRole('link', { name: 'Reconnect Contoso' })).getAttribute('href')).toContain(
    contoso.id,
  );
  expect(within(row).getByRole('button', { name: 'Retry the scan of Contoso' })).toBeDefined();
});

test('where a new secret mends it, the way to it names the tenant', async () => {
  const tenant = managedTenant({ ...dead, trouble: { ...consentGone, remedy: 'newSecret' } });
  const server = signedInServer().on('GET /api/admin/tenants', () => json({ tenants: [tenant], offboarding: [] }));
  renderApp('/admin/tenants', server);
  expect(await screen.findByRole('link', { name: 'Save a new secret of Contoso' })).toBeDefined();
});

test('a simulated tenant whose scans fail is not connected either, and is scanned again', async () => {
  const trouble = { ...consentGone, remedy: 'retry' } as const;
  const tenant = managedTenant({ ...dead, trouble, credentialStatus: 'failing', isMock: true });
  const scanLogId = `${contoso.id}_scan`;
  const server = signedInServer()
    .on('GET /api/admin/tenants', () => json({ tenants: [tenant], offboarding: [] }))
    .on('POST /api/scan', () => json({ message: 'Started', scanLogId, status: 'running' }));
  const app = renderApp('/admin/tenants', server);
  const row = await screen.findByRole('row', { name: /Contoso/ });
  expect(within(row).getByText('Scan failing')).toBeDefined();
  await app.user.click(await within(row).findByRole('button', { name: 'Retry the scan of Contoso' }));
  expect(within(row).queryByRole('link', { name: /Reconnect/ })).toBeNull();
  await waitFor(() =>
    expect(server.requestsTo('/api/scan').map(({ body }) => body)).toEqual([{ tenant_id: contoso.id }]),
  );
});

test('credentials whose tenant cannot be read are not active, and are counted', async () => {
  renderApp('/m365/credentials', serverWithCredentials([credential({ ...dead, status: 'failing' })]));
  const row = await screen.findByRole('row', { name: /Fabrikam/ });
  expect(row.textContent).toMatch(told);
  expect(within(row).queryByText('Active')).toBeNull();
  expect(screen.getByRole('group', { name: 'Active' }).textContent).toContain('0');
  expect(screen.getByRole('group', { name: 'Failing' }).textContent).toContain('1');
});
