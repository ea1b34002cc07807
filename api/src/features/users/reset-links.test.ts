import { getSession, signInLocally } from '@tenantry/contract/auth';
import { checkResetLink, useResetLink } from '@tenantry/contract/reset-link';
import { changeUser, deleteUser, initiateReset, resetPassword } from '@tenantry/contract/users';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, publicOrigin, quickHash, type TestApp } from '../../../testing/test-app.ts';
import { every } from '../../ports/collection.ts';
import type { UserRecord } from '../../store/users.ts';

const old = 'Qu1et!harbor';
const fresh = 'L4ntern&river';

describe('a one-time link to a new password', () => {
  let app: TestApp;
  let cookie: string;
  let id: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    const ada = (await app.app.stores.users.get('first-admin'))?.value as UserRecord;
    id = `user-${crypto.randomUUID()}`;
    await app.app.stores.users.create({
      ...ada,
      id,
      username: 'grace',
      usernameKey: 'grace',
      email: 'grace@msp.example',
      emailKey: 'grace@msp.example',
      m365Key: `#${id}`,
      displayName: 'Grace',
      role: 'technician',
      passwordHash: await quickHash(old),
    });
  });
  afterEach(() => app.close());

  const initiate = (email = 'GRACE@msp.example') => app.call(initiateReset, { body: { email }, cookie });
  const token = async () => String((await initiate()).json.url).split('#')[1] ?? '';
  const check = (given: string) => app.call(checkResetLink, { body: { token: given } });
  const use = (given: string, newPassword = fresh) => app.call(useResetLink, { body: { token: given, newPassword } });
  const signIn = (password: string) => app.call(signInLocally, { body: { username: 'grace', password } });

  it('is told to the administrator once, kept as a hash, and works once', async () => {
    const session = String((await signIn(old)).cookie);
    const answer = await initiate();
    expect(answer.json).toMatchObject({ success: true, user: { id, username: 'grace', displayName: 'Grace' } });
    const url = new URL(String(answer.json.url));
    expect(`${url.origin}${url.pathname}`).toBe(`${publicOrigin}/reset-password`);
    expect(Date.parse(String(answer.json.expiresAt)) - Date.now()).toBeLessThanOrEqual(3_600_000);
    const given = url.hash.slice(1);
    const secret = given.split('.')[1] ?? '';
    expect((await check(given)).json).toMatchObject({ state: 'valid', username: 'grace' });
    expect((await use(given)).json).toEqual({ success: true });
    expect((await app.call(getSession, { cookie: session })).status).toBe(401);
    expect((await signIn(old)).status).toBe(401);
    expect((await signIn(fresh)).status).toBe(200);
    const again = await use(given, 'An0ther?harbor');
    expect(again.status).toBe(409);
    expect(again.json.message).toBe('This link was used already. Ask your administrator for a new one.');
    expect((await check(given)).json).toEqual({ state: 'used', username: null, expiresAt: null });
    const trail = await every(app.app.stores.auditLog.ofMonth(new Date().toISOString()));
    const told = trail.filter((entry) => entry.kind === 'entry' && entry.target === 'grace');
    expect(told).toContainEqual(expect.objectContaining({ eventType: 'password_reset_link_created', user: 'ada' }));
    expect(told).toContainEqual(
      expect.objectContaining({ eventType: 'password_reset', user: 'grace', details: { how: 'by a one-time link' } }),
    );
    expect(JSON.stringify(trail)).not.toContain(secret);
  });

  it('works once for many who use it at once', async () => {
    const given = await token();
    const passwords = ['L4ntern&river1', 'L4ntern&river2', 'L4ntern&river3'];
    const answers = await Promise.all(passwords.map((password) => use(given, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect((await signIn(winner)).status).toBe(200);
  });

  it('is over after an hour, with a newer link, a reset, disabling and deletion', async () => {
    const first = await token();
    const second = await token();
    expect((await check(first)).json.state).toBe('unknown');
    await app.call(resetPassword, { body: { userId: id, newPassword: 'R1verside&oak' }, cookie });
    expect((await use(second)).status).toBe(404);
    const third = await token();
    await app.call(changeUser, { params: { id }, body: { disabled: true }, cookie });
    expect((await check(third)).json.state).toBe('unknown');
    expect((await initiate()).status).toBe(409);
    await app.call(changeUser, { params: { id }, body: { disabled: false }, cookie });
    const fourth = await token();
    const { now } = app.app.clock;
    app.app.clock.now = () => new Date(Date.now() + 3_600_001);
    expect((await check(fourth)).json).toEqual({ state: 'expired', username: null, expiresAt: null });
    const late = await use(fourth);
    expect([late.status, late.json.message]).toEqual([
      409,
      'This link has expired. Ask your administrator for a new one.',
    ]);
    app.app.clock.now = now;
    await app.call(deleteUser, { params: { id }, cookie });
    expect((await check(fourth)).json.state).toBe('unknown');
    expect((await initiate()).status).toBe(404);
  });

  it('does not take a password that would be guessed, and can be used with another one', async () => {
    const given = await token();
    for (const password of ['short', 'Passw0rd!', 'Grace!2026x']) {
      const refused = await use(given, password);
      expect(refused.status).toBe(400);
      expect((refused.json.fields as { path: string }[])[0]?.path).toBe('newPassword');
    }
    expect((await use(given)).status).toBe(200);
  });

  it('cannot be guessed: who tries is slowed down, and who has one is not', async () => {
    const guess = () => check(`${id}.${crypto.randomUUID().replaceAll('-', '')}${'x'.repeat(11)}`);
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await guess()).status);
    expect(statuses).toContain(200);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is for local users alone', async () => {
    expect((await initiate('nobody@msp.example')).status).toBe(404);
    expect((await initiate('no email')).json.fields).toEqual([
      { path: 'email', message: 'Please enter a valid email address' },
    ]);
  });

  it('that is known stays open however often it is looked at', async () => {
    const given = await token();
    for (let n = 0; n < 12; n += 1) expect((await check(given)).status).toBe(200);
  });
});
