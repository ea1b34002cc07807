import { decideApprovals, listWaitingWork } from '@tenantry/contract/approval-decisions';
import { listApprovals } from '@tenantry/contract/approvals';
import { changeBaseline, createBaseline, makeException } from '@tenantry/contract/baselines';
import { createTask } from '@tenantry/contract/tasks';
import { createTenantGroup } from '@tenantry/contract/tenant-groups';
import { beforeEach, describe, expect, it } from 'vitest';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { isOpen } from '../../domain/finding/open-findings.ts';
import { every } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { type FindingApp, openFindingApp, weak } from '../findings/testing/finding-app.ts';

const dueDays = { critical: 2, high: 5, medium: 9, low: 20 };
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('what the baselines of a tenant require', () => {
  let world: FindingApp;
  let groupId: string;
  beforeEach(async () => {
    world = await openFindingApp();
    const rule = { match: 'all', conditions: [{ field: 'mode', value: 'simulated' }] };
    const { json } = await world.app.call(createTenantGroup, { cookie: world.cookie, body: { name: 'All', rule } });
    groupId = String(json.id);
    return world.close;
  });

  async function require(name: string, checkIds: string[], more: object = {}): Promise<string> {
    const fields = { description: '', minimumGravity: 'low', dueDays, groupIds: [groupId] };
    const body = { ...fields, name, checkIds, ...more };
    return String((await world.app.call(createBaseline, { cookie: world.cookie, body })).json.id);
  }
  const open = async (): Promise<FindingRecord[]> => (await every((await world.tenant()).findings)).filter(isOpen);
  /** The gravest of a piece of work that nobody asks for by itself, with the check that finds it. */
  async function lowWork(): Promise<FindingRecord> {
    const all = await open();
    const found = all.find(
      (one) =>
        one.severity === 'low' &&
        one.needsLicense === null &&
        all.every((other) => workOf(other).id !== workOf(one).id || other.severity === 'low'),
    );
    if (!found) throw new Error('Nothing of low severity is open');
    return found;
  }
  const requests = async (finding: FindingRecord): Promise<ApprovalRecord[]> =>
    (await every((await world.tenant()).approvals)).filter(({ findings }) =>
      findings.some(({ id }) => id === finding.id),
    );
  const approveOf = async (finding: FindingRecord, body: object = {}) => {
    const [request] = await requests(finding);
    const decided = { ids: [request?.id ?? ''], status: 'approved', ...body };
    expect((await world.app.call(decideApprovals, { body: decided, cookie: world.cookie })).status).toBe(200);
    await world.app.drainQueue();
  };
  const taskOf = async (finding: FindingRecord) =>
    (await every((await world.tenant()).tasks)).find(({ findingIds }) => findingIds.includes(finding.id));

  it('is asked for by the scan however low it is, and says who requires it', async () => {
    await world.scan();
    const low = await lowWork();
    expect(await requests(low)).toEqual([]);
    await require('House rules', [low.checkId]);
    await world.scan();
    expect(await requests(low)).toMatchObject([{ status: 'pending', requiredBy: ['House rules'] }]);
    const { json } = await world.app.call(listApprovals, { cookie: world.cookie, query: { status: 'pending' } });
    const shown = listApprovals.response.parse(json).items.find(({ remedyId }) => remedyId === workOf(low).id);
    expect(shown?.requiredBy).toEqual(['House rules']);
  });

  it('comes first among what waits for a decision, whatever is graver', async () => {
    await world.scan();
    const low = await lowWork();
    await require('House rules', [low.checkId]);
    await world.scan();
    const { items } = listWaitingWork.response.parse(
      (await world.app.call(listWaitingWork, { cookie: world.cookie })).json,
    );
    expect(items[0]).toMatchObject({ remedyId: workOf(low).id, required: 1 });
    expect(items.slice(1).every(({ required }) => required === 0)).toBe(true);
  });

  it('is no longer marked, and no longer asked for, where the baseline is taken away', async () => {
    await world.scan();
    const low = await lowWork();
    const [medium] = (await open()).filter(({ checkId }) => checkId === 'spo.reshare');
    if (!medium) throw new Error('Nobody shares');
    const id = await require('House rules', [low.checkId, medium.checkId]);
    await world.scan();
    expect(await requests(medium)).toMatchObject([
      { status: 'pending', requiredBy: ['House rules'], isRequired: true },
    ]);
    const body = { revision: 1, groupIds: [] };
    await world.app.call(changeBaseline, { cookie: world.cookie, params: { baselineId: id }, body });
    await world.scan();
    expect(await requests(medium)).toMatchObject([{ status: 'pending', requiredBy: [], isRequired: false }]);
    expect(await requests(low)).toMatchObject([{ status: 'closed' }]);
  });

  it('is not what a tenant is excepted from', async () => {
    await world.scan();
    const low = await lowWork();
    const baselineId = await require('House rules', [low.checkId]);
    const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const body = { baselineId, checkIds: null, reason: 'The customer decided so', expiresAt };
    expect((await world.app.call(makeException, { cookie: world.cookie, params: { id: weak }, body })).status).toBe(
      200,
    );
    await world.scan();
    expect(await requests(low)).toEqual([]);
  });

  it('is due by its gravity where nobody said when, and by the earliest of several baselines', async () => {
    await world.scan();
    const low = await lowWork();
    await require('House rules', [low.checkId]);
    await require('Strict', [low.checkId], { dueDays: { ...dueDays, low: 3 } });
    await require('Elsewhere', [low.checkId], { dueDays: { ...dueDays, low: 1 }, groupIds: [] });
    await world.scan();
    const before = dayIn(3);
    await approveOf(low);
    expect([before, dayIn(3)]).toContain((await taskOf(low))?.dueDate);
  });

  it('is due when the one who approved it said so', async () => {
    await world.scan();
    const low = await lowWork();
    await require('House rules', [low.checkId]);
    await world.scan();
    await approveOf(low, { dueDate: dayIn(40) });
    expect((await taskOf(low))?.dueDate).toBe(dayIn(40));
  });

  it('is due by the baseline too where somebody makes the task of a finding, and never where none requires it', async () => {
    await world.scan();
    const [required, other] = await open();
    if (!required || !other) throw new Error('Nothing is open');
    await require('House rules', [required.checkId]);
    const make = async ({ checkId, title, category }: FindingRecord) => {
      const body = { tenantId: weak, title, description: 'x', category, checkId };
      return (await world.app.call(createTask, { body, tenantId: weak, cookie: world.cookie })).json;
    };
    const days = required.severity === 'info' ? null : dueDays[required.severity];
    const before = dayIn(days ?? 0);
    expect([before, dayIn(days ?? 0)]).toContain((await make(required)).dueDate);
    expect((await make(other)).dueDate).toBeNull();
  });
});
