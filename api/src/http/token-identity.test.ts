import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { getSession, signInLocally } from '@tenantry/contract/auth';
import { endpoints } from '@tenantry/contract/endpoints';
import { listFindings } from '@tenantry/contract/findings';
import { getProfile } from '@tenantry/contract/profile';
import { startScan } from '@tenantry/contract/scans';
import { changeTenantLabels, createTenantGroup, deleteTenantGroup } from '@tenantry/contract/tenant-groups';
import { listTenants } from '@tenantry/contract/tenants';
import { tokenHeader } from '@tenantry/contract/tokens';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeToken, userOf, withToken } from '../../testing/api-tokens.ts';
import { captureTelemetry } from '../../testing/captured-telemetry.ts';
import { createTestApp, firstAdmin, type TestApp } from '../../testing/test-app.ts';
import { buckets } from '../domain/attempts/attempt-buckets.ts';
import { newTokenSecret, tokenRecordId } from '../domain/tokens/token-format.ts';

describe('a call by a token', () => {
  let app: TestApp;
  let cookie: string;
  let ownerId: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    ownerId = userOf(cookie);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await app.close();
  });

  const tenantsBy = (headers: Record<string, string>) => app.call(listTenants, { headers });
  const recordOf = async (secret: string) => (await app.app.stores.tokens.get(tokenRecordId(secret)))?.value;

  /** A group of one tenant. */
  async function groupOfOne(): Promise<{ groupId: string; tenantId: string }> {
    const [tenantId = ''] = await app.tenantIds();
    const labels = { params: { id: tenantId }, body: { tags: ['gold'], ownerId: null }, cookie };
    expect((await app.call(changeTenantLabels, labels)).status).toBe(200);
    const rule = { match: 'all', conditions: [{ field: 'tag', value: 'gold' }] };
    const { json } = await app.call(createTenantGroup, { body: { name: 'Gold', color: 'gray', rule }, cookie });
    return { groupId: String(json.id), tenantId };
  }

  describe('with a cookie beside it', () => {
    it('is the token’s, also where that is none', async () => {
      const viewer = await storeToken(app, ownerId, { role: 'viewer' });
      const both = { cookie, headers: { authorization: `Bearer ${viewer}` } };
      expect((await app.call(listAuditTrail, { cookie })).status).toBe(200);
      expect((await app.call(listAuditTrail, both)).status).toBe(403);
      for (const authorization of ['Bearer none', `Bearer ${newTokenSecret()}`, 'Bearer', 'Basic YTpi', viewer]) {
        const answer = await app.call(listTenants, { cookie, headers: { authorization } });
        expect([authorization, answer.status, answer.json.code]).toEqual([authorization, 401, 'INVALID_TOKEN']);
        expect(answer.headers['www-authenticate']).toBe('Bearer realm="Tenantry", error="invalid_token"');
      }
    });

    it('reads and clears no session, and closes what is about one', async () => {
      const token = await storeToken(app, ownerId);
      for (const endpoint of [getSession, getProfile]) {
        const answer = await app.call(endpoint, { cookie, headers: withToken(token) });
        expect([answer.status, answer.json.code, answer.cookies]).toEqual([403, 'CLOSED_TO_TOKENS', []]);
      }
      const signIn = { body: { username: firstAdmin.username, password: firstAdmin.password } };
      const answer = await app.call(signInLocally, { ...signIn, headers: withToken(token) });
      expect([answer.status, answer.cookies]).toEqual([403, []]);
    });
  });

  it('asks for no header of a page: another site cannot make a browser send a token', async () => {
    const token = await storeToken(app, ownerId);
    const [tenant_id] = await app.tenantIds();
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const scan = { body: { tenant_id } };
    expect((await app.call(startScan, { ...scan, cookie, headers: foreign })).json.code).toBe('FOREIGN_ORIGIN');
    expect((await app.call(startScan, { ...scan, headers: withToken(token) })).status).toBe(202);
  });

  it('hands it in by either header; where two differ, neither counts', async () => {
    const [one, two] = [await storeToken(app, ownerId), await storeToken(app, ownerId)];
    const own = (token: string) => ({ ...withToken(token), authorization: '', [tokenHeader]: token });
    expect((await tenantsBy(own(one))).status).toBe(200);
    expect((await tenantsBy({ ...own(one), authorization: `bearer ${one}` })).status).toBe(200);
    for (const authorization of [`Bearer ${two}`, 'Basic YTpi']) {
      expect((await tenantsBy({ ...own(one), authorization })).status).toBe(401);
    }
    // As a proxy joins a header that was sent twice.
    expect((await tenantsBy({ ...own(one), [tokenHeader]: `${one}, ${two}` })).status).toBe(401);
    expect((await tenantsBy({ ...own(one), [tokenHeader]: ` ${one}x` })).status).toBe(401);
  });

  it('is not read where Static Web Apps wrote the header, which it does for everybody', async () => {
    const behind = await createTestApp({ AUTHORIZATION_HEADER: 'static-web-apps' });
    const session = await behind.registerAdmin();
    const token = await storeToken(behind, userOf(session), { role: 'viewer' });
    const written = { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJzdGF0aWMifQ.c2lnbmF0dXJl' };
    const status = async (call: object) => (await behind.call(listTenants, call)).status;
    expect(await status({ cookie: session, headers: written })).toBe(200);
    expect(await status({ headers: written })).toBe(401);
    expect(await status({ headers: { ...withToken(token), ...written, [tokenHeader]: token } })).toBe(200);
    expect(await status({ cookie: session, headers: { ...written, [tokenHeader]: newTokenSecret() } })).toBe(401);
    await behind.close();
  });

  it('is refused where the token stands in the address, with a session or without, however it is written there', async () => {
    const token = await storeToken(app, ownerId);
    for (const rawQuery of [
      `token=${token}`,
      `access_token=${token}`,
      `q=a&${token}`,
      `x=${token.replace('_', '%5F')}`,
    ]) {
      for (const call of [{ cookie }, {}, { headers: withToken(token) }]) {
        const answer = await app.call(listTenants, { ...call, rawQuery });
        expect([rawQuery, answer.status]).toEqual([rawQuery, 400]);
        expect(answer.text).not.toContain(token);
      }
    }
    expect((await app.call(listTenants, { query: { access_token: 'short' } })).status).toBe(401);
  });

  describe('is refused in the same words', () => {
    const ago = () => new Date(Date.now() - 1).toISOString();
    const cases: Record<string, () => Promise<string>> = {
      'whose token nobody made': async () => newTokenSecret(),
      'whose token has a wrong checksum': async () => `${(await storeToken(app, ownerId)).slice(0, -1)}_`,
      'whose token is past its end': () => storeToken(app, ownerId, { expiresAt: ago() }),
      'from an address that may not use it': () =>
        storeToken(app, ownerId, { addresses: ['198.51.100.0/24', '2001:db8::/32'] }),
      'whose group is gone': () =>
        storeToken(app, ownerId, { scope: { kind: 'group', groupId: '00000000-0000-4000-8000-0000000000aa' } }),
      'whose owner is gone': () => storeToken(app, 'user-00000000-0000-4000-8000-0000000000aa'),
    };
    it.each(Object.entries(cases))('%s', async (_, secretOf) => {
      const answer = await tenantsBy(withToken(await secretOf()));
      expect([answer.status, answer.json.code]).toEqual([401, 'INVALID_TOKEN']);
      expect(answer.json.message).toBe((await tenantsBy(withToken(newTokenSecret()))).json.message);
    });
  });

  it('comes from the addresses that may use it, as proxies that are trusted tell them', async () => {
    const token = await storeToken(app, ownerId, { addresses: ['203.0.113.0/24', '2001:db8:1::/48'] });
    const from = async (forwarded: string) =>
      (await tenantsBy(withToken(token, { 'x-forwarded-for': forwarded }))).status;
    expect(await from('203.0.113.200:443')).toBe(200);
    expect(await from('[2001:db8:1::7]:443')).toBe(200);
    expect(await from('[::ffff:203.0.113.9]:443')).toBe(200);
    expect(await from('203.0.114.1')).toBe(401);
    expect(await from('203.0.113.7, 198.51.100.1')).toBe(401);
    expect(await from('')).toBe(401);
  });

  it('sees the tenants of its group as they are now, and nothing once the group is deleted', async () => {
    const { groupId, tenantId } = await groupOfOne();
    const token = await storeToken(app, ownerId, { scope: { kind: 'group', groupId } });
    const seen = async () => {
      const { json, status } = await tenantsBy(withToken(token));
      return status === 200 ? (json.tenants as { id: string }[]).map(({ id }) => id) : status;
    };
    expect(await seen()).toEqual([tenantId]);
    const [other = ''] = (await app.tenantIds()).filter((id) => id !== tenantId);
    expect((await app.call(listFindings, { headers: withToken(token), tenantId: other })).status).toBe(404);
    expect((await app.call(deleteTenantGroup, { params: { groupId }, cookie })).status).toBe(200);
    expect(await seen()).toBe(401);
  });

  it('that is under way when the token is revoked may end; the next is refused', async () => {
    const token = await storeToken(app, ownerId);
    const { tenants } = app.app.stores;
    const read = tenants.ofScope;
    let revoked = false;
    vi.spyOn(tenants, 'ofScope').mockImplementation(async (...given) => {
      const stored = await app.app.stores.tokens.get(tokenRecordId(token));
      if (stored && !revoked) await app.app.stores.tokens.delete(stored.value.id);
      revoked = true;
      return read(...given);
    });
    const under = await tenantsBy(withToken(token));
    expect([under.status, revoked]).toEqual([200, true]);
    expect((await tenantsBy(withToken(token))).status).toBe(401);
  });

  it('decides nothing, hands out nothing and changes nobody, whoever its owner is', async () => {
    const deciding = endpoints.filter(({ token, standalone }) => token === null && !standalone);
    expect(deciding.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'approval-approve',
        'approvals-decide',
        'user-change',
        'export-database',
        'profile-token-make',
      ]),
    );
    for (const endpoint of deciding) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']));
      const headers = withToken(await storeToken(app, ownerId));
      const answer = await app.call(endpoint, { params, cookie, headers });
      expect([endpoint.name, answer.status, answer.json.code]).toEqual([endpoint.name, 403, 'CLOSED_TO_TOKENS']);
    }
  });

  describe('is slowed down', () => {
    it('for a token that calls too often, by all processes together, and for no other', async () => {
      const [busy, calm] = [await storeToken(app, ownerId), await storeToken(app, ownerId)];
      const second = await createTestApp({ AzureWebJobsStorage: app.connectionString });
      const otherOwner = userOf(await second.registerAdmin());
      const record = await recordOf(busy);
      if (!record) throw new Error('The token is not there');
      await second.app.stores.tokens.create({ ...record, ownerId: otherOwner });
      const calls = Array.from({ length: buckets.token.capacity + 20 }, (_, index) => (index % 2 ? app : second));
      const statuses = [];
      for (const one of calls) statuses.push(await one.call(listTenants, { headers: withToken(busy) }));
      const refused = statuses.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.json.code).toBe('RATE_LIMITED');
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
      expect((await tenantsBy(withToken(calm))).status).toBe(200);
      await second.close();
    });

    it('for an address that guesses; a token that counts is let in from there all the same', async () => {
      const guess = () => tenantsBy(withToken(newTokenSecret()));
      const statuses = [];
      for (let n = 0; n < buckets.tokenGuess.capacity + 2; n += 1) statuses.push((await guess()).status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(buckets.tokenGuess.capacity);
      const last = await guess();
      expect([last.status, last.json.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
      expect((await tenantsBy(withToken(newTokenSecret(), { 'x-forwarded-for': '198.51.100.9:1' }))).status).toBe(401);
      expect((await tenantsBy(withToken(await storeToken(app, ownerId)))).status).toBe(200);
    });
  });

  it('looks for a token by its hash alone, and for nothing that has not the form of one', async () => {
    const reads = vi.spyOn(app.app.stores.tokens, 'get');
    for (const text of [
      '',
      'x',
      'tenantry_',
      newTokenSecret().slice(0, -1),
      `tenantry_${'A'.repeat(49)}`,
      '../../all',
    ]) {
      await tenantsBy(withToken(text));
    }
    expect(reads).not.toHaveBeenCalled();
    const secret = newTokenSecret();
    await tenantsBy(withToken(secret));
    expect(reads.mock.calls).toEqual([[tokenRecordId(secret)]]);
    expect(tokenRecordId(secret)).not.toContain(secret.slice(9, 20));
  });

  it('writes when the token was last used once a minute, not at each call', async () => {
    const token = await storeToken(app, ownerId);
    const writes = vi.spyOn(app.app.stores.tokens, 'replace');
    await Promise.all(Array.from({ length: 4 }, () => tenantsBy(withToken(token))));
    for (let n = 0; n < 4; n += 1) expect((await tenantsBy(withToken(token))).status).toBe(200);
    const written = (await recordOf(token))?.lastUsedAt;
    expect(written).not.toBeNull();
    expect(writes.mock.calls.length).toBeLessThanOrEqual(4);
    const before = writes.mock.calls.length;
    vi.spyOn(app.app.clock, 'now').mockReturnValue(new Date(Date.now() + 61_000));
    expect((await tenantsBy(withToken(token))).status).toBe(200);
    expect(writes.mock.calls.length).toBe(before + 1);
    expect((await recordOf(token))?.lastUsedAt).not.toBe(written);
  });
});

it('a token stands in no log, whether it counts, has ended or is in the address', async () => {
  const captured = await captureTelemetry();
  const app = await createTestApp({}, { sink: captured.sink });
  const owner = userOf(await app.registerAdmin());
  const [live, past] = [
    await storeToken(app, owner),
    await storeToken(app, owner, { expiresAt: '2020-01-01T00:00:00.000Z' }),
  ];
  for (const secret of [live, past, newTokenSecret()]) {
    await app.call(listTenants, { headers: withToken(secret) });
    await app.call(listTenants, { headers: { [tokenHeader]: secret, authorization: 'Basic x' } });
    await app.call(listTenants, { rawQuery: `token=${secret}` });
    await app.call(signInLocally, { body: { username: secret, password: secret } });
    app.app.log('The audit trail is broken', { error: new Error(`Could not be used: ${secret}`) });
  }
  const text = await captured.text();
  expect(captured.lines.length).toBeGreaterThan(6);
  for (const secret of [live, past]) expect(text).not.toContain(secret.slice(9, 25));
  expect(text).not.toMatch(/tenantry_[0-9A-Za-z]{10}/);
  await app.close();
  await captured.close();
});
