import { getProjectPlan, makeProjectPlan, type ProjectPlan } from '@tenantry/contract/project-plan';
import { openSimulatedApp } from '../../../../testing/simulated-app.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { every } from '../../../ports/collection.ts';
import { containers } from '../../../store/containers.ts';
import type { FindingRecord } from '../../../store/findings.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { TenantRecords } from '../../../store/tenant-records.ts';

/** Alderwick Clinic: nearly everything is wrong, and it has Entra ID P1. */
export const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
/** Tidewell Motors: no Entra ID P1. */
export const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
export type PlanApp = Awaited<ReturnType<typeof openPlanApp>>;

/** The whole API with its simulator, and what tests of plans ask of it. */
export async function openPlanApp() {
  const { app, cookie, scan, close } = await openSimulatedApp();
  const records = async (tenantId: string): Promise<TenantRecords> => {
    const tenant = await app.app.stores.tenants.open(everyTenant, tenantId);
    if (!tenant) throw new Error('There is no such tenant');
    return tenant;
  };
  const make = (tenantId: string, findingIds?: readonly string[], as: string = cookie) =>
    app.call(makeProjectPlan, { body: { tenantId, ...(findingIds && { findingIds }) }, cookie: as });
  return {
    app: app satisfies TestApp,
    admin: cookie,
    close,
    records,
    scan,
    make,
    made: async (...given: Parameters<typeof make>) => {
      const answer = await make(...given);
      if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`);
      return makeProjectPlan.response.parse(answer.json);
    },
    plan: async (tenantId: string, as: string = cookie): Promise<ProjectPlan> =>
      getProjectPlan.response.parse((await app.call(getProjectPlan, { tenantId, cookie: as })).json),
    openFindings: async (tenantId: string): Promise<FindingRecord[]> =>
      every((await records(tenantId)).findings, {
        where: [{ field: 'status', op: 'in', value: ['OPEN', 'IN_PROGRESS'] }],
      }),
    trailOf: async (eventType: string) =>
      every(
        app.app.records.across<{ id: string; eventType?: string; details?: Record<string, unknown> }>(
          containers.auditLogs,
        ),
        {
          where: [{ field: 'eventType', op: 'eq', value: eventType }],
        },
      ),
  };
}
