import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** The requests that this server answers, in the protocol's own words. */
const schemas = new Map(
  [
    InitializeRequestSchema,
    PingRequestSchema,
    ListToolsRequestSchema,
    CallToolRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ReadResourceRequestSchema,
  ].map((schema) => [schema.shape.method.value as string, schema]),
);

const maxTold = 3;

/**
 * The answer to a request whose parameters are of another form than the protocol's: -32602 with what is wrong (JSON-RPC 2.0, section 5.1),
 * where the SDK would answer that it failed. Null where nothing is wrong with them.
 */
function badParamsOf(message: JSONRPCMessage): JSONRPCErrorResponse | null {
  if (!isJSONRPCRequest(message)) return null;
  const problems = schemas.get(message.method)?.safeParse(message).error?.issues ?? [];
  if (problems.length === 0) return null;
  const told = problems.slice(0, maxTold).map(({ path, message: text }) => `${path.join('.')}: ${text}`);
  return {
    jsonrpc: '2.0',
    id: message.id,
    error: { code: ErrorCode.InvalidParams, message: `Invalid parameters of ${message.method}. ${told.join('. ')}` },
  };
}

/** Answers requests with bad parameters before the server of a connected transport sees them. */
export function guardParams(transport: Transport, onError: (error: unknown) => void): void {
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    const refusal = badParamsOf(message);
    if (refusal === null) onmessage?.(message, extra);
    else transport.send(refusal).catch(onError);
  };
}
