import { SearchText } from '@tenantry/contract/lists';
import { TenantHealth } from '@tenantry/contract/tenant-health';
import { listTenantSummaries, TenantNeed, type TenantSummary } from '@tenantry/contract/tenant-summaries';
import * as z from 'zod/mini';
import type { McpObject } from '../../../ports/mcp.ts';
import { pageWithin } from '../bounds.ts';
import { aboutGroup, aboutPaged, maybeGroup, paged } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const rowOf = (tenant: TenantSummary): McpObject => ({
  id: tenant.tenantId,
  name: tenant.tenantName,
  domain: tenant.domain,
  isSimulated: tenant.isMock,
  status: tenant.status,
  trouble: tenant.trouble,
  score: tenant.securityScore,
  coveragePercent: tenant.coverage?.percent ?? null,
  openFindings: tenant.openIssuesCount,
  criticalFindings: tenant.criticalIssues,
  needsSomebodyBecause: tenant.topReason,
  incident: tenant.incident,
  recentChanges: tenant.recentChanges,
  lastAuditAt: tenant.lastAuditDate,
});

export const listTenantsTool = defineTool({
  name: 'list_tenants',
  title: 'List tenants',
  description:
    'The Microsoft 365 tenants that you may see, those that need somebody first: id, name, score, coverage, open findings, and why somebody is needed. Begin here: the other tools take the id of a tenant.',
  endpoints: [listTenantSummaries],
  input: {
    search: z.optional(SearchText),
    status: z.optional(TenantHealth),
    need: z.optional(TenantNeed),
    groupId: maybeGroup,
    ...paged,
  },
  about: {
    search: 'A part of the name or domain of a tenant',
    status: 'How the tenants stand',
    need: 'What the tenants are looked for by',
    groupId: aboutGroup,
    ...aboutPaged,
  },
  run: ({ limit, cursor, ...filters }, { calls }) =>
    pageWithin({
      tool: 'list_tenants',
      limit,
      cursor,
      call: (most, after) => calls(listTenantSummaries, { query: { ...filters, limit: most, cursor: after } }),
      row: rowOf,
      beside: ({ summary }) => ({ totals: summary }),
    }),
});
