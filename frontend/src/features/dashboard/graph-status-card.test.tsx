import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { credential, m365Status, mockStatus } from '../../testing/connections.ts';
import { apiError, contoso, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const path = '/api/m365/status';
const missing = m365Status({
  mode: 'unconfigured',
  live: false,
  liveMode: false,
  configured: false,
  lastTokenSuccess: null,
  lastGraphCallSuccess: null,
});
const refused = m365Status({
  live: false,
  liveMode: false,
  lastTokenSuccess: false,
  trouble: { kind: 'connectionLost', since: null, reason: 'The client secret has expired.', remedy: 'newSecret' },
});
const serverWith = (status: object, role: 'admin' | 'technician' | 'viewer' = 'admin') =>
  signedInServer(role).on(`GET ${path}`, () => json(status));
const card = async () => within(await screen.findByRole('region', { name: 'Graph API status' }));

describe('the Graph API status', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test.each([
    ['live', m365Status(), 'Live', null],
    ['simulated', mockStatus, 'Mock', 'Connect Microsoft 365'],
    ['without credentials', missing, 'Credentials missing', 'Add credentials'],
    ['with credentials that are refused', refused, 'Unconfigured', 'Edit credentials'],
  ])('of a tenant that is %s says so, with the way to mend it', async (_, status, label, action) => {
    renderApp('/dashboard', serverWith(status));
    const shown = await card();
    await shown.findByText(label);
    expect(shown.getByText(contoso.id)).toBeDefined();
    const actions = shown.queryAllByRole('button').map(({ textContent }) => textContent);
    if (action === null) expect(actions).toEqual([]);
    else expect(actions).toContain(action);
  });

  test('tells the reason and the remedy where Microsoft refuses the credentials', async () => {
    renderApp('/dashboard', serverWith(refused));
    const shown = await card();
    await shown.findByText('The client secret has expired.');
    expect(shown.getByRole('link', { name: 'Save a new secret of Contoso' })).toBeDefined();
    expect(shown.getByText('Refused')).toBeDefined();
  });

  test('opens the credentials, and gives the keyboard back when they close', async () => {
    const one = credential({ id: contoso.id, tenantId: contoso.id, tenantName: 'Contoso' });
    const server = serverWith(missing).on(`GET /api/admin/credentials/${contoso.id}`, () => json(one));
    const { user } = renderApp('/dashboard', server);
    await user.click(await (await card()).findByRole('button', { name: 'Add credentials' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Graph Credentials: Contoso' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add credentials'));
  });

  test('sends technicians to an administrator, and is not shown to viewers', async () => {
    const { unmount } = renderApp('/dashboard', serverWith(missing, 'technician'));
    const shown = await card();
    await shown.findByText('Ask an administrator to look into it.');
    expect(shown.queryByRole('button')).toBeNull();
    unmount();
    renderApp('/dashboard', serverWith(missing, 'viewer'));
    await screen.findByRole('region', { name: 'Recent Activity' });
    expect(screen.queryByRole('region', { name: 'Graph API status' })).toBeNull();
  });

  test('that cannot be checked says so, and is checked again on request', async () => {
    const server = signedInServer().on(`GET ${path}`, () => apiError('UNAVAILABLE', 'The store does not answer'));
    const { user } = renderApp('/dashboard', server);
    const shown = await card();
    await shown.findByText('Failed to check Graph API status');
    server.on(`GET ${path}`, () => json(m365Status()));
    await user.click(shown.getByRole('button', { name: 'Retry' }));
    await shown.findByText('Live');
  });
});
