import { expect, test } from 'vitest';
import { goodProfile } from './profiles/good-profile.ts';
import { weakProfile } from './profiles/weak-profile.ts';
import { createSimulatedCloud } from './simulated-cloud.ts';
import { openGraphSession } from './testing/graph-session.ts';
import { createThrottle } from './throttle.ts';

function clock() {
  let timeMs = Date.parse('2026-06-01T12:00:00Z');
  return {
    now: () => new Date(timeMs),
    advance(byMs: number) {
      timeMs += byMs;
    },
  };
}

test('throttling is off unless asked for', async () => {
  const session = await openGraphSession(createSimulatedCloud({ now: clock().now }), weakProfile.id);
  for (let i = 0; i < 20; i++) expect((await session.get('/identity/conditionalAccess/policies')).status).toBe(200);
});

test('Conditional Access allows one read a second and tenant', async () => {
  const { now, advance } = clock();
  const cloud = createSimulatedCloud({ now, throttle: true });
  const weak = await openGraphSession(cloud, weakProfile.id);
  const good = await openGraphSession(cloud, goodProfile.id);
  const status = async (session: typeof weak) => (await session.get('/identity/conditionalAccess/policies')).status;
  expect([await status(weak), await status(weak), await status(good)]).toEqual([200, 429, 200]);
  advance(1000);
  expect(await status(weak)).toBe(200);
});

test('the directory counts units by the size of the tenant: the first that is one too many is refused', async () => {
  const cloud = createSimulatedCloud({ now: clock().now, throttle: { directory: { requests: 7, windowMs: 10_000 } } });
  const statuses = async (tenantId: string, path: string) => {
    const session = await openGraphSession(cloud, tenantId);
    return [await session.get(path), await session.get(path), await session.get(path), await session.get(path)].map(
      ({ status }) => status,
    );
  };
  expect(await statuses(weakProfile.id, '/users')).toEqual([200, 200, 200, 429]);
  expect(await statuses(goodProfile.id, '/users?$select=id')).toEqual([200, 200, 200, 200]);
});

test.each<[string, number]>([
  ['/users', 2],
  ['/users?$top=20', 2],
  ['/users?$top=19', 1],
  ['/users?$top=1&$select=id', 1],
  ['/users/someone', 1],
  ['/users/someone/memberOf', 2],
  ['/users/someone/transitiveMemberOf?$select=id', 1],
  ['/me/memberOf', 2],
  ['/groups/some/members', 3],
  ['/groups/some/transitiveMembers', 5],
  ['/groups/some/transitiveMembers?$select=id&$top=5', 3],
  ['/subscribedSkus', 3],
  ['/applications', 2],
  ['/applications/some', 1],
  ['/contracts', 3],
  ['/directoryRoles?$expand=members', 2],
  ['POST /directoryObjects/getByIds', 5],
  ['POST /directoryObjects/getByIds?$select=id', 2],
  ['/security/alerts_v2', 0],
])('%s costs the units of Microsoft’s table: %i', (request, units) => {
  const [address = '', method = 'GET'] = request.split(' ').reverse();
  const { pathname: path, searchParams: params } = new URL(`https://graph.microsoft.com/v1.0${address}`);
  const throttle = createThrottle({});
  throttle.check({ id: weakProfile.id, userCount: 1 }, { method, path, params }, clock().now());
  expect(throttle.counts().find(({ limit }) => limit === 'directory')?.passed ?? 0).toBe(units);
});

test('rates can be set while it runs, so that nobody has to wait, and Microsoft’s own come back', async () => {
  const { now, advance } = clock();
  const cloud = createSimulatedCloud({ now });
  const session = await openGraphSession(cloud, weakProfile.id);
  const control = (method: string, body?: object) =>
    cloud.handle(
      new Request('http://simulator/control/throttle', { method, ...(body && { body: JSON.stringify(body) }) }),
    );
  const status = async () => (await session.get('/identity/conditionalAccess/policies')).status;
  expect((await control('POST', { identity: { requests: 2, windowMs: 50 } })).status).toBe(204);
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  advance(50);
  expect(await status()).toBe(200);
  await control('POST', {});
  expect([await status(), await status()]).toEqual([200, 429]);
  await control('DELETE');
  expect([await status(), await status()]).toEqual([200, 200]);
  for (const wrong of [{ nothing: { requests: 1, windowMs: 1 } }, { identity: { requests: -1, windowMs: 1 } }])
    expect((await control('POST', wrong)).status).toBe(400);
});

test('signInActivity allows ten reads a minute over all tenants, and says when to come back', async () => {
  const { now, advance } = clock();
  const cloud = createSimulatedCloud({ now, throttle: true });
  const sessions = [await openGraphSession(cloud, weakProfile.id), await openGraphSession(cloud, goodProfile.id)];
  const read = (ordinal: number) => sessions[ordinal % 2]?.get('/users?$top=1&$select=id,signInActivity');
  for (let i = 0; i < 10; i++) {
    expect((await read(i))?.status).toBe(200);
    advance(3000);
  }
  const refused = await read(10);
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get('retry-after')).toBe('30');
  advance(30_000);
  expect((await read(11))?.status).toBe(200);
});

test('what came under each limit is counted, the refused apart', async () => {
  const cloud = createSimulatedCloud({ now: clock().now, throttle: true });
  const session = await openGraphSession(cloud, weakProfile.id);
  for (let i = 0; i < 3; i++) await session.get('/identity/conditionalAccess/policies');
  await session.get('/users?$top=1&$select=id,signInActivity');
  const counts = cloud.limitCounts();
  const identity = { limit: 'identity', tenantId: weakProfile.id, requests: 1, windowMs: 1000, passed: 1, refused: 2 };
  expect(counts).toContainEqual(identity);
  expect(counts).toContainEqual(expect.objectContaining({ limit: 'signInActivityOfAll', tenantId: null, passed: 1 }));
  cloud.clearRequestCounts();
  expect(cloud.limitCounts()).toEqual([]);
});
