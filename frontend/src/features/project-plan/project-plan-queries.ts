import { getProjectPlan } from '@tenantry/contract/project-plan';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Other people work on the same tasks. */
const staleMs = 30_000;

/** The latest project plan of a tenant. */
export const projectPlanQuery = (tenantId: string) =>
  callQuery(queryKey('project-plan', tenantId), getProjectPlan, { tenantId, staleTime: staleMs });
