import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import * as z from 'zod/mini';
import type { InProcessCalls } from '../../http/in-process.ts';
import type { HelpArticles } from '../../ports/help-articles.ts';
import type { McpObject, McpOffer, McpResourcePage, McpToolAnswer } from '../../ports/mcp.ts';
import { withinBounds } from './bounds.ts';
import { articleResources, articleTemplate, readArticle } from './help-resources.ts';
import { markedCalls } from './marked-calls.ts';
import { refusal } from './refusals.ts';
import { readSnapshot, snapshotResource, snapshotTemplate } from './snapshot-resource.ts';
import { dataNotice } from './tenant-text.ts';
import type { Tool, ToolParts } from './tool.ts';

type Offered = {
  version: string;
  instructions: string;
  tools: readonly Tool[];
  /** Tools that are not offered here, and why: whoever calls one is told. */
  missing: { tools: readonly Tool[]; because: string };
  /** By the caller. */
  calls: InProcessCalls;
  articles: HelpArticles;
};

/** Begins the cursors of the pages of tenants, which come after the articles. */
const tenantCursor = 'tenants.';
const tenantsOnPage = 100;

async function runTool(tool: Tool, input: McpObject, parts: ToolParts): Promise<McpToolAnswer> {
  const parsed = z.safeParse(tool.input, input);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    const message = fields.map(({ path, message: text }) => (path === '' ? text : `${path}: ${text}`)).join('. ');
    return refusal({ code: 'INVALID_INPUT', message, fields });
  }
  const result = await tool.run(parsed.data, parts);
  if (!result.ok) return refusal(result.error);
  return { structured: withinBounds({ about: dataNotice, ...result.data }), isError: false };
}

async function listResources(
  cursor: string | undefined,
  { calls, articles }: ToolParts,
): Promise<McpResourcePage | null> {
  if (cursor === undefined) return { resources: await articleResources(articles), nextCursor: tenantCursor };
  if (!cursor.startsWith(tenantCursor)) return null;
  const after = cursor.slice(tenantCursor.length) || undefined;
  const query = { sort: 'name', limit: tenantsOnPage, cursor: after };
  const answer = await calls(listTenantSummaries, { query });
  if (!answer.ok) return null;
  const { items, nextCursor } = answer.value;
  const resources = items.map(({ tenantId }) => snapshotResource(tenantId));
  return { resources, ...(nextCursor === undefined ? {} : { nextCursor: `${tenantCursor}${nextCursor}` }) };
}

/** What one caller is offered: tools and resources that can do what their own calls of the API can, and nothing else. */
export function createOffer(offered: Offered): McpOffer {
  const { version, instructions, tools, missing, articles } = offered;
  const parts: ToolParts = { calls: markedCalls(offered.calls), articles };
  const named = (list: readonly Tool[], name: string) => list.find((tool) => tool.name === name);
  return {
    server: { name: 'tenantry', title: 'Tenantry', version },
    instructions,
    tools: tools.map(({ name, title, description, inputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      annotations,
    })),
    async call(name, input) {
      const tool = named(tools, name);
      if (tool) return runTool(tool, input, parts);
      return named(missing.tools, name) ? refusal({ code: 'NOT_HERE', message: missing.because }) : null;
    },
    templates: [snapshotTemplate, articleTemplate],
    list: (cursor) => listResources(cursor, parts),
    read: async (uri) => (await readArticle(uri, articles)) ?? readSnapshot(uri, parts.calls),
  };
}
