import { queryOptions } from '@tanstack/react-query';
import { getProjectPlan } from '@tenantry/contract/project-plan';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Other people work on the same tasks. */
const staleMs = 30_000;

/** The latest project plan of a tenant. */
export const projectPlanQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('project-plan', tenantId),
    queryFn: ({ signal }) => call(getProjectPlan, { tenantId, signal }),
    staleTime: staleMs,
  });
