import { queryOptions } from '@tanstack/react-query';
import { ControlStatus, FrameworkId, getCompliance, getFrameworkCompliance } from '@tenantry/contract/compliance';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/** What the page's address holds. */
export const ComplianceParams = z.object({
  framework: z._default(FrameworkId, 'cis-m365'),
  status: z.optional(ControlStatus),
  search: z.optional(z.string().check(z.maxLength(200))),
});
export type ControlFilters = Pick<z.output<typeof ComplianceParams>, 'status' | 'search'>;

/** How the latest audit of a tenant stands with every framework. */
export const complianceQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('compliance', tenantId),
    queryFn: ({ signal }) => call(getCompliance, { query: { tenantId }, tenantId, signal }),
  });

/** All controls of a framework with their checks. */
export const frameworkQuery = (tenantId: string, framework: FrameworkId) =>
  queryOptions({
    queryKey: queryKey('compliance-framework', tenantId, { framework }),
    queryFn: ({ signal }) =>
      call(getFrameworkCompliance, { params: { framework }, query: { tenantId }, tenantId, signal }),
  });
