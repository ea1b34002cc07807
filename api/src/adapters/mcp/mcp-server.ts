import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';
import type { McpOffer, McpTool } from '../../ports/mcp.ts';
import { guardParams } from './bad-params.ts';

/** JSON-RPC's code for a resource that is not there (MCP 2025-11-25, "Resources", "Error handling"). */
const resourceNotFound = -32002;

/** The SDK judges filled-in forms by it, which this server never asks for; its own would be made anew for each message. */
const noForms: jsonSchemaValidator = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'No form was asked for' }),
};

const toolView = ({ inputSchema, ...tool }: McpTool) => ({
  ...tool,
  inputSchema: { ...inputSchema, type: 'object' as const },
});

const failed = new McpError(ErrorCode.InternalError, 'Something went wrong on our side. Try again.');

function serveTools(server: Server, offer: McpOffer, safely: Safely): void {
  const tools = offer.tools.map(toolView);
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    if (params?.cursor !== undefined) throw badCursor();
    return { tools };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const answer = await safely(() => offer.call(params.name, params.arguments ?? {}));
    if (answer === null) {
      const known = tools.map(({ name }) => name).join(', ');
      throw new McpError(ErrorCode.InvalidParams, `There is no such tool. These are: ${known}`);
    }
    const { structured, isError } = answer;
    return {
      content: [{ type: 'text', text: JSON.stringify(structured) }],
      structuredContent: { ...structured },
      ...(isError ? { isError } : {}),
    };
  });
}

function serveResources(server: Server, offer: McpOffer, safely: Safely): void {
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    const page = await safely(() => offer.list(params?.cursor));
    if (page === null) throw badCursor();
    const { resources, nextCursor } = page;
    return { resources: [...resources], ...(nextCursor === undefined ? {} : { nextCursor }) };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) => {
    if (params?.cursor !== undefined) throw badCursor();
    return { resourceTemplates: [...offer.templates] };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const content = await safely(() => offer.read(uri));
    if (content === null)
      throw new McpError(resourceNotFound, 'There is no such resource, or you do not have access to it');
    return { contents: [{ uri, ...content }] };
  });
}

const badCursor = () =>
  new McpError(ErrorCode.InvalidParams, 'This cursor was not given out here. Start again without one');

type Safely = <T>(run: () => Promise<T>) => Promise<T>;

/**
 * Serves an offer on a transport: the official SDK speaks the protocol.
 * @param onFailure hears what the offer threw; the client is told that something went wrong, and nothing else
 */
export async function serveOffer(
  offer: McpOffer,
  transport: Transport,
  onFailure: (error: unknown) => void,
): Promise<Server> {
  const { server: info, instructions } = offer;
  const options = { capabilities: { tools: {}, resources: {} }, instructions, jsonSchemaValidator: noForms };
  const server = new Server(info, options);
  const safely: Safely = async (run) => {
    try {
      return await run();
    } catch (error) {
      onFailure(error);
      throw failed;
    }
  };
  serveTools(server, offer, safely);
  serveResources(server, offer, safely);
  await server.connect(transport);
  guardParams(transport, onFailure);
  return server;
}
