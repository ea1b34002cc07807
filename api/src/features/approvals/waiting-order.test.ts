import { decideApprovals, listWaitingWork } from '@tenantry/contract/approval-decisions';
import { listFindingGroups } from '@tenantry/contract/findings';
import { criticalProfile } from '@tenantry/simulator/profiles/critical-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { every, update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';

describe('what waits by remedy', () => {
  let world: SimulatedApp;
  beforeAll(async () => {
    world = await openSimulatedApp();
    await world.scan(weakProfile.id);
    await world.scan(criticalProfile.id);
  });
  afterAll(() => world.close());

  const waiting = async (query: Record<string, string> = {}) =>
    listWaitingWork.response.parse((await world.app.call(listWaitingWork, { query, cookie: world.cookie })).json).items;
  const refusalOf = async (body: object): Promise<[number, string]> => {
    const answer = await world.app.call(decideApprovals, { body, cookie: world.cookie });
    return [answer.status, JSON.stringify(answer.json.fields ?? null)];
  };

  it.each([weakProfile, criticalProfile])('of $displayName stands in the order of “Do this first”', async ({ id }) => {
    const call = { query: { tenantId: id }, cookie: world.cookie };
    const { groups } = listFindingGroups.response.parse((await world.app.call(listFindingGroups, call)).json);
    const records = await world.app.app.stores.tenants.open(everyTenant, id);
    const approvals = records ? await every(records.approvals) : [];
    const leads = new Map(approvals.map(({ remedyId, linkedFindingId }) => [remedyId, linkedFindingId]));
    const first = groups.map(({ findings }) => findings[0]?.id ?? null);
    const places = (await waiting({ tenantId: id })).map(({ remedyId }) => first.indexOf(leads.get(remedyId) ?? ''));
    expect(places.length).toBeGreaterThan(3);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('names the tenant where one alone waits', async () => {
    const { displayName } = weakProfile;
    const alone = (await waiting({ tenantId: weakProfile.id })).map(({ tenantName }) => tenantName);
    expect(new Set(alone)).toEqual(new Set([displayName]));
    const several = (await waiting()).filter((one) => one.waiting > 1);
    expect(new Set(several.map(({ tenantName }) => tenantName))).toEqual(new Set([null]));
  });

  it('is denied with a reason alone, also where requests are named, and by no remedy that is not known', async () => {
    const [status, fields] = await refusalOf({ ids: [`${weakProfile.id}_r-require-mfa-1`], status: 'denied' });
    expect(status).toBe(400);
    expect(fields).toContain('Say why it is denied');
    const unknown = { filter: { remedyId: 'no-such-remedy' }, status: 'approved' };
    const [refused, why] = await refusalOf(unknown);
    expect(refused).toBe(400);
    expect(why).toContain('There is no such remedy');
  });

  it('of before, which kept no place, stands by its severity', async () => {
    const records = await world.app.app.stores.tenants.open(everyTenant, weakProfile.id);
    if (!records) throw new Error('There is no such tenant');
    const before = await waiting({ tenantId: weakProfile.id });
    for (const { id } of await every(records.approvals)) {
      await update(records.approvals, id, ({ sortKey: _, ...one }) => one);
    }
    const after = await waiting({ tenantId: weakProfile.id });
    expect(after.map(({ remedyId }) => remedyId).toSorted()).toEqual(before.map(({ remedyId }) => remedyId).toSorted());
    expect(after.map(({ priority }) => priority)).toEqual(before.map(({ priority }) => priority));
  });
});
