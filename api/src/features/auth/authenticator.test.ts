import { getSession, signInLocally, signInWithCode } from '@tenantry/contract/auth';
import {
  beginAuthenticator,
  changeOwnPassword,
  confirmAuthenticator,
  getProfile,
  renewRecoveryCodes,
  turnAuthenticatorOff,
} from '@tenantry/contract/profile';
import { getStepUpOptions, stepUp } from '@tenantry/contract/step-up';
import { resetAuthenticator } from '@tenantry/contract/users';
import { TOTP } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import { everythingStored } from '../../../testing/everything-stored.ts';
import { type Answer, createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { every, update } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { UserRecord } from '../../store/users.ts';

const { password, username } = firstAdmin;
const periodMs = 30_000;

describe('an authenticator app', () => {
  let app: TestApp;
  let cookie: string;
  let nowMs: number;
  beforeEach(async () => {
    app = await createTestApp();
    // Codes are of half a minute: the clock stands still, so that none ends while a test looks at it.
    nowMs = Math.floor(Date.now() / periodMs) * periodMs + 1000;
    vi.spyOn(app.app.clock, 'now').mockImplementation(() => new Date(nowMs));
    cookie = await app.registerAdmin();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await app.close();
  });

  const users = () => app.app.records.partition<UserRecord>(containers.users, globalPartition);
  const later = (steps: number) => {
    nowMs += steps * periodMs;
  };
  /** What the app shows; `steps` before or after now. */
  const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: nowMs + steps * periodMs });
  const entries = async (eventType: string): Promise<TrailEntry[]> =>
    (await every(app.app.records.across<TrailEntry & { id: string }>(containers.auditLogs))).filter(
      (entry) => entry.eventType === eventType,
    );
  const begin = async () => String((await app.call(beginAuthenticator, { cookie })).json.secret);
  const confirm = (code: string) => app.call(confirmAuthenticator, { body: { code }, cookie });
  /** Turns it on and goes on to the next half minute, in which no code was used yet. */
  async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const secret = await begin();
    const { recoveryCodes } = (await confirm(codeOf(secret))).json as { recoveryCodes: string[] };
    later(2);
    return { secret, recoveryCodes };
  }
  const givePassword = (headers: Record<string, string> = {}) =>
    app.call(signInLocally, { body: { username, password }, headers });
  const giveCode = (code: string, first: Answer, headers: Record<string, string> = {}) =>
    app.call(signInWithCode, { body: { code }, cookie: first.cookies.join('; '), headers });
  const isSignedIn = async (with_: string) => (await app.call(getSession, { cookie: with_ })).status === 200;

  it('is on once its first code was right, and gives ten recovery codes', async () => {
    const begun = await app.call(beginAuthenticator, { cookie });
    expect(begun.json.uri).toBe(
      `otpauth://totp/Tenantry:ada?issuer=Tenantry&secret=${begun.json.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await app.call(getProfile, { cookie })).json.authenticator).toBeNull();
    expect((await givePassword()).json).toMatchObject({ success: true });
    const on = await confirm(codeOf(String(begun.json.secret)));
    expect(new Set(on.json.recoveryCodes as string[]).size).toBe(10);
    for (const code of on.json.recoveryCodes as string[]) expect(code).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect((await app.call(getProfile, { cookie })).json.authenticator).toEqual({
      since: new Date(nowMs).toISOString(),
      recoveryCodesLeft: 10,
    });
    expect(await entries('authenticator_turned_on')).toHaveLength(1);
  });

  it('stays off while its first code is wrong, of another key, or comes too late', async () => {
    const first = await begin();
    const secret = await begin();
    for (const code of ['000000', codeOf(first)]) {
      const refused = await confirm(code);
      expect([refused.status, (refused.json.fields as { path: string }[])[0]?.path]).toEqual([400, 'code']);
    }
    later(31);
    expect((await confirm(codeOf(secret))).status).toBe(409);
    expect((await app.call(getProfile, { cookie })).json.authenticator).toBeNull();
  });

  it('is turned on once where two confirm at once', async () => {
    const code = codeOf(await begin());
    const answers = await Promise.all([confirm(code), confirm(code), confirm(code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await entries('authenticator_turned_on')).toHaveLength(1);
  });

  it('is not set up over one that is on, nor for an account of Microsoft, nor without a step-up', async () => {
    await turnOn();
    expect((await app.call(beginAuthenticator, { cookie })).status).toBe(409);
    const other = await app.signInAs('viewer', { kind: 'none' });
    expect((await app.call(beginAuthenticator, { cookie: other })).status).toBe(409);
    await ageSession(app, other, 11);
    expect((await app.call(beginAuthenticator, { cookie: other })).json.code).toBe('STEP_UP_REQUIRED');
  });

  it('has nothing of its key and its recovery codes in the store, the trail or any other answer', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const profile = await app.call(getProfile, { cookie });
    const trail = await every(app.app.records.across<{ id: string }>(containers.auditLogs));
    const stored = JSON.stringify([await everythingStored(app), trail]);
    for (const shown of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(shown);
      expect(profile.text).not.toContain(shown);
    }
  });

  describe('at sign-in', () => {
    it('lets nobody in by the password alone, and then by a code of now or half a minute around it', async () => {
      const { secret } = await turnOn();
      for (const steps of [-1, 0, 1]) {
        later(3);
        const first = await givePassword();
        expect([first.status, first.json]).toEqual([200, { success: false, codeRequired: true }]);
        expect(await isSignedIn(first.cookies.join('; '))).toBe(false);
        const second = await giveCode(codeOf(secret, steps), first);
        expect(second.json).toMatchObject({ success: true, user: { username } });
        expect(await isSignedIn(second.cookie ?? '')).toBe(true);
      }
      const first = await givePassword();
      for (const steps of [-2, 2]) expect((await giveCode(codeOf(secret, steps), first)).status).toBe(401);
    });

    it('takes a code once, also where two bring it at the same moment', async () => {
      const { secret } = await turnOn();
      const code = codeOf(secret);
      const [one, two] = [await givePassword(), await givePassword()];
      const answers = await Promise.all([giveCode(code, one), giveCode(code, two)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      const again = await giveCode(code, await givePassword());
      expect([again.status, again.json.message]).toEqual([401, 'That code is not right, or was used before.']);
      later(1);
      const next = codeOf(secret);
      expect((await giveCode(next, await givePassword())).status).toBe(200);
      expect((await giveCode(codeOf(secret, -1), await givePassword())).status).toBe(401);
    });

    it('takes each recovery code once, however it is written, also by two at once, and tells the trail', async () => {
      const { recoveryCodes } = await turnOn();
      const [first = '', second = ''] = recoveryCodes;
      const [one, two] = [await givePassword(), await givePassword()];
      const answers = await Promise.all([
        giveCode(first, one),
        giveCode(first.toUpperCase().replaceAll('-', ' '), two),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect((await giveCode(second, await givePassword())).status).toBe(200);
      expect((await giveCode(second, await givePassword())).status).toBe(401);
      expect((await app.call(getProfile, { cookie })).json.authenticator).toMatchObject({ recoveryCodesLeft: 8 });
      expect((await entries('recovery_code_used')).map(({ details }) => details)).toEqual(
        expect.arrayContaining([{ left: 9 }, { left: 8 }]),
      );
      expect((await entries('user_signed_in')).map(({ details }) => details.how)).toContain(
        'local password and recovery code',
      );
    });

    it('is good for one sign-in, in the browser that gave the password, for five minutes', async () => {
      const { secret } = await turnOn();
      const first = await givePassword();
      const expired = [401, 'SIGN_IN_EXPIRED'];
      const elsewhere = await app.call(signInWithCode, { body: { code: codeOf(secret) } });
      expect([elsewhere.status, elsewhere.json.code]).toEqual(expired);
      expect((await giveCode(codeOf(secret), first)).status).toBe(200);
      later(1);
      const again = await giveCode(codeOf(secret), first);
      expect([again.status, again.json.code]).toEqual(expired);
      const late = await givePassword();
      later(10);
      const tooLate = await giveCode(codeOf(secret), late);
      expect([tooLate.status, tooLate.json.code]).toEqual(expired);
    });

    it('ends where the password is changed or the account disabled meanwhile', async () => {
      const { secret } = await turnOn();
      const first = await givePassword();
      const body = { currentPassword: password, newPassword: 'Quite-0ther!pass' };
      expect((await app.call(changeOwnPassword, { body, cookie })).status).toBe(200);
      expect((await giveCode(codeOf(secret), first)).json.code).toBe('SIGN_IN_EXPIRED');
      const second = await app.call(signInLocally, { body: { username, password: 'Quite-0ther!pass' } });
      await update(users(), 'first-admin', (user) => ({ ...user, isDisabled: true }));
      expect((await giveCode(codeOf(secret), second)).json.code).toBe('SIGN_IN_EXPIRED');
    });

    it('says of a wrong password what it says of anybody’s', async () => {
      await turnOn();
      const wrong = await app.call(signInLocally, { body: { username, password: 'Wr0ng!pass' } });
      const nobody = await app.call(signInLocally, { body: { username: 'nobody-at-all', password: 'Wr0ng!pass' } });
      expect([wrong.status, wrong.json.message, wrong.cookies]).toEqual([nobody.status, nobody.json.message, []]);
    });

    it('lets whoever knows the password guess five codes, then asks for it anew; and after ten makes them wait', async () => {
      const { secret } = await turnOn();
      const from = (address: number) => ({ 'x-forwarded-for': `198.51.100.${address}:1` });
      let first = await givePassword(from(1));
      for (let n = 0; n < 5; n += 1) expect((await giveCode('000000', first, from(1))).status).toBe(401);
      expect((await giveCode(codeOf(secret), first, from(1))).json.code).toBe('SIGN_IN_EXPIRED');
      first = await givePassword(from(1));
      for (let n = 0; n < 5; n += 1) await giveCode('000000', first, from(1));
      first = await givePassword(from(1));
      const refused = await giveCode(codeOf(secret), first, from(1));
      expect([refused.status, refused.json.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
      // A right password each time has taken nothing of that back; elsewhere the user comes in.
      expect((await giveCode(codeOf(secret), await givePassword(from(2)), from(2))).status).toBe(200);
    });
  });

  it('proves who somebody is in a step-up, by a code that counts once', async () => {
    const { secret, recoveryCodes } = await turnOn();
    expect((await app.call(getStepUpOptions, { cookie })).json).toMatchObject({ password: true, code: true });
    const prove = (code: string, with_: string) => app.call(stepUp, { body: { code }, cookie: with_ });
    expect((await prove(recoveryCodes[0] ?? '', cookie)).status).toBe(400);
    const code = codeOf(secret);
    const proven = await prove(code, cookie);
    expect(proven.status).toBe(200);
    const replayed = await prove(code, proven.cookie ?? '');
    expect([replayed.status, replayed.json.message]).toEqual([401, 'That password or code is not right.']);
  });

  it('is turned off by password and code together, and which of them is wrong is not told', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const off = (given: string, code: string) =>
      app.call(turnAuthenticatorOff, { body: { password: given, code }, cookie });
    const refused = [await off('Wr0ng!pass', codeOf(secret)), await off(password, '000000')];
    for (const { status, json } of refused) {
      expect([status, json.message]).toEqual([400, 'That password or code is not right.']);
    }
    expect((await off(password, recoveryCodes[3] ?? '')).status).toBe(200);
    expect((await givePassword()).json).toMatchObject({ success: true });
    expect((await entries('authenticator_turned_off'))[0]?.details).toEqual({ with: 'recovery code' });
  });

  it('gives ten new recovery codes for a code, and the ones before count no more', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const renew = (code: string) => app.call(renewRecoveryCodes, { body: { code }, cookie });
    expect((await renew('000000')).status).toBe(400);
    const renewed = (await renew(codeOf(secret))).json.recoveryCodes as string[];
    expect(renewed).toHaveLength(10);
    expect((await giveCode(recoveryCodes[0] ?? '', await givePassword())).status).toBe(401);
    expect((await giveCode(renewed[0] ?? '', await givePassword())).status).toBe(200);
  });

  it('is taken off by an administrator of all tenants, not their own, and ends the user’s sessions', async () => {
    const { secret } = await turnOn();
    const second = await giveCode(codeOf(secret), await givePassword());
    const reset = (id: string, with_: string) => app.call(resetAuthenticator, { params: { id }, cookie: with_ });
    const [tenantId = ''] = await app.tenantIds();
    const ofOne = await app.signInAs('admin', { kind: 'tenants', tenantIds: [tenantId] });
    expect((await reset('first-admin', ofOne)).status).toBe(403);
    expect((await reset('first-admin', cookie)).status).toBe(409);
    const admin = await app.signInAs('admin', { kind: 'all' });
    expect((await reset(`user-${crypto.randomUUID()}`, admin)).status).toBe(404);
    expect((await reset('first-admin', admin)).status).toBe(200);
    expect((await reset('first-admin', admin)).status).toBe(409);
    expect(await isSignedIn(second.cookie ?? '')).toBe(false);
    const [entry] = await entries('authenticator_reset');
    expect([entry?.user.startsWith('user-'), entry?.target]).toEqual([true, username]);
    expect((await givePassword()).json).toMatchObject({ success: true });
  });

  it('goes on under a new data key, and one that does not open is counted and left as it is', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const before = (await users().get('first-admin'))?.value.authenticator?.secret;
    expect(await app.app.rotateDataKey()).toEqual({ version: 2, reencrypted: 1, corrupted: 0 });
    const after = (await users().get('first-admin'))?.value.authenticator?.secret;
    expect([before?.keyVersion, after?.keyVersion]).toEqual([1, 2]);
    expect((await giveCode(codeOf(secret), await givePassword())).status).toBe(200);
    await update(users(), 'first-admin', (user): UserRecord => {
      const { authenticator } = user;
      return authenticator && after
        ? { ...user, authenticator: { ...authenticator, secret: { ...after, data: 'AAAA' } } }
        : user;
    });
    expect(await app.app.rotateDataKey()).toEqual({ version: 3, reencrypted: 0, corrupted: 1 });
    later(1);
    const unreadable = await giveCode(codeOf(secret), await givePassword());
    expect([unreadable.status, unreadable.json.message]).toEqual([
      503,
      'The key of your authenticator cannot be read. Use a recovery code, or ask an administrator.',
    ]);
    expect((await giveCode(recoveryCodes[0] ?? '', await givePassword())).status).toBe(200);
  });
});
