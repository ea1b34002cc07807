import { readFile } from 'node:fs/promises';
import { listFindingGroups } from '@tenantry/contract/findings';
import { previewProjectPlan } from '@tenantry/contract/project-plan';
import { getProjectReadiness } from '@tenantry/contract/project-readiness';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { priceListOf } from '../../domain/price-list/price-list.ts';
import { estimatesOfWork } from '../../domain/work/estimates-of-work.ts';
import { workItemsOf } from '../../domain/work/work-items.ts';
import { every, update } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { reportModel } from '../reports/report-data.ts';
import { openPlanApp, type PlanApp, weak } from './testing/plan-app.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe('hours and price of the open work', () => {
  let app: PlanApp;
  beforeEach(async () => {
    app = await openPlanApp();
  });
  afterEach(() => app.close());

  const prices = priceListOf(undefined);
  const deniedIn = async (tenantId: string) =>
    (await every((await app.records(tenantId)).approvals)).flatMap(({ status, remedyId }) =>
      status === 'denied' ? [remedyId] : [],
    );
  /** What a report says of the open work. */
  async function reported(tenantId: string) {
    const records = await app.records(tenantId);
    const audit = await latestAudit(records);
    if (!audit) throw new Error('There is no audit');
    const look = { timeZone: 'UTC', branding: { color: null, logo: null }, preparedBy: { organization: null } };
    const order = { form: 'full', look, now: new Date(), trouble: null, priceList: prices } as const;
    return (await reportModel(records, audit, null, order)).estimate;
  }
  /** What each place tells of what is open now. */
  async function told(tenantId: string) {
    const { app: world, admin: cookie } = app;
    const records = await app.records(tenantId);
    const open = await app.openFindings(tenantId);
    const denied = await deniedIn(tenantId);
    const work = workItemsOf(open).filter(({ id }) => !denied.includes(id));
    const estimate = await estimatesOfWork(records, prices, work);
    const preview = previewProjectPlan.response.parse(
      (await world.call(previewProjectPlan, { body: { tenantId }, cookie })).json,
    );
    const readiness = getProjectReadiness.response.parse(
      (await world.call(getProjectReadiness, { query: { tenantId }, cookie })).json,
    );
    const { groups } = listFindingGroups.response.parse(
      (await world.call(listFindingGroups, { query: { tenantId }, cookie })).json,
    );
    return {
      estimated: [sum(work.map((item) => estimate(item).hours)), sum(work.map((item) => estimate(item).price))],
      preview: [preview.hours, preview.revenue],
      readiness: [readiness.totalHours, readiness.totalRevenuePotential],
      groups: new Map(groups.flatMap(({ remedy, hours }) => (remedy ? [[remedy.id, hours] as const] : []))),
      report: await reported(tenantId),
      leftOut: preview.leftOut,
      items: preview.items,
    };
  }

  it('are the same in the plan, before it is made, in readiness and in “Do this first”, whatever is open and in work', async () => {
    await app.scan(weak);
    const all = await app.openFindings(weak);
    const { findings, tasks, approvals } = await app.records(weak);
    const asked = await every(approvals);
    const denials = fc.subarray(
      asked.map(({ id }) => id),
      { maxLength: 6 },
    );
    const subset = fc.subarray(
      all.map(({ id }) => id),
      { minLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(subset, fc.integer({ min: 1, max: 60 }), denials, async (ids, quarters, denied) => {
        for (const { id } of all) {
          const status = ids.includes(id) ? ('OPEN' as const) : ('RESOLVED' as const);
          await update(findings, id, (one) => (one.status === status ? one : { ...one, status }));
        }
        for (const { id } of asked) {
          const status = denied.includes(id) ? ('denied' as const) : ('pending' as const);
          await update(approvals, id, (one) => ({ ...one, status }));
        }
        const { estimated, preview, readiness, report, groups, items, leftOut } = await told(weak);
        expect(preview).toEqual(estimated);
        expect(readiness).toEqual(estimated);
        expect([report?.hours, report?.price]).toEqual(estimated);
        const open = await app.openFindings(weak);
        const works = await deniedIn(weak);
        const isDenied = (one: FindingRecord) => works.includes(workOf(one).id);
        expect(leftOut.map(({ findingId }) => findingId).toSorted()).toEqual(
          open.flatMap((one) => (isDenied(one) ? [one.id] : [])).toSorted(),
        );
        for (const { remedyId, hours } of items) expect([remedyId, groups.get(remedyId)]).toEqual([remedyId, hours]);
        const plan = await app.made(weak, ids);
        const ofWork = plan.items.filter(({ remedyId }) => items.some((item) => item.remedyId === remedyId));
        expect([sum(ofWork.map((item) => item.estimatedHours ?? 0)), ofWork.length]).toEqual([
          preview[0],
          items.length,
        ]);
        expect(sum(ofWork.map(({ revenue }) => revenue ?? 0))).toBe(preview[1]);
        // Hours that were agreed on hold from then on.
        const [first] = plan.items;
        await update(tasks, first?.id ?? '', (task) => ({ ...task, estimatedHours: quarters / 4 }));
      }),
      { numRuns: 5 },
    );
  });

  it('of the demonstration tenants are those that their page tells', async () => {
    const page = await readFile(new URL('../../../../docs/project-plan.md', import.meta.url), 'utf8');
    for (const tenantId of await app.app.tenantIds()) {
      await app.scan(tenantId);
      const open = await app.openFindings(tenantId);
      const plan = await app.made(tenantId);
      const { name } = (await app.records(tenantId)).tenant;
      const figures = [open.length, plan.totalItems, plan.estimatedHours, `$${plan.revenue.toLocaleString('en-US')}`];
      expect(page).toContain(`| ${name} | ${figures.join(' | ')} |`);
    }
  });
});
