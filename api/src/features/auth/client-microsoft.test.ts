import { getSession } from '@tenantry/contract/auth';
import { changeClientRoom, inviteClient } from '@tenantry/contract/client-room';
import { startClientMicrosoftSignIn } from '@tenantry/contract/client-sign-in';
import { finishMicrosoftSignIn } from '@tenantry/contract/microsoft-sign-in';
import { changeTenantContacts } from '@tenantry/contract/tenant-contacts';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MicrosoftCloud, startMicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import { type Answer, createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { UserRecord } from '../../store/users.ts';

describe('a client who signs in with Microsoft', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    microsoft = await startMicrosoftCloud();
    app = await createTestApp(microsoft.settings);
    cookie = await app.registerAdmin();
  });
  afterEach(async () => {
    await app.close();
    await microsoft.close();
  });

  const memberOf = (tenantId: string, nth = 0): string =>
    microsoft.cloud.usersOf(tenantId)[nth]?.userPrincipalName ?? '';
  async function invite(address: string, tenantId = weakProfile.id): Promise<void> {
    const params = { id: tenantId };
    const contact = { id: crypto.randomUUID(), name: 'Jane Doe', address, gets: ['reports'] };
    await app.call(changeTenantContacts, { params, body: { revision: 0, contacts: [contact] }, cookie });
    const room = { revision: 0, isOpen: true, showsPrices: false, color: null, welcome: '' };
    await app.call(changeClientRoom, { params, body: room, cookie });
    expect((await app.call(inviteClient, { params, body: { contactId: contact.id }, cookie })).status).toBe(200);
  }
  async function signIn(username: string, isNamed = true): Promise<Answer> {
    const started = await app.call(startClientMicrosoftSignIn);
    expect(started.status).toBe(302);
    const page = new URL(started.headers.location ?? '');
    const scopes = (page.searchParams.get('scope') ?? '').split(' ');
    page.searchParams.set('scope', scopes.filter((scope) => isNamed || scope !== 'profile').join(' '));
    const query = await microsoft.visit(page.href, { username });
    return app.call(finishMicrosoftSignIn, { query, cookie: started.cookie ?? '' });
  }
  const failures = () =>
    app.app.records.across(containers.auditLogs).count([{ field: 'eventType', op: 'eq', value: 'sign_in_failed' }]);

  it('is the invited member of the tenant’s own directory, and gets into that room alone', async () => {
    const username = memberOf(weakProfile.id);
    await invite(username);
    const answer = await signIn(username);
    expect(answer.json).toMatchObject({ next: 'signed-in', role: 'viewer', clientTenantId: weakProfile.id });
    const session = await app.call(getSession, { cookie: answer.cookies.join('; ') });
    expect(session.json.user).toMatchObject({ clientTenantId: weakProfile.id, seesAllTenants: false });
  });

  it('is nobody where they were not invited, come from another directory, or the directory of the staff', async () => {
    const invited = memberOf(weakProfile.id);
    await invite(invited);
    const strangers = [memberOf(weakProfile.id, 1), memberOf(goodProfile.id), memberOf(microsoft.staffTenantId)];
    for (const username of strangers) {
      const answer = await signIn(username);
      expect([username, answer.status, answer.json.code]).toEqual([username, 403, 'FORBIDDEN']);
    }
    expect(await failures()).toBe(strangers.length);
  });

  it('is nobody by the address in a token that has no user name, since anybody may set one', async () => {
    const username = memberOf(weakProfile.id);
    await invite(username);
    expect((await signIn(username, false)).status).toBe(403);
    expect((await signIn(username)).status).toBe(200);
    // From then on it is the account that counts.
    expect((await signIn(username, false)).status).toBe(200);
  });

  it('a contact of one tenant who is a member of another gets into neither', async () => {
    // Somebody typed an address of another client's directory.
    const foreign = memberOf(goodProfile.id);
    await invite(foreign, weakProfile.id);
    expect((await signIn(foreign)).status).toBe(403);
  });

  it('is from the first time on that account alone, not another one that is given the same name later', async () => {
    const username = memberOf(weakProfile.id);
    await invite(username);
    expect((await signIn(username)).status).toBe(200);
    const [user] = await app.app.stores.users.clientsOf(username);
    await update(app.app.stores.users, user?.id ?? '', (one): UserRecord => {
      const client = one.client && { ...one.client, account: `${weakProfile.id}/another account` };
      return { ...one, client: client ?? null };
    });
    expect((await signIn(username)).status).toBe(403);
  });
});
