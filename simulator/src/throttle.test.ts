import { expect, test } from 'vitest';
import { openGraphSession } from './graph-session.ts';
import { goodProfile } from './profiles/good-profile.ts';
import { weakProfile } from './profiles/weak-profile.ts';
import { createSimulatedCloud } from './simulated-cloud.ts';

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
