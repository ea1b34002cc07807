import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type TestRecord = { name: string; type: number; data: number[] };
export type TestAnswer = { records?: TestRecord[]; responseCode?: number; authentic?: boolean; truncated?: boolean };

export function nameBytes(name: string): number[] {
  return [...name.split('.').flatMap((label) => [label.length, ...Buffer.from(label)]), 0];
}

/** A DNS answer to a question, with its id and its question section. */
export function answerTo(question: Uint8Array, { records = [], ...flags }: TestAnswer = {}): Uint8Array {
  let end = 12;
  for (let size = question[end] ?? 0; size !== 0; size = question[end] ?? 0) end += size + 1;
  const high = 0x81 | (flags.truncated === true ? 0x02 : 0);
  const low = 0x80 | (flags.authentic === true ? 0x20 : 0) | (flags.responseCode ?? 0);
  const count = [records.length >> 8, records.length & 0xff];
  return Uint8Array.from([
    ...[question[0] ?? 0, question[1] ?? 0, high, low, 0, 1, ...count, 0, 0, 0, 0],
    ...question.slice(12, end + 5),
    ...records.flatMap(({ name, type, data }) => [
      ...nameBytes(name),
      ...[0, type, 0, 1, 0, 0, 0, 60, data.length >> 8, data.length & 0xff],
      ...data,
    ]),
  ]);
}

/** The question in a request by GET (RFC 8484, 4.1). */
export function questionOf(request: IncomingMessage): Uint8Array {
  const dns = new URL(request.url ?? '', 'http://localhost').searchParams.get('dns') ?? '';
  return new Uint8Array(Buffer.from(dns, 'base64url'));
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server on this machine for the time of a test. */
export async function withServer<T>(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(answer);
  const port = await listen(server);
  try {
    return await work(`http://127.0.0.1:${port}/dns-query`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
