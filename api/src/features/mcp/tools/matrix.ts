import { FrameworkId } from '@tenantry/contract/framework-id';
import { SearchText } from '@tenantry/contract/lists';
import { getMatrix, getMatrixRow, type Matrix, MatrixBy, type MatrixRow } from '@tenantry/contract/matrix';
import { MatrixStatus } from '@tenantry/contract/matrix-status';
import { line } from '@tenantry/contract/text';
import { Category, Severity } from '@tenantry/contract/verdicts';
import * as z from 'zod/mini';
import type { McpObject } from '../../../ports/mcp.ts';
import { firstOf, rowsWithin } from '../bounds.ts';
import { aboutGroup, aboutSliced, maybeGroup, sliced } from '../inputs.ts';
import { defineTool, type ToolParts, type ToolResult } from '../tool.ts';

/** Of more tenants a row tells how many have each status, and not which. */
const maxNamed = 30;
const maxTenantsOfCause = 40;

/** The tenants of a row by what they are, where they are few enough to be named. */
function tenantsByStatus({ cells }: MatrixRow, { tenants, legend }: Matrix): McpObject {
  const statusOf = new Map(legend.map(({ code, status }) => [code, status]));
  const found: Record<string, string[]> = {};
  [...cells].forEach((code, at) => {
    const status = statusOf.get(code);
    const tenant = tenants[at];
    if (status && tenant) found[status] = [...(found[status] ?? []), tenant.id];
  });
  return found;
}

function wholeMatrix(matrix: Matrix, slice: { from: number; limit: number }): McpObject {
  const { rows, tenants, legend } = matrix;
  const isNamed = tenants.length <= maxNamed;
  const beside = {
    tenants: tenants.length,
    columns: isNamed ? tenants : [],
    meaning: legend.map(({ status, label, why }) => ({ status, label, why })),
    ...(isNamed
      ? {}
      : { say: `More than ${maxNamed} tenants: narrow them by tenant or groupId to see each, or name a checkId.` }),
  };
  const rowOf = (row: MatrixRow): McpObject => {
    const { cells: _codes, ...told } = row;
    return isNamed ? { ...told, tenantsByStatus: tenantsByStatus(row, matrix) } : told;
  };
  return { ...beside, total: rows.length, ...rowsWithin('matrix', rows, slice, rowOf, beside) };
}

type RowAsked = {
  checkId?: string | undefined;
  remedyId?: string | undefined;
  tenant?: string | undefined;
  groupId?: string | undefined;
};

async function oneRow(
  asked: RowAsked,
  slice: { from: number; limit: number },
  { calls }: ToolParts,
): Promise<ToolResult> {
  const answer = await calls(getMatrixRow, { query: asked });
  if (!answer.ok) return answer;
  const { causes, ...row } = answer.value;
  const causeOf = (cause: (typeof causes)[number]): McpObject => {
    const tenants = firstOf(cause.tenants, maxTenantsOfCause);
    return { ...cause, tenants: tenants.items.map(({ taskKey: _page, ...one }) => one), moreTenants: tenants.more };
  };
  return { ok: true, data: { row, ...rowsWithin('matrix', causes, slice, causeOf, { ...row }) } };
}

export const matrixTool = defineTool({
  name: 'matrix',
  title: 'Matrix of checks by tenants',
  description:
    'What the latest audits say, checks (or remedies) by tenants: how many tenants fail, warn or pass each, and which. With a checkId or remedyId the tenants that fail it, grouped by cause, with what is asked and done there.',
  endpoints: [getMatrix, getMatrixRow],
  input: {
    by: z._default(MatrixBy, 'check'),
    checkId: z.optional(line({ min: 1, max: 100 })),
    remedyId: z.optional(line({ min: 1, max: 100 })),
    tenant: z.optional(SearchText),
    groupId: maybeGroup,
    search: z.optional(SearchText),
    category: z.optional(Category),
    severity: z.optional(Severity),
    framework: z.optional(FrameworkId),
    status: z.optional(MatrixStatus),
    ...sliced,
  },
  about: {
    by: 'What a row is',
    checkId: 'The id of a check: the tenants that fail it, by cause',
    remedyId: 'The id of a remedy: the tenants where it mends something, by cause',
    tenant: 'A part of the name or domain of the tenants to look at',
    groupId: aboutGroup,
    search: 'A part of the title of a row',
    category: 'Rows of this area',
    severity: 'Rows of this severity',
    framework: 'Rows that a framework asks for',
    status: 'Rows in which some tenant has it',
    ...aboutSliced,
  },
  run: async ({ checkId, remedyId, from, limit, ...filters }, parts) => {
    const { tenant, groupId } = filters;
    if (checkId !== undefined || remedyId !== undefined) {
      return oneRow({ checkId, remedyId, tenant, groupId }, { from, limit }, parts);
    }
    const answer = await parts.calls(getMatrix, { query: filters });
    return answer.ok ? { ok: true, data: wholeMatrix(answer.value, { from, limit }) } : answer;
  },
});
