import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CancelledNotificationSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCResponse,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import type { McpOffer } from '../../ports/mcp.ts';
import { serveOffer } from './mcp-server.ts';

const isAnswer = (message: JSONRPCMessage): message is JSONRPCResponse => 'result' in message || 'error' in message;

/** Tells when every request that came has its answer, or was taken back: the protocol answers no request that was. */
function countRequests(transport: Transport): { settled(): Promise<void> } {
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  const open = new Set<RequestId>();
  let whenNone: () => void = () => undefined;
  const close = (id: RequestId | undefined): void => {
    if (id !== undefined) open.delete(id);
    if (open.size === 0) whenNone();
  };
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message)) open.add(message.id);
    onmessage?.(message, extra);
    const cancelled = CancelledNotificationSchema.safeParse(message);
    if (cancelled.success) close(cancelled.data.params.requestId);
  };
  transport.send = async (message) => {
    await send(message);
    if (isAnswer(message)) close(message.id);
  };
  return {
    settled: () =>
      new Promise((resolve) => {
        whenNone = resolve;
        if (open.size === 0) resolve();
      }),
  };
}

/**
 * Serves an offer over standard input and output, a message a line, until the input ends and what came is answered (MCP 2025-11-25,
 * "Transports", "stdio").
 * @param onFailure hears what the offer threw, and of lines that are no messages
 */
export async function serveOverStdio(
  offer: McpOffer,
  { input, output }: { input: Readable; output: Writable },
  onFailure: (error: unknown) => void,
): Promise<void> {
  const transport = new StdioServerTransport(input, output);
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve);
    input.once('close', resolve);
  });
  // `send` is looked up with each answer, so that it may be wrapped before anything comes.
  const server = await serveOffer(offer, transport, onFailure);
  server.onerror = onFailure;
  const requests = countRequests(transport);
  await ended;
  await requests.settled();
  await server.close();
}
