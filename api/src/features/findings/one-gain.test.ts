import { listFindingGroups } from '@tenantry/contract/findings';
import { previewProjectPlan } from '@tenantry/contract/project-plan';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gainBaseOf, gainOfWork } from '../../domain/work/gain-of-work.ts';
import { openWorkItems } from '../../domain/work/work-items.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { type FindingApp, openFindingApp, unlicensed, weak } from './testing/finding-app.ts';

/** All demonstration tenants: beside the two, Alderwick Clinic and Quarrystone. */
const tenants = [weak, unlicensed, '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02', 'd5a3c7b8-64e0-4f19-a2d1-9f8e7c6b5a04'];

let world: FindingApp;
beforeAll(async () => {
  world = await openFindingApp();
});
afterAll(() => world.close());

// Reports and files of `npm run audit` print the same figure: api/src/cli/audit/formats/report-of-audit.test.ts.
it.each(tenants)(
  '"Do this first" and the plan of %s tell the points that the audit gives the work',
  async (tenantId) => {
    await world.scan(tenantId);
    const tenant = await world.tenant(tenantId);
    const base = gainBaseOf(await latestAudit(tenant));
    const work = await openWorkItems(tenant);
    const points = work.map((item) => [item.id, gainOfWork(item, base)?.points]);
    expect(points.length).toBeGreaterThan(5);

    const call = { query: { tenantId }, cookie: world.cookie };
    const { groups } = listFindingGroups.response.parse((await world.app.call(listFindingGroups, call)).json);
    expect(groups.map((group) => [group.workId, group.points])).toEqual(points);

    const asked = { body: { tenantId }, cookie: world.cookie };
    const { items } = previewProjectPlan.response.parse((await world.app.call(previewProjectPlan, asked)).json);
    expect(items.map((item) => [item.remedyId, item.points])).toEqual(points);
  },
);
