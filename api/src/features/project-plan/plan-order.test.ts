import { mixedProfile } from '@tenantry/simulator/profiles/mixed-profile';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leadingIncidents } from '../../domain/incidents/incidents.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import { openPlanApp, type PlanApp, weak } from './testing/plan-app.ts';

let app: PlanApp;
beforeAll(async () => {
  app = await openPlanApp();
});
afterAll(() => app.close());

it('a plan begins with incidents where there is one, and else with what stands first among the findings', async () => {
  const begins = async (tenantId: string) => {
    await app.scan(tenantId);
    const { items } = await app.made(tenantId);
    const audit = await latestAudit(await app.records(tenantId));
    const leading = audit?.data.incidents ? leadingIncidents(audit.data.incidents).length : 0;
    expect(items.map(({ remedyId }) => remedyId)).toContain('investigate-risk');
    return { hasIncident: leading > 0, withIt: items[0]?.remedyId === 'investigate-risk' };
  };
  expect(await begins(mixedProfile.id)).toEqual({ hasIncident: false, withIt: false });
  expect(await begins(weak)).toEqual({ hasIncident: true, withIt: true });
});
