import { queryOptions } from '@tanstack/react-query';
import { previewProjectPlan } from '@tenantry/contract/project-plan';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

/** What a plan of these findings, or of all that are open, would hold. Asked each time: what is approved is what was read. */
export const planPreviewQuery = (tenantId: string, findingIds?: readonly string[]) => {
  const body = { tenantId, ...(findingIds && { findingIds: [...findingIds] }) };
  return queryOptions({
    queryKey: queryKey('project-plan', tenantId, { preview: findingIds ?? 'all' }),
    queryFn: ({ signal }) => call(previewProjectPlan, { body, tenantId, signal }),
    staleTime: 0,
    gcTime: 0,
  });
};
