import { getSession, signInLocally } from '@tenantry/contract/auth';
import { endpoints } from '@tenantry/contract/endpoints';
import { changeAuthSettings, getAuthSettings } from '@tenantry/contract/role-mappings';
import { getStepUpOptions, stepUp } from '@tenantry/contract/step-up';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { containers } from '../../store/containers.ts';

describe('a step-up', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const { password } = firstAdmin;
  const change = (with_ = cookie) => app.call(changeAuthSettings, { body: { allowLocalLogin: true }, cookie: with_ });
  const prove = (body: object, with_ = cookie) => app.call(stepUp, { body, cookie: with_ });
  const trailOf = (eventType: string) =>
    app.app.records.across(containers.auditLogs).count([{ field: 'eventType', op: 'eq', value: eventType }]);

  it('is not asked for within ten minutes of a sign-in, and is from then on', async () => {
    await ageSession(app, cookie, 9);
    expect((await change()).status).toBe(200);
    await ageSession(app, cookie, 10);
    const refused = await change();
    expect([refused.status, refused.json.code]).toEqual([403, 'STEP_UP_REQUIRED']);
    expect((await app.call(getAuthSettings, { cookie })).status).toBe(200);
  });

  it('is asked for by exactly the calls that always do, before their input is looked at', async () => {
    await ageSession(app, cookie, 11);
    for (const endpoint of endpoints.filter(({ access }) => access !== 'public')) {
      const answer = await app.call(endpoint, { cookie, rawBody: endpoint.method === 'GET' ? undefined : '{' });
      expect([endpoint.name, answer.json.code === 'STEP_UP_REQUIRED']).toEqual([
        endpoint.name,
        endpoint.stepUp === true,
      ]);
    }
  });

  it('by the password lets the same call through, under a new session id; the old one is over', async () => {
    await ageSession(app, cookie, 11);
    const proven = await prove({ password });
    expect(proven.status).toBe(200);
    expect(proven.cookie).not.toBe(cookie);
    expect((await change(proven.cookie)).status).toBe(200);
    expect((await app.call(getSession, { cookie })).status).toBe(401);
    expect((await app.call(getSession, { cookie: proven.cookie ?? '' })).status).toBe(200);
    expect(await trailOf('identity_confirmed')).toBe(1);
  });

  it('does not make the session last longer than it would have', async () => {
    const before = await app.call(getSession, { cookie });
    const proven = await prove({ password });
    const sessions = await app.app.sessions.list('first-admin');
    expect(sessions).toHaveLength(1);
    expect(Date.parse(sessions[0]?.createdAt ?? '')).toBeLessThan(Date.parse(sessions[0]?.verifiedAt ?? ''));
    expect(before.status).toBe(200);
    expect(proven.cookies).toHaveLength(1);
  });

  it('gives one answer to a wrong password, a code that is none, and an account without a password', async () => {
    const microsoft = await app.signInAs('admin', { kind: 'all' });
    const answers = [
      await prove({ password: 'Wr0ng!pass' }),
      await prove({ code: '123456' }),
      await prove({ password }, microsoft),
    ];
    for (const { status, json, cookies } of answers) {
      expect([status, json.code, json.message, cookies]).toEqual([
        401,
        'INVALID_CREDENTIALS',
        'That password or code is not right.',
        [],
      ]);
    }
    expect(await trailOf('identity_check_failed')).toBe(3);
    expect((await app.call(getSession, { cookie })).status).toBe(200);
  });

  it('takes a password or a code, never both and never none', async () => {
    for (const body of [{}, { password, code: '123456' }, { code: '12345' }, { password: '' }]) {
      expect((await prove(body)).status).toBe(400);
    }
  });

  it('is slowed down as sign-in is, and by it', async () => {
    for (let n = 0; n < 3; n += 1) expect((await prove({ password: 'Wr0ng!pass' })).status).toBe(401);
    const attempt = { username: firstAdmin.username, password: 'Wr0ng!pass' };
    for (let n = 0; n < 2; n += 1) expect((await app.call(signInLocally, { body: attempt })).status).toBe(401);
    const refused = await prove({ password });
    expect([refused.status, refused.json.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(refused.json.retryAfterSeconds).toBeGreaterThan(0);
  });

  it('made twice at once leaves one session', async () => {
    const answers = await Promise.all([prove({ password }), prove({ password })]);
    // The other one came as the session got its new id, or after that.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await app.app.sessions.list('first-admin')).toHaveLength(1);
  });

  it('tells which proofs an account has', async () => {
    const ways = { password: true, code: false, microsoft: false };
    expect((await app.call(getStepUpOptions, { cookie })).json).toEqual(ways);
  });
});
