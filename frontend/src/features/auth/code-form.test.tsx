import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { apiError, json, signedOutServer, userOf } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const server = () => signedOutServer().on('POST /api/auth/local', () => json({ success: false, codeRequired: true }));

async function toSecondStep(used = server()) {
  const page = renderApp('/login', used);
  await page.user.type(await screen.findByLabelText('Username or email'), 'ada');
  await page.user.type(screen.getByLabelText('Password'), 'Str0ng!pass{Enter}');
  const code = await screen.findByLabelText('Code');
  return { ...page, code };
}

describe('the second step of a sign-in', () => {
  test('takes a code, in the field that has the focus, and leads on', async () => {
    const used = server().on('POST /api/auth/local/code', () => json({ success: true, user: userOf('viewer') }));
    const { user, code } = await toSecondStep(used);
    expect(document.activeElement).toBe(code);
    expect(screen.getByRole('button', { name: 'Sign in' })).toHaveProperty('disabled', true);
    await user.type(code, '123 456{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Multi-Tenant Overview' });
    expect(used.requestsTo('/api/auth/local/code')[0]?.body).toEqual({ code: '123 456' });
  });

  test('says that a code is wrong, and stays', async () => {
    const message = 'That code is not right, or was used before.';
    const { user, code } = await toSecondStep(
      server().on('POST /api/auth/local/code', () => apiError('INVALID_CREDENTIALS', message)),
    );
    await user.type(code, '000000{Enter}');
    await screen.findByText(message);
    expect(screen.getByLabelText('Code')).toBe(code);
  });

  test('goes back to the password where it took too long, or where somebody wants to', async () => {
    const { user, code } = await toSecondStep(
      server().on('POST /api/auth/local/code', () => apiError('SIGN_IN_EXPIRED', 'This sign-in has expired.')),
    );
    await user.type(code, '123456{Enter}');
    await screen.findByText('That took too long. Enter your password again.');
    await user.type(await screen.findByLabelText('Username or email'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'Str0ng!pass{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Back' }));
    await screen.findByLabelText('Password');
    expect(screen.queryByText('That took too long. Enter your password again.')).toBeNull();
  });
});
