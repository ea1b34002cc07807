import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

/**
 * A message of JSON-RPC 2.0, as Model Context Protocol sends one a request. What stands in it is judged by the protocol, and what a tool
 * is called with by the call that it stands on. A list of messages is none: protocol versions since 2025-06-18 know no batches.
 */
export const McpMessage = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.optional(z.union([z.string(), z.number()])),
  method: z.optional(z.string()),
});
export type McpMessage = z.infer<typeof McpMessage>;

export const callMcp = defineEndpoint({
  name: 'mcp',
  summary:
    'Model Context Protocol, streamable HTTP without sessions: one JSON-RPC message, its answer as JSON; 202 for what asks for none',
  method: 'POST',
  path: '/api/mcp',
  access: 'viewer',
  // Each tool is a call of its own, which says for itself whether it is open.
  token: 'propose',
  body: McpMessage,
  /** What a tool takes is checked by the call that it stands on; what clients say of themselves may have lines. */
  multiline: ['**'],
  statuses: [200, 202],
  bodiless: [202],
  response: McpMessage,
});

/** Answers nothing but 405: the protocol asks for that where a server offers no stream of its own. */
export const openMcpStream = defineEndpoint({
  name: 'mcp-stream',
  summary: 'Model Context Protocol: no stream is offered, so that this answers 405',
  method: 'GET',
  path: '/api/mcp',
  access: 'viewer',
  token: 'read',
  statuses: [],
});

/** Answers nothing but 405: there are no sessions to end. */
export const endMcpSession = defineEndpoint({
  name: 'mcp-session-end',
  summary: 'Model Context Protocol: there are no sessions to end, so that this answers 405',
  method: 'DELETE',
  path: '/api/mcp',
  access: 'viewer',
  token: 'read',
  changes: false,
  statuses: [],
});
