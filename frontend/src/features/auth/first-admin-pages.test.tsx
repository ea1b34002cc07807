import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedOutServer, userOf } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const toBeSetUp = () =>
  signedOutServer().on('GET /api/setup/status', () => json({ requiresSetup: true, setupCodeRequired: false }));
const strong = 'Correct-Horse-42';

async function fillSetup(app: ReturnType<typeof renderApp>, values: Partial<Record<string, string>> = {}) {
  const all = {
    Username: 'dana',
    Email: 'dana@msp.example',
    'Display name': 'Dana Doe',
    Password: strong,
    'Confirm password': strong,
    ...values,
  };
  for (const [label, value] of Object.entries(all)) {
    const field = await screen.findByLabelText(new RegExp(`^${label}`));
    await app.user.clear(field);
    if (value !== '') await app.user.type(field, value);
  }
  await app.user.click(screen.getByRole('button', { name: 'Complete Setup' }));
}

describe('registration', () => {
  test('is loading until it is known whether it is allowed', async () => {
    const answer = Promise.withResolvers<Response>();
    renderApp(
      '/register',
      signedOutServer().on('GET /api/auth/registration-status', () => answer.promise),
    );
    await screen.findByText('Loading...');
    answer.resolve(json({ isFirstUser: true, registrationAllowed: true, userCount: 0, setupCodeRequired: false }));
    await screen.findByRole('heading', { name: 'Create First Admin Account' });
    screen.getByText(/you agree to the Terms of Service and the Privacy Policy/);
  });
});

describe('first-time setup', () => {
  test('asks for five things, and each password can be shown', async () => {
    const app = renderApp('/setup', toBeSetUp());
    for (const label of ['Username', 'Email', 'Display name']) await screen.findByLabelText(new RegExp(`^${label}`));
    const passwords = [screen.getByLabelText(/^Password/), screen.getByLabelText(/^Confirm password/)];
    expect(passwords.map((field) => field.getAttribute('type'))).toEqual(['password', 'password']);
    for (const button of screen.getAllByRole('button', { name: /^Show / })) await app.user.click(button);
    expect(passwords.map((field) => field.getAttribute('type'))).toEqual(['text', 'text']);
  });

  test.each([
    ['Username', 'ab', 'Username must be at least 3 characters'],
    ['Email', 'nobody', 'Valid email is required'],
    ['Display name', '', 'Display name is required'],
    ['Password', 'Short-1', 'Password must be at least 12 characters'],
    ['Password', 'correct-horse-42', 'Password must contain uppercase letter'],
    ['Password', 'CORRECT-HORSE-42', 'Password must contain lowercase letter'],
    ['Password', 'Correct-Horse-Battery', 'Password must contain number'],
    ['Password', 'CorrectHorse42x', 'Password must contain special character'],
    ['Confirm password', 'Correct-Horse-43', "Passwords don't match"],
  ])('says at the field what is wrong with the %s %s: %s', async (label, value, message) => {
    const server = toBeSetUp();
    await fillSetup(renderApp('/setup', server), { [label]: value });
    await screen.findByText(message);
    expect(server.requestsTo('/api/setup/first-admin')).toEqual([]);
  });

  test('that is done says so, and leads to the dashboard', async () => {
    const server = toBeSetUp().on('POST /api/setup/first-admin', () =>
      json({ success: true, user: userOf('admin') }, 200),
    );
    const app = renderApp('/setup', server);
    await fillSetup(app);
    await screen.findByText('Setup Complete');
    await screen.findByText('First-time admin setup completed successfully');
    await waitFor(() => expect(app.path()).toBe('/dashboard'));
  });

  test.each([
    ['says why', () => apiError('CONFLICT', 'There is a user already.'), 'There is a user already.'],
    [
      'says that it failed where nobody says why',
      () => apiError('INTERNAL', ''),
      'Failed to complete first-time admin setup',
    ],
  ])('that fails %s', async (_, answer, said) => {
    await fillSetup(renderApp('/setup', toBeSetUp().on('POST /api/setup/first-admin', answer)));
    await screen.findByText('Setup Failed');
    await screen.findByText(said);
  });
});

test('a return that went wrong has three tips and the way to the admin panel', async () => {
  renderApp('/auth/error', signedOutServer());
  await screen.findByRole('heading', { name: 'Authentication Issue' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    "Clear your browser's cache and cookies",
    'Try a private or incognito window',
    'Contact your administrator',
  ]);
  expect(screen.getByRole('link', { name: 'Return to Admin Panel' }).getAttribute('href')).toBe('/admin/tenants');
});
