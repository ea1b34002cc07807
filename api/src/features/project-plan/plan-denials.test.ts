import { deny, requestApproval } from '@tenantry/contract/approvals';
import { type PlanPreview, previewProjectPlan } from '@tenantry/contract/project-plan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { every, update } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import { openPlanApp, type PlanApp, weak } from './testing/plan-app.ts';

describe('what was denied', () => {
  let app: PlanApp;
  beforeEach(async () => {
    app = await openPlanApp();
    await app.scan(weak);
  });
  afterEach(() => app.close());

  const preview = async (): Promise<PlanPreview> =>
    previewProjectPlan.response.parse(
      (await app.app.call(previewProjectPlan, { body: { tenantId: weak }, cookie: app.admin })).json,
    );
  const requests = async (remedyId: string): Promise<ApprovalRecord[]> =>
    every((await app.records(weak)).approvals, { where: [{ field: 'remedyId', op: 'eq', value: remedyId }] });
  const denyIt = (id: string) =>
    app.app.call(deny, { params: { id }, body: { comment: 'The client said no' }, cookie: app.admin });
  const reason = 'The client asked for this to be looked at';

  it('leaves every finding of its work out of the plan, and the answer names each', async () => {
    const [asked] = await requests('data-loss-prevention');
    await denyIt(asked?.id ?? '');
    const { items, leftOut } = await preview();
    expect(items.map(({ remedyId }) => remedyId)).not.toContain('data-loss-prevention');
    expect(leftOut.map(({ findingId, reason: why }) => [findingId, why]).toSorted()).toEqual(
      asked?.findings.map(({ id }) => [id, 'denied']).toSorted(),
    );
  });

  it('about one finding leaves its work in the plan, until each finding of it was denied', async () => {
    const { approvals } = await app.records(weak);
    const portals = remedyOf('limit-admin-portals')?.checks ?? [];
    const members = (await app.openFindings(weak)).filter(({ checkId }) => portals.includes(checkId));
    expect(members).toHaveLength(2);
    for (const [index, { id: findingId }] of members.entries()) {
      const body = { type: 'task_assignment', tenantId: weak, findingId, reason };
      const asked = await app.app.call(requestApproval, { body, cookie: app.admin });
      await denyIt(String(asked.json.id));
      // A scan of an earlier version asked for all at one moment.
      await update(approvals, String(asked.json.id), (one) => ({ ...one, createdAt: '2026-01-01T00:00:00.000Z' }));
      const isPlanned = (await preview()).items.some(({ remedyId }) => remedyId === 'limit-admin-portals');
      expect([index, isPlanned]).toEqual([index, index === 0]);
    }
  });

  it('holds where a later request of the same work was closed', async () => {
    const [first] = await requests('limit-external-sharing');
    if (!first) throw new Error('Nothing was asked');
    await denyIt(first.id);
    const { approvals } = await app.records(weak);
    const later = { ...first, id: `${weak}_r-limit-external-sharing-2`, createdAt: new Date().toISOString() };
    await approvals.create({ ...later, status: 'closed', closedBecause: 'A later scan no longer found it.' });
    const planned = async () => (await preview()).items.map(({ remedyId }) => remedyId);
    expect(await planned()).not.toContain('limit-external-sharing');
    await update(approvals, later.id, (one) => ({ ...one, status: 'pending' as const }));
    expect(await planned()).toContain('limit-external-sharing');
  });
});
