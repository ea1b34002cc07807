import { requestApproval } from '@tenantry/contract/approvals';
import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { listTenants } from '@tenantry/contract/tenants';
import {
  getCurrentToken,
  listOwnTokens,
  listServiceTokens,
  makeOwnToken,
  makeServiceToken,
  revokeOwnToken,
  sponsorServiceToken,
  type Token,
  tokensAtMost,
} from '@tenantry/contract/tokens';
import { changeUser, deleteUser } from '@tenantry/contract/users';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ageSession } from '../../../testing/aged-session.ts';
import { storeToken, userOf, withToken } from '../../../testing/api-tokens.ts';
import { type Answer, createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { isWellFormedToken } from '../../domain/tokens/token-format.ts';
import { every } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import { containers } from '../../store/containers.ts';

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

describe('tokens', () => {
  let app: TestApp;
  let ada: string;
  beforeEach(async () => {
    app = await createTestApp();
    ada = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const make = (
    cookie: string,
    given: object = {},
    endpoint: typeof makeOwnToken | typeof makeServiceToken = makeOwnToken,
  ) => app.call(endpoint, { body: { name: 'Nightly', role: 'viewer', expiresAt: inDays(30), ...given }, cookie });
  const secretOf = ({ json }: Answer) => String(json.secret);
  const tokenOf = ({ json }: Answer) => json.token as Token;
  const tenantsBy = async (secret: string) => {
    const { json, status } = await app.call(listTenants, { headers: withToken(secret) });
    return status === 200 ? (json.tenants as { id: string }[]).map(({ id }) => id).toSorted() : status;
  };
  const entries = async (eventType: string): Promise<TrailEntry[]> =>
    (await every(app.app.records.across<TrailEntry & { id: string }>(containers.auditLogs))).filter(
      (entry) => entry.eventType === eventType,
    );

  it('are told once, with a prefix and a checksum, and kept as a hash', async () => {
    const made = await make(ada);
    expect(made.status).toBe(201);
    const secret = secretOf(made);
    expect(secret).toMatch(/^tenantry_[0-9A-Za-z]{49}$/);
    expect(isWellFormedToken(secret)).toBe(true);
    expect(isWellFormedToken(secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).toBe(false);
    const stored = JSON.stringify(await app.app.stores.tokens.all());
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.slice(9, 30));
    const listed = await app.call(listOwnTokens, { cookie: ada });
    expect(listed.text).not.toContain(secret.slice(9, 30));
    expect(listed.json.tokens).toMatchObject([
      { name: 'Nightly', role: 'viewer', state: 'active', lastUsedAt: null, scope: { kind: 'all' } },
    ]);
  });

  it('call the API without a cookie or a header of a page, and tell when and from where they were last used', async () => {
    const secret = secretOf(await make(ada, { role: 'technician' }));
    expect(await tenantsBy(secret)).toEqual((await app.tenantIds()).toSorted());
    const body = { type: 'system_change', tenantId: null, title: 'Move the mailboxes', reason: 'They asked for it' };
    const asked = await app.call(requestApproval, { body, headers: withToken(secret) });
    expect(asked.status).toBe(200);
    const { json } = await app.call(getCurrentToken, { headers: withToken(secret) });
    expect(json).toMatchObject({ name: 'Nightly', effectiveRole: 'technician', lastUsedFrom: '203.0.113.7' });
  });

  it('name themselves and their owner in the trail, in what they ask for and when they are made', async () => {
    const secret = secretOf(await make(ada, { role: 'technician' }));
    const body = { type: 'system_change', tenantId: null, title: 'Move the mailboxes', reason: 'They asked for it' };
    const asked = await app.call(requestApproval, { body, headers: withToken(secret) });
    expect(asked.json.requestedBy).toBe('Ada Lovelace (token Nightly)');
    expect(await entries('approval_created')).toMatchObject([
      { user: 'ada', details: { byToken: 'Nightly', tokenKind: 'personal' } },
    ]);
    const [created] = await entries('token_created');
    expect(created).toMatchObject({ user: 'ada', target: 'Nightly', details: { after: { role: 'technician' } } });
    expect(JSON.stringify(created)).not.toContain(secret);
    expect(created?.details).not.toHaveProperty('byToken');
  });

  it('are made and revoked by whoever proved of late who they are', async () => {
    const { id } = tokenOf(await make(ada));
    await ageSession(app, ada, 11);
    expect((await make(ada, { name: 'Other' })).json.code).toBe('STEP_UP_REQUIRED');
    const revoked = await app.call(revokeOwnToken, { params: { tokenId: id }, cookie: ada });
    expect(revoked.json.code).toBe('STEP_UP_REQUIRED');
  });

  describe('have no more than their maker', () => {
    it('no higher role', async () => {
      const technician = await app.signInAs('technician', { kind: 'all' });
      const refused = await make(technician, { role: 'admin' });
      expect(refused.status).toBe(400);
      expect(refused.json.fields).toMatchObject([{ path: 'role' }]);
      for (const role of ['technician', 'viewer'])
        expect((await make(technician, { role, name: role })).status).toBe(201);
      const viewer = await app.signInAs('viewer', { kind: 'all' });
      expect((await make(viewer, { role: 'technician' })).status).toBe(400);
      expect((await make(viewer)).status).toBe(201);
    });

    it('no foreign tenant, and none that comes into their sight later', async () => {
      const [own = '', other = ''] = await app.tenantIds();
      const cookie = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [own] });
      expect((await make(cookie, { tenantIds: [own, other] })).status).toBe(404);
      expect((await make(ada, { tenantIds: ['00000000-0000-4000-8000-00000000dead'] })).status).toBe(404);
      const secret = secretOf(await make(cookie));
      expect(await tenantsBy(secret)).toEqual([own]);
      const grown = { tenantIds: [own, other] };
      await app.call(changeUser, { params: { id: userOf(cookie) }, body: grown, cookie: ada });
      expect(await tenantsBy(secret)).toEqual([own]);
    });

    it('no end beyond a year, and none that is past', async () => {
      for (const [days, status] of [
        [364.9, 201],
        [366, 400],
        [-1, 400],
        [0, 400],
      ] as const) {
        const answer = await make(ada, { expiresAt: inDays(days), name: `For ${days} days` });
        expect([days, answer.status]).toEqual([days, status]);
        if (status === 400) expect(answer.json.fields).toMatchObject([{ path: 'expiresAt' }]);
      }
    });
  });

  it('are bounded for each person, also where several are made at once, and one name is there once', async () => {
    const names = Array.from({ length: tokensAtMost.personal + 3 }, (_, index) => `Token ${index}`);
    const statuses = (await Promise.all(names.map((name) => make(ada, { name })))).map(({ status }) => status);
    const live = async () => ((await app.call(listOwnTokens, { cookie: ada })).json.tokens as Token[]).length;
    expect(statuses.filter((status) => status === 201)).toHaveLength(await live());
    expect(await live()).toBeLessThanOrEqual(tokensAtMost.personal);
    const viewer = await app.signInAs('viewer', { kind: 'all' });
    const twice = await Promise.all([make(viewer, { name: 'Twice' }), make(viewer, { name: 'twice' })]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('have a name of one line, whatever somebody would like to stand in a log or a header', async () => {
    for (const name of ['', ' ', 'a\r\nx-admin: 1', 'a\nb', 'a\u0000b', 'a\u202eb', 'x'.repeat(61)]) {
      const answer = await make(ada, { name });
      expect([name, answer.status]).toEqual([name, 400]);
      expect(answer.json.fields).toMatchObject([{ path: 'name' }]);
    }
    const odd = '=cmd|"<b>"; {{x}} %0d%0a';
    expect(tokenOf(await make(ada, { name: odd })).name).toBe(odd);
  });

  it('take addresses and ranges alone, of which the wrong one is named', async () => {
    const addresses = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/48'];
    expect(tokenOf(await make(ada, { addresses })).addresses).toEqual(addresses);
    const wrong = await make(ada, { name: 'Wrong', addresses: ['203.0.113.7', '203.0.113.0/33'] });
    expect(wrong.json.fields).toMatchObject([{ path: 'addresses.1' }]);
  });

  it('that are made while their owner is being disabled have ended when that is over', async () => {
    const cookie = await app.signInAs('technician', { kind: 'all' });
    const { tokens } = app.app.stores;
    const { create } = tokens;
    vi.spyOn(tokens, 'create').mockImplementation(async (record) => {
      await app.call(changeUser, { params: { id: userOf(cookie) }, body: { disabled: true }, cookie: ada });
      return create(record);
    });
    expect((await make(cookie)).status).toBe(401);
    vi.restoreAllMocks();
    await app.call(changeUser, { params: { id: userOf(cookie) }, body: { disabled: false }, cookie: ada });
    expect((await tokens.ofPerson(userOf(cookie))).map(({ endedBecause }) => endedBecause)).toEqual(['ownerLeft']);
  });

  it('that ended are forgotten after 30 days, and those that live are not', async () => {
    const old = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString();
    await storeToken(app, userOf(ada), { name: 'Expired', expiresAt: old });
    await storeToken(app, userOf(ada), { name: 'Expired of late', expiresAt: inDays(-29) });
    await make(ada);
    expect(await app.app.retention.forgetWhereDue()).toMatchObject({ tokens: 1 });
    const left = (await app.app.stores.tokens.all()).map(({ name }) => name);
    expect(left.toSorted()).toEqual(['Expired of late', 'Nightly']);
  });

  it('end at once when they are revoked, once also where two revoke at once, and free their name', async () => {
    const made = await make(ada);
    const revoke = () => app.call(revokeOwnToken, { params: { tokenId: tokenOf(made).id }, cookie: ada });
    expect(await tenantsBy(secretOf(made))).toHaveLength(4);
    await Promise.all([revoke(), revoke()]);
    expect(await tenantsBy(secretOf(made))).toBe(401);
    expect(await entries('token_revoked')).toHaveLength(1);
    expect((await revoke()).status).toBe(404);
    expect((await make(ada)).status).toBe(201);
    const { json } = await app.call(listOwnTokens, { cookie: ada });
    expect((json.tokens as Token[]).map(({ state }) => state).toSorted()).toEqual(['active', 'revoked']);
  });

  it('of somebody else are neither shown nor revoked', async () => {
    const { id } = tokenOf(await make(ada));
    const other = await app.signInAs('admin', { kind: 'all' });
    expect((await app.call(listOwnTokens, { cookie: other })).json.tokens).toEqual([]);
    expect((await app.call(revokeOwnToken, { params: { tokenId: id }, cookie: other })).status).toBe(404);
  });

  describe('follow their owner', () => {
    let cookie: string;
    let secret: string;
    const change = (body: object) => app.call(changeUser, { params: { id: userOf(cookie) }, body, cookie: ada });
    const trailStatus = async () => (await app.call(listAuditTrail, { headers: withToken(secret) })).status;
    beforeEach(async () => {
      cookie = await app.signInAs('admin', { kind: 'all' });
      secret = secretOf(await make(cookie, { role: 'admin' }));
      expect(await trailStatus()).toBe(200);
    });

    it('and are what they are, once they are demoted', async () => {
      expect((await change({ role: 'viewer' })).status).toBe(200);
      expect(await trailStatus()).toBe(403);
      expect(await tenantsBy(secret)).toHaveLength(4);
      const { json } = await app.call(getCurrentToken, { headers: withToken(secret) });
      expect(json).toMatchObject({ role: 'admin', effectiveRole: 'viewer' });
    });

    it('and see what they see, once their tenants are fewer', async () => {
      const [own = ''] = await app.tenantIds();
      await change({ tenantIds: [own] });
      expect(await tenantsBy(secret)).toEqual([own]);
    });

    it('and end with them, for good, once they are disabled', async () => {
      await change({ disabled: true });
      expect(await tenantsBy(secret)).toBe(401);
      await change({ disabled: false });
      expect(await tenantsBy(secret)).toBe(401);
      expect(await entries('token_ended')).toMatchObject([{ user: 'system', target: 'Nightly' }]);
    });

    it('and are gone with them, once they are deleted', async () => {
      await app.call(deleteUser, { params: { id: userOf(cookie) }, cookie: ada });
      expect(await tenantsBy(secret)).toBe(401);
      expect((await app.app.stores.tokens.all()).filter(({ ownerId }) => ownerId === userOf(cookie))).toEqual([]);
    });
  });

  describe('of the installation', () => {
    it('are made, seen and revoked by administrators of all tenants, and end with their sponsor', async () => {
      const sponsor = await app.signInAs('admin', { kind: 'all' });
      const made = await make(sponsor, {}, makeServiceToken);
      expect(tokenOf(made)).toMatchObject({ kind: 'service', owner: { id: userOf(sponsor) } });
      expect((await make(await app.signInAs('technician', { kind: 'all' }), {}, makeServiceToken)).status).toBe(403);
      await app.call(deleteUser, { params: { id: userOf(sponsor) }, cookie: ada });
      expect(await tenantsBy(secretOf(made))).toBe(401);
      const { json } = await app.call(listServiceTokens, { cookie: ada });
      expect(json.tokens).toMatchObject([{ state: 'ownerLeft', owner: { name: null }, effectiveRole: null }]);
    });

    it('go on under another sponsor, who takes them over before', async () => {
      const sponsor = await app.signInAs('admin', { kind: 'all' });
      const made = await make(sponsor, {}, makeServiceToken);
      const tokenId = tokenOf(made).id;
      const over = () => app.call(sponsorServiceToken, { params: { tokenId }, cookie: ada });
      const both = await Promise.all([over(), over()]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(await entries('token_sponsor_changed')).toHaveLength(1);
      await app.call(deleteUser, { params: { id: userOf(sponsor) }, cookie: ada });
      expect(await tenantsBy(secretOf(made))).toHaveLength(4);
    });
  });
});
