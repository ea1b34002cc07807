import { teamsHighContrastTheme } from '@fluentui/react-components';
import type { ProfileSession } from '@tenantry/contract/own-account';
import type { Profile } from '@tenantry/contract/profile';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { formatDateTime } from '../../lib/format.ts';
import { showTimesIn } from '../../lib/shown-time-zone.ts';
import { chooseTheme } from '../../lib/theme-choice.ts';
import { apiError, json, signedInServer, userOf } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const profile = (change: Partial<Profile> = {}): Profile => ({
  id: 'user-1',
  username: 'dana',
  displayName: 'Dana Doe',
  email: 'dana@msp.example',
  role: 'technician',
  organizations: 2,
  signsInWith: 'password',
  createdAt: '2026-01-02T00:00:00.000Z',
  timeZone: null,
  theme: null,
  authenticator: null,
  ...change,
});
const on = { since: '2026-03-04T12:00:00.000Z', recoveryCodesLeft: 10 };

const session = (change: Partial<ProfileSession> = {}): ProfileSession => ({
  id: '1'.repeat(32),
  device: 'Edge on Windows',
  address: '203.0.113.7',
  signedInAt: '2026-03-04T12:00:00.000Z',
  lastSeenAt: '2026-03-04T13:00:00.000Z',
  isCurrent: true,
  ...change,
});
const other = session({ id: '2'.repeat(32), device: 'Safari on iPhone', isCurrent: false });

function server(shown: Profile = profile(), sessions: ProfileSession[] = [session(), other]) {
  return signedInServer('technician')
    .on('GET /api/profile', () => json(shown))
    .on('GET /api/profile/sessions', () => json(sessions));
}

async function open(used = server()) {
  const page = renderApp('/profile', used);
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  return page;
}
/** What Fluent's components take for the ground that they stand on. */
function shownBackground(): string {
  const provider = document.querySelector('.fui-FluentProvider');
  return provider === null ? '' : getComputedStyle(provider).getPropertyValue('--colorNeutralBackground1').trim();
}
const section = (name: string) => screen.findByRole('region', { name });

afterEach(() => {
  showTimesIn(null);
  chooseTheme('system');
});

describe('the profile', () => {
  test('tells who somebody is, and how they sign in', async () => {
    await open();
    const account = await section('Account');
    for (const text of ['Dana Doe', 'dana', 'dana@msp.example', 'Technician', '2 tenants', 'Password']) {
      expect(within(account).getByText(text)).toBeDefined();
    }
  });

  test('that cannot be loaded says so', async () => {
    renderApp(
      '/profile',
      signedInServer().on('GET /api/profile', () => apiError('UNAVAILABLE', 'Try later')),
    );
    await screen.findByText('Your profile could not be loaded');
  });

  test('of an account of Microsoft offers neither password nor authenticator', async () => {
    await open(server(profile({ signsInWith: 'microsoft' })));
    await within(await section('Password')).findByText(/^You sign in with Microsoft\./);
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Authenticator app' })).toBeNull();
  });
});

describe('the password', () => {
  async function openDialog(used = server()) {
    const page = await open(used);
    await page.user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change password' });
    return { ...page, dialog, submit: () => within(dialog).getByRole('button', { name: 'Change password' }) };
  }

  test('is changed once it is strong and typed the same twice', async () => {
    const used = server().on('POST /api/profile/password', () => json({ success: true }));
    const { dialog, user, submit } = await openDialog(used);
    const [current, next, again] = within(dialog).getAllByLabelText(/password/i, { selector: 'input' });
    if (!current || !next || !again) throw new Error('The dialog has three fields');
    await user.type(current, 'Str0ng!pass');
    await user.type(next, 'Quite-0ther!pass');
    await user.type(again, 'Quite-0ther!pas');
    within(dialog).getByText("Passwords don't match");
    expect(submit()).toHaveProperty('disabled', true);
    await user.type(again, 's');
    await user.click(submit());
    await screen.findByText('Password changed');
    expect(used.requestsTo('/api/profile/password')[0]?.body).toEqual({
      currentPassword: 'Str0ng!pass',
      newPassword: 'Quite-0ther!pass',
      confirmPassword: 'Quite-0ther!pass',
    });
  });

  test('that the server does not take is told at its field', async () => {
    const message = 'That is not your current password';
    const used = server().on('POST /api/profile/password', () =>
      apiError('INVALID_INPUT', message, [{ path: 'currentPassword', message }]),
    );
    const { dialog, user, submit } = await openDialog(used);
    const fields = within(dialog).getAllByLabelText(/password/i, { selector: 'input' });
    for (const field of fields) await user.type(field, 'Quite-0ther!pass');
    await user.click(submit());
    await within(dialog).findByText(message);
  });
});

