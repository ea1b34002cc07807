import { getRegistrationStatus, getSession, getSetupStatus, signInLocally, signOut } from '@tenantry/contract/auth';
import { register, setUpFirstAdmin } from '@tenantry/contract/first-admin';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { all, every } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';

describe('local accounts', () => {
  let app: TestApp;
  const start = async (settings: Record<string, string> = {}) => {
    app = await createTestApp(settings);
    return app;
  };
  afterEach(() => app.close());

  it('registers the first administrator, signs them in and then closes registration', async () => {
    await start();
    expect((await app.call(getRegistrationStatus)).json).toEqual({
      isFirstUser: true,
      registrationAllowed: true,
      userCount: 0,
      setupCodeRequired: false,
    });
    expect((await app.call(getSetupStatus)).json.requiresSetup).toBe(true);
    const answer = await app.call(register, { body: firstAdmin });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      success: true,
      user: { username: 'ada', email: 'ada@msp.example', name: 'Ada Lovelace', role: 'admin', roles: ['admin'] },
    });
    expect(answer.text).not.toContain('scrypt');
    const session = await app.call(getSession, answer.cookie ? { cookie: answer.cookie } : {});
    expect(session.json).toMatchObject({ success: true, user: { username: 'ada', tenantId: null } });
    expect((await app.call(getRegistrationStatus)).json).toMatchObject({ registrationAllowed: false, userCount: 1 });
    expect((await app.call(getSetupStatus)).json.requiresSetup).toBe(false);
    // How many there are is nobody's business who is not signed in.
    for (let n = 0; n < 3; n += 1) await app.signInAs('viewer', { kind: 'none' });
    expect((await app.call(getRegistrationStatus)).json).toMatchObject({ isFirstUser: false, userCount: 1 });
    for (const [endpoint, password] of [
      [register, 'Str0ng!pass'],
      [setUpFirstAdmin, 'Str0ng!passw0rd'],
    ] as const) {
      const second = await app.call(endpoint, {
        body: { ...firstAdmin, username: 'eve', email: 'eve@x.example', password },
      });
      expect(second.status).toBe(403);
      expect(second.json.code).toBe('REGISTRATION_CLOSED');
    }
  });

  it('hashes passwords at the cost that OWASP recommends, and a sign-in proves one', async () => {
    app = await createTestApp({}, { isInstallation: true });
    await app.call(register, { body: firstAdmin });
    const [user] = await every(app.app.records.across<{ id: string; passwordHash: string }>(containers.users));
    expect(user?.passwordHash).toMatch(/^scrypt\$131072\$8\$1\$[^$]{24}\$[^$]{44}$/);
    const { username, password } = firstAdmin;
    expect((await app.call(signInLocally, { body: { username, password } })).status).toBe(200);
    expect((await app.call(signInLocally, { body: { username, password: 'Wr0ng!pass' } })).status).toBe(401);
  });

  it('makes exactly one administrator of 50 simultaneous registrations, and refuses 49 clearly', async () => {
    await start();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0
          ? app.call(register, { body: { ...firstAdmin, username: `user${n}`, email: `user${n}@msp.example` } })
          : app.call(setUpFirstAdmin, {
              body: { ...firstAdmin, username: `user${n}`, email: `user${n}@msp.example`, password: 'Str0ng!passw0rd' },
            }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 403);
    expect(refused).toHaveLength(49);
    for (const answer of refused) expect(answer.json.message).toContain('User accounts already exist');
    for (const answer of refused) expect(answer.cookie).toBeUndefined();
    expect((await app.call(getRegistrationStatus)).json.userCount).toBe(1);
  });

  it('signs in by username or e-mail without regard to case, and out again', async () => {
    await start();
    const first = await app.registerAdmin();
    for (const username of ['ADA', 'Ada@MSP.example', '  ada  ']) {
      const answer = await app.call(signInLocally, {
        body: { username, password: firstAdmin.password },
        cookie: first,
      });
      expect(answer.status).toBe(200);
      expect(answer.cookie).not.toBe(first);
    }
    const { cookie = '' } = await app.call(signInLocally, { body: { username: 'ada', password: firstAdmin.password } });
    expect((await app.call(getSession, { cookie })).status).toBe(200);
    const out = await app.call(signOut, { cookie });
    expect(out.json).toEqual({ success: true });
    expect(out.cookie).toBe('__Host-tenantry=');
    expect((await app.call(getSession, { cookie })).status).toBe(401);
    expect((await app.call(signOut, { cookie })).status).toBe(200);
  });

  it('ends the session that a sign-in request carried', async () => {
    await start();
    const first = await app.registerAdmin();
    await app.call(signInLocally, { body: { username: 'ada', password: firstAdmin.password }, cookie: first });
    expect((await app.call(getSession, { cookie: first })).status).toBe(401);
  });

  it('gives the same answer for an unknown user and a wrong password', async () => {
    await start();
    await app.registerAdmin();
    const unknown = await app.call(signInLocally, { body: { username: 'nobody', password: 'Wr0ng!pass' } });
    const wrong = await app.call(signInLocally, { body: { username: 'ada', password: 'Wr0ng!pass' } });
    for (const answer of [unknown, wrong]) {
      expect(answer.status).toBe(401);
      expect(answer.json.message).toBe('Invalid username or password');
      expect(answer.cookie).toBeUndefined();
    }
  });

  it('slows guessing down without locking the account out', async () => {
    await start();
    await app.registerAdmin();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        app.call(signInLocally, { body: { username: 'ada', password: `Guess!${n}a` } }),
      ),
    );
    const throttled = guesses.filter((answer) => answer.status === 429);
    expect(throttled.length).toBeGreaterThanOrEqual(6);
    for (const answer of throttled) {
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    const other = await app.call(signInLocally, { body: { username: 'someone-else', password: 'Guess!1a' } });
    expect(other.status).toBe(401);
  });

  it('does not let strangers keep a user out of the browser that they use', async () => {
    await start();
    await app.registerAdmin();
    const right = { username: 'ada', password: firstAdmin.password };
    const first = await app.call(signInLocally, { body: right });
    const device = first.cookies.find((cookie) => cookie.includes('-device=')) ?? '';
    const guess = { username: 'ada', password: 'Guess!1a' };
    for (let n = 0; n < 6; n += 1) await app.call(signInLocally, { body: guess });
    const stranger = await app.call(signInLocally, { body: right });
    expect(stranger.status).toBe(429);
    // With a turn, for a browser that waits as told.
    expect(stranger.cookies).toEqual([expect.stringMatching(/^__Host-tenantry-turn=\d{13}\./)]);
    const owner = await app.call(signInLocally, { body: right, cookie: device });
    expect(owner.status).toBe(200);
  });

  it('counts each typed name by itself, whether or not it is somebody’s: two of one user tell nothing', async () => {
    await start();
    await app.registerAdmin();
    const statuses = async (names: string[]) => {
      const found: number[] = [];
      for (const username of names)
        found.push((await app.call(signInLocally, { body: { username, password: 'Guess!1a' } })).status);
      return found;
    };
    const known = ['ada', 'ada', 'ada', 'ada', 'ada', 'ada', 'ada@msp.example'];
    const unknown = ['eve', 'eve', 'eve', 'eve', 'eve', 'eve', 'eve@msp.example'];
    expect(await statuses(known)).toEqual([401, 401, 401, 401, 401, 429, 401]);
    expect(await statuses(unknown)).toEqual([401, 401, 401, 401, 401, 429, 401]);
  });

  it('does not slow down an office whose colleagues sign in from one address', async () => {
    await start();
    await app.registerAdmin();
    for (let n = 0; n < 35; n += 1) {
      const answer = await app.call(signInLocally, { body: { username: 'ada', password: firstAdmin.password } });
      expect(answer.status).toBe(200);
    }
  }, 120_000);

  it('asks for the setup code where the deployment set one', async () => {
    await start({ SETUP_CODE: 'a-long-setup-code-1234' });
    expect((await app.call(getRegistrationStatus)).json.setupCodeRequired).toBe(true);
    for (const setupCode of [undefined, '', 'wrong']) {
      const answer = await app.call(register, { body: { ...firstAdmin, setupCode } });
      expect(answer.status).toBe(403);
      expect(answer.json.code).toBe('SETUP_CODE_REQUIRED');
    }
    const right = await app.call(register, { body: { ...firstAdmin, setupCode: 'a-long-setup-code-1234' } });
    expect(right.status).toBe(200);
  });

  it('refuses a common password and one made of names at its field, and makes nobody an administrator', async () => {
    await start({ ORGANIZATION_NAME: 'Lantern Managed Services' });
    const refusals: [typeof register | typeof setUpFirstAdmin, string][] = [
      [register, 'P@ssw0rd!'],
      [register, 'Lovelace1815!'],
      [register, 'Lantern#2026'],
      [setUpFirstAdmin, 'P@ssw0rd2026!'],
      [setUpFirstAdmin, 'Tenantry#2026!'],
    ];
    for (const [endpoint, password] of refusals) {
      const answer = await app.call(endpoint, { body: { ...firstAdmin, password } });
      expect([password, answer.status]).toEqual([password, 400]);
      expect(answer.json.fields).toEqual([{ path: 'password', message: expect.stringMatching(/^Password is /) }]);
    }
    expect((await app.call(getRegistrationStatus)).json.userCount).toBe(0);
  });

  it('keeps neither the password nor the session secret', async () => {
    await start();
    const cookie = await app.registerAdmin();
    const stored: unknown[] = [];
    for (const container of Object.values(containers)) {
      for await (const record of all(app.app.records.across<{ id: string }>(container))) stored.push(record);
    }
    const text = JSON.stringify(stored);
    expect(text).toContain('ada@msp.example');
    expect(text).not.toContain(firstAdmin.password);
    expect(text).not.toContain(cookie.split('.').at(-1));
  });
});
