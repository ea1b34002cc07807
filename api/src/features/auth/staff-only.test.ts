import { getRegistrationStatus, getSession } from '@tenantry/contract/auth';
import { register } from '@tenantry/contract/first-admin';
import { finishMicrosoftSignIn, startMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { createTenantDirectory } from '@tenantry/simulator/directory/tenant-directory';
import { staffProfile } from '@tenantry/simulator/profiles/staff-profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { type Answer, createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';

const setupCode = 'a-long-setup-code-1234';

describe('who of a staff directory may sign in with Microsoft', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  beforeEach(async () => {
    microsoft = await startMicrosoftCloud();
  });
  afterEach(async () => {
    await app.close();
    await microsoft.close();
  });
  const start = async (settings: Record<string, string> = {}) => {
    app = await createTestApp({ ...microsoft.settings, DEMONSTRATION_TENANTS: 'none', ...settings });
  };
  type Kind = 'administrator' | 'guest';
  function person(kind: Kind) {
    const found = microsoft.cloud.usersOf(microsoft.staffTenantId).find((one) => one.kind === kind);
    if (!found) throw new Error(`The staff directory has no ${kind}`);
    return found;
  }
  const change = (kind: Kind, set: Record<string, unknown>) => {
    const user = createTenantDirectory('tenantry', staffProfile).indexOfUser(person(kind).userId) ?? -1;
    microsoft.cloud.changeTenant(microsoft.staffTenantId, { kind: 'account', user, set });
  };
  async function signIn(kind: Kind): Promise<Answer> {
    const started = await app.call(startMicrosoftSignIn);
    const query = await microsoft.visit(started.headers.location ?? '', { username: person(kind).userPrincipalName });
    return app.call(finishMicrosoftSignIn, { query, cookie: started.cookie ?? '' });
  }
  const userCount = () => app.app.stores.users.count();
  const saysAccount = (says: boolean) =>
    microsoft.cloud.entra.change({ tenantId: microsoft.staffTenantId, saysAccount: says });

  it('is nobody before there is an administrator, where that takes a setup code', async () => {
    await start({ SETUP_CODE: setupCode });
    for (const kind of ['administrator', 'guest'] as const) {
      const refused = await signIn(kind);
      expect([refused.status, refused.json.code]).toEqual([403, 'SETUP_CODE_REQUIRED']);
      expect(refused.cookies).toEqual([]);
    }
    expect(await userCount()).toBe(0);
    // Registration is still open to whoever has the code, and then the staff are what the mappings make of them.
    expect((await app.call(getRegistrationStatus)).json.registrationAllowed).toBe(true);
    expect((await app.call(register, { body: { ...firstAdmin, setupCode } })).status).toBe(200);
    expect((await signIn('administrator')).json).toMatchObject({ next: 'signed-in', role: 'viewer' });
  });

  it.each([true, false])('is no guest, whether the token says what they are (%s) or Graph has to', async (says) => {
    await start();
    saysAccount(says);
    const first = await signIn('guest');
    expect([first.status, first.json.code]).toEqual([403, 'FORBIDDEN']);
    expect(await userCount()).toBe(0);
    await app.registerAdmin();
    const refused = await signIn('guest');
    expect(refused.status).toBe(403);
    expect(refused.json.message).toMatch(/Guest accounts cannot sign in/);
    expect(refused.cookies).toEqual([]);
    expect(await userCount()).toBe(1);
    expect((await signIn('administrator')).json).toMatchObject({ next: 'signed-in' });
  });

  it.each([true, false])('is no guest who was made a member either (token says: %s)', async (says) => {
    await start();
    await app.registerAdmin();
    saysAccount(says);
    change('guest', { userType: 'Member' });
    expect((await signIn('guest')).status).toBe(403);
  });

  it('is nobody of whom neither token nor Graph tells that they are a member', async () => {
    await start();
    await app.registerAdmin();
    saysAccount(false);
    microsoft.cloud.faults.set({ pathPrefix: '/me', kind: 'status', status: 403 });
    expect((await signIn('administrator')).status).toBe(503);
    microsoft.cloud.faults.clear();
    change('administrator', { userType: null });
    expect((await signIn('administrator')).status).toBe(403);
    expect(await userCount()).toBe(1);
  });

  it('is a guest too where a setting admits them, though never as the first administrator', async () => {
    await start({ STAFF_GUESTS: 'admitted' });
    expect((await signIn('guest')).status).toBe(403);
    await app.registerAdmin();
    const admitted = await signIn('guest');
    expect(admitted.json).toMatchObject({ next: 'signed-in', role: 'viewer' });
    expect((await app.call(getSession, { cookie: admitted.cookies.join('; ') })).status).toBe(200);
  });
});