describe('the authenticator app', () => {
  test('is set up with a picture, a key and a first code, and its recovery codes are shown once', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const codes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-ddd${'abcdefghjk'[n]}`);
    let isOn = false;
    const used = server()
      .on('GET /api/profile', () => json(profile({ authenticator: isOn ? on : null })))
      .on('POST /api/profile/authenticator', () =>
        json({ secret, uri: `otpauth://totp/Tenantry:dana?secret=${secret}` }),
      )
      .on('POST /api/profile/authenticator/confirm', ({ body }) => {
        const message = 'That code is not right, or was used before. Enter the newest one.';
        isOn = JSON.stringify(body) === '{"code":"123456"}';
        return isOn ? json({ recoveryCodes: codes }) : apiError('INVALID_INPUT', message, [{ path: 'code', message }]);
      });
    const { user } = await open(used);
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    const dialog = await screen.findByRole('dialog', { name: 'Set up an authenticator app' });
    await within(dialog).findByRole('img', { name: 'QR code with the key for your authenticator app' });
    within(dialog).getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP');
    await user.type(within(dialog).getByLabelText('Code'), '000000{Enter}');
    await within(dialog).findByText(/^That code is not right/);
    await user.clear(within(dialog).getByLabelText('Code'));
    await user.type(within(dialog).getByLabelText('Code'), '123456{Enter}');
    const kept = await screen.findByRole('alertdialog', { name: 'Keep these recovery codes' });
    expect(kept.textContent).toContain(codes[9]);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog')).toBe(kept);
    await user.click(within(kept).getByRole('button', { name: 'I have kept them' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await within(await section('Authenticator app')).findByText(/10 recovery codes left\.$/);
  });

  test('that has few recovery codes left asks for new ones', async () => {
    await open(server(profile({ authenticator: { ...on, recoveryCodesLeft: 1 } })));
    const shown = await section('Authenticator app');
    await within(shown).findByText(/1 recovery code left\.$/);
    within(shown).getByText(/^Make new recovery codes/);
  });

  test('gives new recovery codes for a code', async () => {
    const used = server(profile({ authenticator: on })).on('POST /api/profile/authenticator/recovery-codes', () =>
      json({ recoveryCodes: ['aaaa-bbbb-cccc-dddd'] }),
    );
    const { user } = await open(used);
    await user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
    const dialog = await screen.findByRole('dialog', { name: 'New recovery codes' });
    await user.type(within(dialog).getByLabelText(/^Code/), '123 456{Enter}');
    const kept = await screen.findByRole('alertdialog', { name: 'Keep these recovery codes' });
    within(kept).getByText('aaaa-bbbb-cccc-dddd');
  });

  test('is turned off by password and code', async () => {
    let isOn = true;
    const used = server()
      .on('GET /api/profile', () => json(profile({ authenticator: isOn ? on : null })))
      .on('POST /api/profile/authenticator/off', () => {
        isOn = false;
        return json({ success: true });
      });
    const { user } = await open(used);
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    const dialog = await screen.findByRole('dialog', { name: 'Turn off the authenticator app' });
    await user.type(within(dialog).getByLabelText(/^Password/, { selector: 'input' }), 'Str0ng!pass');
    await user.type(within(dialog).getByLabelText(/^Code/), 'aaaa-bbbb-cccc-dddd');
    await user.click(within(dialog).getByRole('button', { name: 'Turn off' }));
    await screen.findByText('Authenticator turned off');
    await screen.findByText('Off. Your password alone signs you in.');
  });
});

describe('the sessions', () => {
  test('are listed with browser and times, and this one is marked and not ended so', async () => {
    await open();
    const table = await screen.findByRole('table', { name: 'Where you are signed in' });
    const [, mine, theirs] = within(table).getAllByRole('row');
    if (!mine || !theirs) throw new Error('There are two sessions');
    within(mine).getByText('This browser');
    expect(within(mine).queryByRole('button')).toBeNull();
    within(theirs).getByText('Safari on iPhone');
    within(theirs).getByText(formatDateTime(other.signedInAt));
  });

  test('are ended one by one, and all but this one', async () => {
    let sessions = [session(), other];
    const used = server()
      .on('GET /api/profile/sessions', () => json(sessions))
      .on(`DELETE /api/profile/sessions/${other.id}`, () => {
        sessions = [session()];
        return json({ success: true });
      });
    const { user } = await open(used);
    await user.click(await screen.findByRole('button', { name: /^Sign out Safari on iPhone/ }));
    await screen.findByText('Sign out Safari on iPhone?');
    await user.click(await screen.findByRole('button', { name: 'Sign out', hidden: true }));
    await screen.findByText('Signed out there');
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
  });

  test('of other browsers are ended all at once', async () => {
    const used = server().on('DELETE /api/profile/sessions', () => json({ success: true, ended: 1 }));
    const { user } = await open(used);
    await user.click(await screen.findByRole('button', { name: 'Sign out all others' }));
    await screen.findByText('Sign out 1 other browser? This one stays signed in.');
    await user.click(await screen.findByRole('button', { name: 'Sign out', hidden: true }));
    await screen.findByText('Signed out 1 other browser');
  });
});

describe('the preferences', () => {
  test('of a time zone change the times on the pages at once', async () => {
    const saved = profile({ timeZone: 'Pacific/Auckland' });
    const used = server().on('PUT /api/profile/time-zone', () => json(saved));
    const { user } = await open(used);
    await user.type(await screen.findByRole('combobox', { name: 'Time zone' }), 'auckland{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save time zone' }));
    await screen.findByText('Time zone saved');
    expect(used.requestsTo('/api/profile/time-zone')[0]?.body).toEqual({ timeZone: 'Pacific/Auckland' });
    const there = new Intl.DateTimeFormat(undefined, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: 'Pacific/Auckland',
    }).format(new Date(other.signedInAt));
    expect((await screen.findAllByText(there)).length).toBe(2);
    await screen.findByRole('button', { name: /^Use the browser’s/ });
  });

  test('of the user are those of each browser in which they sign in', async () => {
    const user = { ...userOf('technician'), timeZone: 'Pacific/Auckland', theme: 'dark' as const };
    const used = server(profile({ timeZone: user.timeZone, theme: user.theme })).on('GET /api/auth/session', () =>
      json({ success: true, user, session: { user, expiresAt: '2030-01-01T00:00:00.000Z' } }),
    );
    await open(used);
    await screen.findByRole('table', { name: 'Where you are signed in' });
    expect(document.documentElement.style.colorScheme).toBe('dark');
    expect(screen.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true);
    showTimesIn('Pacific/Auckland');
    expect(screen.getAllByText(formatDateTime(other.signedInAt)).length).toBe(2);
  });

  test('of high contrast are shown at once and kept on the user', async () => {
    const used = server().on('PUT /api/profile/theme', () => json(profile({ theme: 'contrast' })));
    const { user } = await open(used);
    await user.click(await screen.findByRole('radio', { name: 'High contrast' }));
    expect(document.documentElement.style.colorScheme).toBe('dark');
    await waitFor(() => expect(shownBackground()).toBe(teamsHighContrastTheme.colorNeutralBackground1));
    await waitFor(() => expect(used.requestsTo('/api/profile/theme')[0]?.body).toEqual({ theme: 'contrast' }));
  });

  test('of a theme hold at once, also where they could not be kept, and that is said', async () => {
    const used = server().on('PUT /api/profile/theme', () => apiError('UNAVAILABLE', 'Try later'));
    const { user } = await open(used);
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.style.colorScheme).toBe('dark');
    await screen.findByText('Theme not saved');
  });

  test('are the same in the menu of the account', async () => {
    const used = server().on('PUT /api/profile/theme', () => json(profile({ theme: 'dark' })));
    const { user } = await open(used);
    await user.click(await screen.findByRole('button', { name: /^Account: / }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    await waitFor(() => expect(used.requestsTo('/api/profile/theme')[0]?.body).toEqual({ theme: 'dark' }));
    expect(screen.getByRole('radio', { name: 'Dark', hidden: true })).toHaveProperty('checked', true);
  });
});
