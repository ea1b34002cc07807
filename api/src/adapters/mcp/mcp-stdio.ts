import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { McpOffer } from '../../ports/mcp.ts';
import { serveOffer } from './mcp-server.ts';

const isAnswer = (message: JSONRPCMessage): boolean => 'result' in message || 'error' in message;

/** Tells when every request that came has its answer. */
function countRequests(transport: Transport): { settled(): Promise<void> } {
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  let open = 0;
  let whenNone: () => void = () => undefined;
  transport.onmessage = (message, extra) => {
    if (isJSONRPCRequest(message)) open += 1;
    onmessage?.(message, extra);
  };
  transport.send = async (message) => {
    await send(message);
    if (!isAnswer(message)) return;
    open -= 1;
    if (open === 0) whenNone();
  };
  return {
    settled: () =>
      new Promise((resolve) => {
        whenNone = resolve;
        if (open === 0) resolve();
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
