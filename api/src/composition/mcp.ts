import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openHelpArticles } from '../adapters/help/help-article-folder.ts';
import type { mcpOverHttp } from '../adapters/mcp/mcp-http.ts';
import type { HelpArticles } from '../ports/help-articles.ts';
import type { McpProtocol } from '../ports/mcp.ts';
import { buildOf } from './build-of.ts';

/** Model Context Protocol: what speaks it, and what it hands out beside the calls of the API. */
export type McpParts = { protocol(): McpProtocol; articles: HelpArticles; version: string };

/** @param bundleDirectory where the file that speaks the protocol, and the help articles, lie */
export function composeMcp(bundleDirectory: string): McpParts {
  // A file of its own, with the official SDK in it, that the first message loads: no other call has to wait for it.
  const load = createRequire(join(bundleDirectory, 'main.js'));
  return {
    protocol: () => (load('./mcp.js') as { mcpOverHttp: typeof mcpOverHttp }).mcpOverHttp,
    articles: openHelpArticles(join(bundleDirectory, 'help')),
    version: buildOf()?.version ?? '0.0.0',
  };
}
