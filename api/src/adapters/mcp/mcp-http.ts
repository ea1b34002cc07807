import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { McpExchange, McpObject, McpProtocol, McpReply } from '../../ports/mcp.ts';
import { serveOffer } from './mcp-server.ts';

/** The address of a request that is made within this process: nothing is asked of it. */
const address = 'http://mcp.invalid/';

/** What the SDK asks of every request, whatever it is answered with. Which answers the client takes was looked at before. */
const accepted = 'application/json, text/event-stream';
const versionHeader = 'mcp-protocol-version';

function requestOf({ header }: McpExchange): Request {
  const version = header(versionHeader);
  const headers = { accept: accepted, 'content-type': 'application/json' };
  return new Request(address, {
    method: 'POST',
    headers: version === null ? headers : { ...headers, [versionHeader]: version },
  });
}

async function replyOf(response: Response): Promise<McpReply> {
  if (response.status === 202) return { kind: 'accepted' };
  const message = (await response.json()) as McpObject & { error?: { message: string } };
  if (response.status === 200) return { kind: 'answer', message };
  return { kind: 'refused', status: response.status, message: message.error?.message ?? 'The message was refused' };
}

/**
 * The official SDK's transport for streamable HTTP, without sessions and with answers as JSON: any host may answer any message
 * (MCP 2025-11-25, "Transports").
 */
export const mcpOverHttp: McpProtocol = {
  async answer(offer, exchange) {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    const failures: unknown[] = [];
    const server = await serveOffer(offer, transport, (error) => failures.push(error));
    try {
      const response = await transport.handleRequest(requestOf(exchange), { parsedBody: exchange.message });
      if (failures.length > 0) throw failures[0];
      return await replyOf(response);
    } finally {
      await server.close();
    }
  },
};
