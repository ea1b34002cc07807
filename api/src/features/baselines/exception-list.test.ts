import {
  createBaseline,
  deleteBaseline,
  endException,
  type HeldException,
  listExceptions,
  makeException,
} from '@tenantry/contract/baselines';
import { createTenantGroup } from '@tenantry/contract/tenant-groups';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FindingApp, openFindingApp, unlicensed, weak } from '../findings/testing/finding-app.ts';

const check = 'spo.reshare';
const reason = 'The customer has a contract that says so';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

let world: FindingApp;
let groupId: string;
beforeAll(async () => {
  world = await openFindingApp();
  for (const id of await world.app.tenantIds()) await world.scan(id);
  const rule = { match: 'all', conditions: [{ field: 'mode', value: 'simulated' }] };
  groupId = String(
    (await world.app.call(createTenantGroup, { cookie: world.cookie, body: { name: 'All', rule } })).json.id,
  );
});
afterAll(() => world.close());

async function baseline(name: string): Promise<string> {
  const dueDays = { critical: 1, high: 5, medium: 10, low: 20 };
  const body = { name, description: '', checkIds: [check], minimumGravity: 'low', dueDays, groupIds: [groupId] };
  const { status, json } = await world.app.call(createBaseline, { cookie: world.cookie, body });
  expect(status).toBe(201);
  return String(json.id);
}
async function except(id: string, baselineId: string, expiresAt: string): Promise<void> {
  const body = { baselineId, checkIds: [check], reason, expiresAt };
  const { json } = await world.app.call(makeException, { cookie: world.cookie, params: { id }, body });
  expect(json).toEqual({ excepted: [check] });
}
async function list(query: Record<string, string> = {}, cookie = world.cookie) {
  const { status, json } = await world.app.call(listExceptions, { cookie, query });
  expect(status).toBe(200);
  return listExceptions.response.parse(json);
}
const places = (items: readonly HeldException[]) => items.map(({ baselineId, tenantId }) => [baselineId, tenantId]);

describe('the exceptions of all tenants', () => {
  it('are listed while they hold, those that end first first, narrowed as the alignment is', async () => {
    const [first, second] = [await baseline('First'), await baseline('Second')];
    const soon = inDays(10);
    await except(weak, first, inDays(40));
    await except(weak, second, inDays(20));
    await except(unlicensed, first, soon);
    const { items, total } = await list();
    expect(places(items)).toEqual([
      [first, unlicensed],
      [second, weak],
      [first, weak],
    ]);
    expect(total).toBe(3);
    expect(items[0]).toMatchObject({
      baselineName: 'First',
      checkId: check,
      reason,
      expiresAt: soon,
      severity: 'medium',
    });
    const page = await list({ limit: '2' });
    expect(page.items).toEqual(items.slice(0, 2));
    expect((await list({ limit: '2', cursor: page.nextCursor ?? '' })).items).toEqual(items.slice(2));
    expect(places((await list({ baselineId: second })).items)).toEqual([[second, weak]]);
    expect((await list({ search: 'BRACKEN' })).total).toBe(2);
    expect((await list({ groupId })).total).toBe(3);
    const ofOne = await world.app.signInAs('viewer', { kind: 'tenants', tenantIds: [unlicensed] });
    expect(places((await list({}, ofOne)).items)).toEqual([[first, unlicensed]]);

    const query = { baselineId: first };
    await world.app.call(endException, { cookie: world.cookie, params: { id: weak }, query });
    await world.app.call(deleteBaseline, { cookie: world.cookie, params: { baselineId: second } });
    expect(places((await list()).items)).toEqual([[first, unlicensed]]);
  });

  it('cannot be read from a place that is none of theirs', async () => {
    const { status, json } = await world.app.call(listExceptions, { cookie: world.cookie, query: { cursor: 'x' } });
    expect([status, json.code]).toEqual([400, 'INVALID_INPUT']);
  });
});
