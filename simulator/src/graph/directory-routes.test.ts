import { describe, expect, test } from 'vitest';
import { demoProfiles } from '../profiles/demo-profiles.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { loadTenantProfile } from '../tenant-profile.ts';
import { listOf, openGraphSession } from '../testing/graph-session.ts';

const now = () => new Date('2026-06-01T12:00:00Z');
const load = loadTenantProfile(weakProfile, 12_345);
const cloud = createSimulatedCloud({ now, tenants: [...demoProfiles, load] });

async function collect(tenantId: string, path: string) {
  const session = await openGraphSession(cloud, tenantId);
  const sizes: number[] = [];
  const items: Record<string, unknown>[] = [];
  for await (const page of session.pages(path)) {
    sizes.push(page.length);
    items.push(...page);
  }
  return { sizes, items, session };
}

describe('paging', () => {
  test.each([
    ['/users?$select=id,userPrincipalName&$top=999', 999],
    ['/users?$select=id,userPrincipalName,signInActivity&$top=999', 500],
    ['/users', 100],
  ])('%s gives each of 12,345 users once, %i a page', async (path, pageSize) => {
    const { sizes, items } = await collect(load.id, path);
    expect(sizes.slice(0, -1).every((size) => size === pageSize)).toBe(true);
    expect(items).toHaveLength(12_345);
    expect(new Set(items.map((user) => user.id)).size).toBe(12_345);
    expect(new Set(items.map((user) => user.userPrincipalName)).size).toBe(12_345);
  });

  test('a page link of another tenant, another path or with a changed token is refused', async () => {
    const session = await openGraphSession(cloud, load.id);
    const link = String((await session.get('/users?$top=5')).body?.['@odata.nextLink']);
    expect(link).toMatch(/^https:\/\/graph\.microsoft\.com\/v1\.0\/users\?\$top=5&\$skiptoken=/);
    expect((await session.get(link)).status).toBe(200);
    expect((await session.get(link.replace('/users', '/groups'))).status).toBe(400);
    expect((await session.get(`${link}0`)).status).toBe(400);
    const other = await openGraphSession(cloud, weakProfile.id);
    expect((await other.get(link)).status).toBe(400);
  });

  test('a filter that fits few gives all of them, over pages that may be short', async () => {
    const all = await collect(load.id, '/users?$select=id,userType,accountEnabled&$top=999');
    const guests = all.items.filter((user) => user.userType === 'Guest' && user.accountEnabled === false);
    const found = await collect(
      load.id,
      "/users?$filter=userType eq 'Guest' and accountEnabled eq false&$select=id&$top=999",
    );
    expect(guests.length).toBeGreaterThan(20);
    expect(found.items).toEqual(guests.map(({ id }) => ({ id })));
  });

  test('the stale filter gives exactly those whose last success lies before the day, never the null ones', async () => {
    const all = await collect(load.id, '/users?$select=id,signInActivity&$top=500');
    const success = (user: Record<string, unknown>) =>
      Object(user.signInActivity).lastSuccessfulSignInDateTime as string | null;
    const stale = all.items.filter((user) => (success(user) ?? '9') < '2026-03-03T00:00:00Z');
    const found = await collect(
      load.id,
      '/users?$filter=signInActivity/lastSuccessfulSignInDateTime le 2026-03-03T00:00:00Z&$select=id&$top=500',
    );
    expect(stale.length).toBeGreaterThan(500);
    expect(all.items.some((user) => success(user) === null)).toBe(true);
    expect(found.items.map((user) => user.id)).toEqual(stale.map((user) => user.id));
  });
});

