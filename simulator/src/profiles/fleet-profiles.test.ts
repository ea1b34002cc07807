import { expect, test } from 'vitest';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { listOf, openGraphSession } from '../testing/graph-session.ts';
import { fleetProfiles, parseFleet } from './fleet-profiles.ts';
import { staffProfile } from './staff-profile.ts';

const now = () => new Date('2026-06-01T12:00:00Z');

test('a fleet has as many tenants as asked for, each its own, of all four postures', () => {
  const fleet = fleetProfiles(parseFleet('200x40'));
  expect(fleet).toHaveLength(200);
  for (const of of ['id', 'name', 'domain', 'displayName'] as const) {
    expect(new Set(fleet.map((profile) => profile[of])).size, of).toBe(200);
  }
  expect(new Set(fleet.map(({ zone }) => zone)).size).toBe(4);
  expect(fleet.every(({ userCount }) => userCount === 40)).toBe(true);
});

test('the seed says which posture a tenant has; a larger fleet begins with the smaller one', () => {
  const postures = (size: string, seed?: string) => fleetProfiles(parseFleet(size), seed).map(({ zone }) => zone);
  expect(postures('30x5').slice(0, 20)).toEqual(postures('20x5'));
  expect(postures('30x5', 'other')).not.toEqual(postures('30x5'));
});

test.each(['500', 'x', '0x40', '40x0', '-1x4', '20001x1', '1.5x2', '5x5x5'])('a fleet of %s is refused', (text) => {
  expect(() => parseFleet(text)).toThrow(/TENANTSxUSERS/);
});

test('its tenants are customers with delegated admin, listed page by page, and let our application in', async () => {
  const fleet = fleetProfiles(parseFleet('250x3'));
  const cloud = createSimulatedCloud({ now, tenants: fleet, staffTenant: staffProfile });
  const staff = await openGraphSession(cloud, staffProfile.id);
  const found: unknown[] = [];
  for await (const page of staff.pages('/tenantRelationships/delegatedAdminCustomers')) found.push(...page);
  expect(found).toHaveLength(250);
  const [first] = fleet;
  const session = await openGraphSession(cloud, first?.id ?? '');
  expect(listOf(await session.get('/users?$top=999'))).toHaveLength(3);
});
