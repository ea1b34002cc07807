import { ControlStatus, FrameworkId, getCompliance, getFrameworkCompliance } from '@tenantry/contract/compliance';
import * as z from 'zod/mini';
import { callQuery } from '../../lib/call-query.ts';
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
  callQuery(queryKey('compliance', tenantId), getCompliance, { query: { tenantId }, tenantId });

/** All controls of a framework with their checks. */
export const frameworkQuery = (tenantId: string, framework: FrameworkId) =>
  callQuery(queryKey('compliance-framework', tenantId, { framework }), getFrameworkCompliance, {
    params: { framework },
    query: { tenantId },
    tenantId,
  });