test('whoever is looked up by an address is found, an administrator, a guest and one of the last too', async () => {
  const { items, session } = await collect(load.id, '/users?$select=id,mail,userPrincipalName&$top=999');
  const picked = items.filter((_, index) => index < 12 || index % 997 === 0 || index > 12_340);
  for (const { id, mail, userPrincipalName } of picked) {
    for (const address of [mail, userPrincipalName].filter((one) => typeof one === 'string')) {
      const filter = encodeURIComponent(`mail eq '${address}' or userPrincipalName eq '${address}'`);
      const found = listOf(await session.get(`/users?$filter=${filter}&$select=id`));
      expect(found, String(address)).toContainEqual({ id });
    }
  }
  const nobody =
    "/users?$filter=mail eq 'nobody.here@load1.example' or userPrincipalName eq 'nobody.here@load1.example'";
  expect(listOf(await session.get(nobody))).toEqual([]);
});

describe('what Graph refuses is refused', () => {
  test.each([
    ['/users?$top=1000', 400],
    ['/users?$top=0', 400],
    ['/users?$select=id,shoeSize', 400],
    ["/users?$filter=shoeSize eq '44'", 400],
    ["/users?$filter=userType ne 'Guest'", 400],
    ['/users?$orderby=displayName', 400],
    ['/users/$count', 400],
    ['/users/00000000-0000-4000-8000-000000000000', 404],
    ['/nothing/here', 404],
  ])('%s is %i in Graph error form', async (path, status) => {
    const reply = await (await openGraphSession(cloud, load.id)).get(path);
    expect(reply.status).toBe(status);
    expect(reply.body?.error).toMatchObject({ code: expect.any(String), message: expect.any(String), innerError: {} });
  });

  test('beta is not answered', async () => {
    const { get } = await openGraphSession(cloud, load.id);
    expect((await get('https://graph.microsoft.com/beta/users')).status).toBe(404);
  });
});

describe('the tenant hangs together', () => {
  test.each(demoProfiles.map((profile) => [profile.name, profile] as const))('%s', async (_name, profile) => {
    const { items: users, session } = await collect(
      profile.id,
      '/users?$select=id,userType,accountEnabled,displayName',
    );
    expect(users).toHaveLength(profile.userCount);
    expect((await session.get('/users/$count', { consistencylevel: 'eventual' })).text).toBe(String(profile.userCount));
    const userIds = new Set(users.map((user) => user.id));
    const groupIds = new Set((await collect(profile.id, '/groups?$select=id')).items.map((group) => group.id));

    const principalIds = new Set(listOf(await session.get('/servicePrincipals')).map(({ id }) => id));
    const holders = new Set([...userIds, ...groupIds, ...principalIds]);
    for (const assignment of listOf(await session.get('/roleManagement/directory/roleAssignments'))) {
      expect(holders).toContain(assignment.principalId);
    }
    for (const policy of listOf(await session.get('/identity/conditionalAccess/policies'))) {
      const scope = Object(Object(policy.conditions).users);
      for (const id of [...scope.excludeUsers, ...scope.includeUsers])
        expect(id === 'All' || userIds.has(id)).toBe(true);
      for (const id of [...scope.excludeGroups, ...scope.includeGroups]) expect(groupIds.has(id)).toBe(true);
    }
    for (const groupId of groupIds) {
      const members = (await collect(profile.id, `/groups/${groupId}/members?$select=id`)).items;
      expect(new Set(members.map((member) => member.id)).size).toBe(members.length);
      for (const member of members) expect(userIds.has(member.id)).toBe(true);
    }
    if (profile.license === 'none') return;
    const details = (await collect(profile.id, '/reports/authenticationMethods/userRegistrationDetails')).items;
    const enabled = users.filter((user) => user.accountEnabled === true);
    expect(details.map((entry) => entry.id)).toEqual(enabled.map((user) => user.id));
    expect(details.map((entry) => entry.userDisplayName)).toEqual(enabled.map((user) => user.displayName));
  });
});

test('a single user is found by id, with the same data as in the list', async () => {
  const session = await openGraphSession(cloud, load.id);
  const [user] = listOf(await session.get('/users?$top=1&$select=id,displayName,mail'));
  const one = await session.get(`/users/${user?.id}?$select=id,displayName,mail`);
  expect(one.body).toMatchObject({ ...user });
});
