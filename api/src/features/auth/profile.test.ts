import { getSession, signInLocally } from '@tenantry/contract/auth';
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type ProfileSession,
} from '@tenantry/contract/own-account';
import { chooseTheme, chooseTimeZone, getProfile } from '@tenantry/contract/profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { every } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import { containers } from '../../store/containers.ts';

const { password, username } = firstAdmin;
const newPassword = 'Quite-0ther!pass';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('the profile', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const entries = async (eventType: string): Promise<TrailEntry[]> =>
    (await every(app.app.records.across<TrailEntry & { id: string }>(containers.auditLogs))).filter(
      (entry) => entry.eventType === eventType,
    );
  const signIn = async (given = password, headers: Record<string, string> = {}) =>
    app.call(signInLocally, { body: { username, password: given }, headers });
  const isSignedIn = async (with_ = '') => (await app.call(getSession, { cookie: with_ })).status === 200;
  const sessionsOf = async (with_: string) =>
    (await app.call(listOwnSessions, { cookie: with_ })).json as unknown as ProfileSession[];

  it('tells users of their account, and nobody of its secrets', async () => {
    const { json, text } = await app.call(getProfile, { cookie });
    expect(json).toMatchObject({
      username,
      displayName: firstAdmin.displayName,
      email: firstAdmin.email,
      role: 'admin',
      organizations: null,
      signsInWith: 'password',
      timeZone: null,
      theme: null,
      authenticator: null,
    });
    expect(text).not.toMatch(/hash|scrypt|secret/i);
    const some = await app.signInAs('viewer', { kind: 'tenants', tenantIds: await app.tenantIds() });
    expect((await app.call(getProfile, { cookie: some })).json).toMatchObject({ role: 'viewer', organizations: 4 });
  });

  describe('its password', () => {
    const change = (body: object, with_ = cookie) => app.call(changeOwnPassword, { body, cookie: with_ });

    it('is changed by whoever knows the current one; the other sessions end and this one goes on', async () => {
      const other = await signIn();
      const changed = await change({ currentPassword: password, newPassword, confirmPassword: newPassword });
      expect(changed.status).toBe(200);
      expect([await isSignedIn(changed.cookie), await isSignedIn(cookie), await isSignedIn(other.cookie)]).toEqual([
        true,
        false,
        false,
      ]);
      expect((await signIn()).status).toBe(401);
      expect((await signIn(newPassword)).status).toBe(200);
      const [entry] = await entries('password_changed');
      expect([entry?.user, entry?.target]).toEqual([username, username]);
      expect(JSON.stringify(entry)).not.toMatch(/scrypt|Quite|Str0ng/);
    });

    it('stays where the current one is wrong, and guessing at it is slowed down as at sign-in', async () => {
      for (let n = 0; n < 5; n += 1) {
        const refused = await change({ currentPassword: 'Wr0ng!pass', newPassword });
        expect([refused.status, refused.json.fields]).toEqual([
          400,
          [{ path: 'currentPassword', message: 'That is not your current password' }],
        ]);
      }
      expect((await change({ currentPassword: password, newPassword })).status).toBe(429);
      expect(await isSignedIn(cookie)).toBe(true);
    });

    it.each([
      ['Sh0rt!a', 'Password must be at least 8 characters'],
      ['lower0nly!', 'Password must contain at least one uppercase letter'],
      ['UPPER0NLY!', 'Password must contain at least one lowercase letter'],
      ['Nonumbers!', 'Password must contain at least one number'],
      ['N0specials', 'Password must contain at least one special character'],
      ['Passw0rd!', 'Password is one of the most common ones. Choose one that is harder to guess'],
      ['Lovelace1!', 'Password is based on your name, email or the product name. Choose another one'],
      [password, 'Choose a password other than the current one'],
    ])('keeps the rules: not %s', async (wanted, message) => {
      const refused = await change({ currentPassword: password, newPassword: wanted });
      expect([refused.status, refused.json.fields]).toEqual([400, [{ path: 'newPassword', message }]]);
    });

    it('has to be typed the same twice', async () => {
      const refused = await change({ currentPassword: password, newPassword, confirmPassword: 'another' });
      expect(refused.json.fields).toEqual([{ path: 'confirmPassword', message: "Passwords don't match" }]);
    });

    it('changed twice at once is changed once', async () => {
      const answers = await Promise.all([
        change({ currentPassword: password, newPassword }),
        change({ currentPassword: password, newPassword: `${newPassword}2` }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await entries('password_changed')).toHaveLength(1);
    });

    it('is none of this product’s for an account of Microsoft', async () => {
      const microsoft = await app.signInAs('viewer', { kind: 'none' });
      expect((await change({ currentPassword: password, newPassword }, microsoft)).status).toBe(409);
    });
  });

  describe('its sessions', () => {
    it('are listed with browser, address and times, and this one is marked', async () => {
      await signIn(password, { 'user-agent': firefox, 'x-forwarded-for': '198.51.100.9:1' });
      const listed = await sessionsOf(cookie);
      expect(listed.map(({ device, address, isCurrent }) => [device, address, isCurrent])).toEqual([
        ['Firefox on Linux', '198.51.100.9', false],
        [null, '203.0.113.7', true],
      ]);
      for (const { id } of listed) expect(cookie).not.toContain(id);
    });

    it('are ended singly, at the next call of whoever has them', async () => {
      const other = await signIn();
      const found = (await sessionsOf(cookie)).find(({ isCurrent }) => !isCurrent);
      const end = () => app.call(endOwnSession, { params: { sessionId: found?.id ?? '' }, cookie });
      const answers = await Promise.all([end(), end()]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      expect([await isSignedIn(other.cookie), await isSignedIn(cookie)]).toEqual([false, true]);
      expect(await entries('session_ended')).toHaveLength(1);
    });

    it('of somebody else are not there, and this one is not ended so', async () => {
      const stranger = await app.signInAs('admin', { kind: 'all' });
      const [theirs] = await sessionsOf(stranger);
      const [mine] = await sessionsOf(cookie);
      const end = (sessionId = '') => app.call(endOwnSession, { params: { sessionId }, cookie });
      expect((await end(theirs?.id)).status).toBe(404);
      expect((await end(mine?.id)).status).toBe(409);
      expect([await isSignedIn(stranger), await isSignedIn(cookie)]).toEqual([true, true]);
    });

    it('are ended all but this one, and none of anybody else', async () => {
      const others = [await signIn(), await signIn(), await signIn()];
      const stranger = await app.signInAs('admin', { kind: 'all' });
      const ended = await app.call(endOtherSessions, { cookie });
      expect(ended.json).toEqual({ success: true, ended: 3 });
      for (const other of others) expect(await isSignedIn(other.cookie)).toBe(false);
      expect([await isSignedIn(cookie), await isSignedIn(stranger)]).toEqual([true, true]);
      expect((await entries('session_ended')).map(({ details }) => details)).toEqual([{ others: 3 }]);
    });
  });

  describe('its time zone and theme', () => {
    it('are kept on the user, told with the session, and stand in the trail before and after', async () => {
      await app.call(chooseTimeZone, { body: { timeZone: 'Pacific/Auckland' }, cookie });
      const { json } = await app.call(chooseTheme, { body: { theme: 'dark' }, cookie });
      expect(json).toMatchObject({ timeZone: 'Pacific/Auckland', theme: 'dark' });
      expect((await app.call(getSession, { cookie })).json.user).toMatchObject({
        timeZone: 'Pacific/Auckland',
        theme: 'dark',
      });
      expect((await signIn()).json.user).toMatchObject({ timeZone: 'Pacific/Auckland', theme: 'dark' });
      await app.call(chooseTimeZone, { body: { timeZone: null }, cookie });
      expect((await entries('profile_changed')).map(({ details }) => details)).toEqual(
        expect.arrayContaining([
          { before: { timeZone: null }, after: { timeZone: 'Pacific/Auckland' } },
          { before: { theme: null }, after: { theme: 'dark' } },
          { before: { timeZone: 'Pacific/Auckland' }, after: { timeZone: null } },
        ]),
      );
    });

    it.each(['light', 'dark', 'contrast', 'system'] as const)('is %s where that was chosen', async (theme) => {
      await app.call(chooseTheme, { body: { theme }, cookie });
      expect((await app.call(getSession, { cookie })).json.user).toMatchObject({ theme });
    });

    it('chosen again as they are change nothing', async () => {
      for (let n = 0; n < 2; n += 1) await app.call(chooseTheme, { body: { theme: 'light' }, cookie });
      expect(await entries('profile_changed')).toHaveLength(1);
    });

    it.each(['Mars/Olympus', '+02:00', 'x'])('are none of this name: %s', async (timeZone) => {
      const refused = await app.call(chooseTimeZone, { body: { timeZone }, cookie });
      expect([refused.status, (refused.json.fields as { path: string }[])[0]?.path]).toEqual([400, 'timeZone']);
    });
  });
});
