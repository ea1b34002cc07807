import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { update } from '../../ports/collection.ts';
import { openPlanApp, type PlanApp, weak } from './testing/plan-app.ts';

describe('the plan of a simulated tenant', () => {
  let app: PlanApp;
  beforeEach(async () => {
    app = await openPlanApp();
    await app.scan(weak);
  });
  afterEach(() => app.close());

  it('is deleted with its tasks when the tenant goes live', async () => {
    await app.made(weak);
    await app.app.app.microsoft.mode.goLive(weak, 'ada');
    const { tenant, projectPlans, tasks } = await app.records(weak);
    expect([tenant.isMock, await projectPlans.count(), await tasks.count()]).toEqual([false, 0, 0]);
    expect(await app.plan(weak)).toMatchObject({ planId: null, items: [], isSimulated: false });
  });

  it('is not made while the tenant goes live', async () => {
    const purgingSince = '2026-11-01T00:00:00.000Z';
    await update(app.app.app.stores.tenants, weak, (tenant) => ({ ...tenant, purgingSince }));
    const refused = await app.make(weak);
    expect([refused.status, refused.json.code]).toEqual([409, 'CONFLICT']);
    expect(refused.json.message).toBe('This tenant is going live. Run a scan once it is, then make the plan.');
  });

  it('that was written while the tenant went live is not shown as the live one’s', async () => {
    await app.made(weak);
    await update(app.app.app.stores.tenants, weak, (tenant) => ({ ...tenant, isMock: false, audit: null }));
    expect(await app.plan(weak)).toMatchObject({ planId: null, items: [] });
  });
});
