import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedOutServer, userOf } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const firstUser = () => json({ isFirstUser: true, registrationAllowed: true, userCount: 0, setupCodeRequired: false });

async function fill(app: ReturnType<typeof renderApp>, username: string, password: string) {
  await app.user.type(await screen.findByLabelText('Username or email'), username);
  await app.user.type(screen.getByLabelText('Password'), password);
}
const submitButton = () => screen.getByRole('button', { name: /^Sign(ing)? in/ });

describe('signing in', () => {
  test('is possible once both fields are filled, and leads to the overview', async () => {
    const server = signedOutServer().on('POST /api/auth/local', () => json({ success: true, user: userOf('admin') }));
    const app = renderApp('/login', server);
    await screen.findByRole('form', { name: 'Sign in' });
    expect(submitButton()).toHaveProperty('disabled', true);
    await fill(app, 'dana', 'correct horse');
    await app.user.click(submitButton());
    await waitFor(() => expect(app.path()).toBe('/overview'));
    expect(server.requestsTo('/api/auth/local')[0]?.body).toEqual({ username: 'dana', password: 'correct horse' });
  });

  test('sends once however often the button is pressed', async () => {
    const answer = Promise.withResolvers<Response>();
    const server = signedOutServer().on('POST /api/auth/local', () => answer.promise);
    const app = renderApp('/login', server);
    await fill(app, 'dana', 'correct horse');
    const button = submitButton();
    button.click();
    button.click();
    await screen.findByRole('button', { name: 'Signing in...' });
    await app.user.keyboard('{Enter}');
    answer.resolve(json({ success: true, user: userOf('admin') }));
    await waitFor(() => expect(app.path()).toBe('/overview'));
    expect(server.requestsTo('/api/auth/local')).toHaveLength(1);
  });

  test('that fails shows the server’s words and stays on the page', async () => {
    const server = signedOutServer().on('POST /api/auth/local', () =>
      apiError('INVALID_CREDENTIALS', 'Invalid username or password'),
    );
    const app = renderApp('/login', server);
    await fill(app, 'dana', 'wrong');
    await app.user.click(submitButton());
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid username or password');
    expect(app.path()).toBe('/login');
  });

  test('that was tried puts its own outcome in the place of the check that failed', async () => {
    const offline = () => Promise.reject(new TypeError('offline'));
    const server = signedOutServer().on('GET /api/auth/session', offline).on('POST /api/auth/local', offline);
    const app = renderApp('/login', server);
    await screen.findByText(/could not be checked/);
    await fill(app, 'dana', 'correct horse');
    await app.user.click(submitButton());
    await screen.findByText('Authentication failed. Please check your connection.');
    expect(screen.queryByText(/could not be checked/)).toBeNull();
  });

  test('without a network says so', async () => {
    const server = signedOutServer().on('POST /api/auth/local', () => Promise.reject(new TypeError('offline')));
    const app = renderApp('/login', server);
    await fill(app, 'dana', 'correct horse');
    await app.user.click(submitButton());
    await screen.findByText('Authentication failed. Please check your connection.');
  });

  test('with a name that is too short is refused before it is sent', async () => {
    const server = signedOutServer();
    const app = renderApp('/login', server);
    await fill(app, 'da', 'correct horse');
    await app.user.click(submitButton());
    await screen.findByText('Username or email must be at least 3 characters');
    expect(server.requestsTo('/api/auth/local')).toHaveLength(0);
  });

  test('shows and hides the password', async () => {
    const app = renderApp('/login', signedOutServer());
    const field = await screen.findByLabelText('Password');
    await app.user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.getAttribute('type')).toBe('text');
    await app.user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.getAttribute('type')).toBe('password');
  });

  test('offers the first administrator’s account only while there is no user', async () => {
    renderApp('/login', signedOutServer().on('GET /api/auth/registration-status', firstUser));
    const offer = await screen.findByRole('link', { name: 'Create First Admin Account' });
    expect(offer.getAttribute('href')).toBe('/register');
  });
});

describe('registration', () => {
  test('is closed once there is a user', async () => {
    renderApp('/register', signedOutServer());
    await screen.findByRole('heading', { name: 'Registration Not Available' });
    await screen.findByText('User accounts already exist in the system');
    await screen.findByText(/There is at least 1 user in the system/);
  });

  test('says that the service is unavailable when its status cannot be had', async () => {
    const server = signedOutServer().on('GET /api/auth/registration-status', () => apiError('INTERNAL', 'Broken'));
    renderApp('/register', server);
    await screen.findByRole('heading', { name: 'Service Unavailable' });
    await screen.findByText('Unable to check registration status. Please try again later.');
  });

  test('opens its button only for a whole form with a strong password, and signs in', async () => {
    const server = signedOutServer()
      .on('GET /api/auth/registration-status', firstUser)
      .on('POST /api/auth/register', () => json({ success: true, user: userOf('admin') }));
    const app = renderApp('/register', server);
    await app.user.type(await screen.findByLabelText(/^Username/), 'dana');
    await app.user.type(screen.getByLabelText(/^Email/), 'dana@msp.example');
    await app.user.type(screen.getByLabelText(/^Display name/), 'Dana Doe');
    await app.user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'Abcdefg1');
    const button = screen.getByRole('button', { name: 'Create Admin Account' });
    expect(button).toHaveProperty('disabled', true);
    await app.user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), '!');
    expect(button).toHaveProperty('disabled', false);
    await app.user.click(button);
    await waitFor(() => expect(app.path()).toBe('/overview'));
  });
});

describe('first-time setup', () => {
  const required = () => json({ requiresSetup: true, setupCodeRequired: true });

  test('shows what is wrong at each field and sends nothing', async () => {
    const server = signedOutServer().on('GET /api/setup/status', required);
    const app = renderApp('/setup', server);
    await app.user.type(await screen.findByLabelText(/^Username/), 'da');
    await app.user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'Short1!');
    await app.user.type(screen.getByLabelText(/^Confirm password/), 'Other1!');
    await app.user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    await screen.findByText('Username must be at least 3 characters');
    await screen.findByText('Valid email is required');
    await screen.findByText('Display name is required');
    await screen.findByText('Password must be at least 12 characters');
    expect(server.requestsTo('/api/setup/first-admin')).toHaveLength(0);
  });

  test('that the server refuses keeps the form and says why', async () => {
    const server = signedOutServer()
      .on('GET /api/setup/status', required)
      .on('POST /api/setup/first-admin', () => apiError('SETUP_CODE_REQUIRED', 'The setup code is wrong'));
    const app = renderApp('/setup', server);
    await app.user.type(await screen.findByLabelText(/^Username/), 'dana');
    await app.user.type(screen.getByLabelText(/^Email/), 'dana@msp.example');
    await app.user.type(screen.getByLabelText(/^Display name/), 'Dana Doe');
    await app.user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'Str0ng!passw0rd');
    await app.user.type(screen.getByLabelText(/^Confirm password/), 'Str0ng!passw0rd');
    await app.user.type(screen.getByLabelText(/^Setup code/), 'guess');
    await app.user.click(screen.getByRole('button', { name: 'Complete Setup' }));
    await screen.findByText('Setup Failed');
    await screen.findByText('The setup code is wrong');
    expect(app.path()).toBe('/setup');
  });

  test('that is not required leads to the dashboard', async () => {
    const server = signedOutServer().on('GET /api/setup/status', () =>
      json({ requiresSetup: false, setupCodeRequired: false }),
    );
    const app = renderApp('/setup', server);
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(app.path()).toBe('/login');
  });
});
