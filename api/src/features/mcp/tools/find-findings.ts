import { FindingStatusFilter, type ListedFinding, listFindings } from '@tenantry/contract/findings';
import { SearchText } from '@tenantry/contract/lists';
import { line } from '@tenantry/contract/text';
import { Category, Severity } from '@tenantry/contract/verdicts';
import * as z from 'zod/mini';
import type { McpObject } from '../../../ports/mcp.ts';
import { pageWithin } from '../bounds.ts';
import { aboutGroup, aboutPaged, aboutTenant, maybeGroup, maybeTenant, paged } from '../inputs.ts';
import { defineTool } from '../tool.ts';

const rowOf = (finding: ListedFinding): McpObject => ({
  id: finding.id,
  tenantId: finding.tenantId,
  tenant: finding.tenant,
  checkId: finding.checkId,
  title: finding.title,
  severity: finding.severity,
  status: finding.status,
  category: finding.category,
  description: finding.description,
  affectedCount: finding.affectedCount,
  firstDetected: finding.firstDetected,
  remedy: finding.remedy,
  needsLicense: finding.needsLicense,
  countsWith: finding.countsWith,
  isSimulated: finding.isSimulated,
});

export const findFindingsTool = defineTool({
  name: 'find_findings',
  title: 'Find findings',
  description:
    'Findings of one tenant, or of all that you may see, the most urgent first: what fails, how grave it is, whom it concerns and which remedy mends it. Without a status the open ones. explain_finding says more of one.',
  endpoints: [listFindings],
  input: {
    tenantId: maybeTenant,
    groupId: maybeGroup,
    status: z._default(FindingStatusFilter, 'open'),
    severity: z.optional(Severity),
    category: z.optional(Category),
    remedy: z.optional(line({ max: 64 })),
    search: z.optional(SearchText),
    ...paged,
  },
  about: {
    tenantId: `${aboutTenant}; leave it out for all that you may see`,
    groupId: aboutGroup,
    status: 'Which findings: open is unresolved or in progress',
    severity: 'Of this severity alone',
    category: 'Of this area alone',
    remedy: 'The id of a remedy: what it mends',
    search: 'A part of the title',
    ...aboutPaged,
  },
  run: ({ tenantId, limit, cursor, ...filters }, { calls }) =>
    pageWithin({
      tool: 'find_findings',
      limit,
      cursor,
      call: (most, after) => calls(listFindings, { tenantId, query: { ...filters, limit: most, cursor: after } }),
      row: rowOf,
      beside: ({ summary }) => ({ countsByStatus: summary }),
    }),
});
