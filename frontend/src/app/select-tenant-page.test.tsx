import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { contoso, fabrikam, json, signedInServer, signedOutServer, userOf } from '../testing/fake-server.ts';
import { renderApp } from '../testing/render-app.tsx';

describe('choosing a tenant', () => {
  test.each([
    ['admin', 'Administrator'],
    ['technician', 'Technician'],
    ['viewer', 'Viewer'],
  ] as const)('of a(n) %s says who is signed in, as %s', async (role, label) => {
    renderApp('/select-tenant', signedInServer(role));
    await screen.findByText('Dana Doe');
    screen.getByText('dana@msp.example');
    screen.getByText(label);
  });

  test('offers each tenant by name and domain, and says what one will see', async () => {
    const { user } = renderApp('/select-tenant', signedInServer());
    const goOn = await screen.findByRole('button', { name: 'Continue to Dashboard' });
    expect(goOn).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('combobox', { name: 'Tenant' }));
    const offered = await screen.findAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual(
      [contoso, fabrikam].map(({ name, domain }) => `${name} (${domain})`),
    );
    await user.click(screen.getByRole('option', { name: /Fabrikam/ }));
    await screen.findByText('You will access security audit data for Fabrikam');
    expect(goOn).toHaveProperty('disabled', false);
  });

  test.each([
    ['tenant-required', 'The page you opened needs a tenant. Please select one to continue.'],
    ['tenant-expired', 'Your selected tenant is no longer valid. Please select one again.'],
  ])('after %s says why', async (message, said) => {
    renderApp(`/select-tenant?message=${message}`, signedInServer());
    await screen.findByText(said);
  });

  test.each([
    ['admin', '/overview'],
    ['technician', '/dashboard'],
  ] as const)('is over for a(n) %s who has one already: on to %s', async (role, path) => {
    const app = renderApp(`/project-plan?tenantId=${contoso.id}`, signedInServer(role));
    await screen.findByRole('heading', { level: 1, name: 'Project Plan' });
    await app.router.navigate('/select-tenant');
    await waitFor(() => expect(app.path().split('?')[0]).toBe(path));
  });
});

test('a page of a tenant waits 300 ms without one, then shows the card with its way out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
  try {
    const app = renderApp('/dashboard', signedInServer('technician'));
    await vi.waitFor(() => screen.getByRole('navigation', { name: 'Breadcrumb' }));
    await vi.advanceTimersByTimeAsync(250);
    expect(screen.queryByText('No Organization Selected')).toBeNull();
    await vi.advanceTimersByTimeAsync(100);
    vi.useRealTimers();
    await screen.findByRole('heading', { name: 'No Organization Selected' });
    screen.getByText('Select an organization to begin managing security audits and tasks');
    screen.getByText(/context switcher in the header/);
    await app.user.click(screen.getByRole('button', { name: 'Choose Organization' }));
    await screen.findByText('Organization Required');
    await screen.findByText('Please select an organization to continue');
    expect(app.path()).toBe('/select-tenant');
  } finally {
    vi.useRealTimers();
  }
});

test('the whole page is Loading... while the session is checked', async () => {
  const answer = Promise.withResolvers<Response>();
  renderApp(
    '/select-tenant',
    signedOutServer().on('GET /api/auth/session', () => answer.promise),
  );
  await screen.findByText('Loading...');
  const user = userOf('technician');
  answer.resolve(json({ success: true, user, session: { user, expiresAt: '2030-01-01T00:00:00.000Z' } }));
  await screen.findByRole('heading', { name: 'Select Tenant' });
  expect(screen.queryByText('Loading...')).toBeNull();
});
