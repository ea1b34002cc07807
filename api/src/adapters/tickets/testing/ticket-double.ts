import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { loopbackCertificate } from '../../dns/testing/loopback-authority.ts';

/** A request as a double sees it, its body read. */
export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  text: string;
  /** Parsed where it is JSON; undefined where there is none. */
  body: unknown;
};
export type Answered = { status: number; body?: unknown; headers?: Record<string, string> };

/** A ticket as doubles keep it. */
export type KeptTicket = {
  id: number;
  companyId: string;
  summary: string;
  description: string;
  reference: string;
  status: string;
  isClosed: boolean;
  closedAt: string | null;
  resolution: string;
  notes: string[];
};

export type TicketDouble = {
  address: string;
  account: Record<string, string>;
  secrets: Record<string, string>;
  choices: Record<string, string>;
  tickets: KeptTicket[];
  companies: { id: number; name: string; domain: string }[];
  /** Method and path of each request, in their order. */
  requests: string[];
  /** Requests that were refused for their form, with why. */
  refusals: string[];
  /** Takes the place of the next answers; `after`: the request is carried out all the same. */
  answerNext(answer: Answered, when?: { after?: boolean; times?: number; only?: (asked: Asked) => boolean }): void;
  /** From now on another secret is the right one. */
  rotate(secret: string): void;
  closeThere(ticketId: number): void;
  reopenThere(ticketId: number): void;
  close(): Promise<void>;
};

/** Why a request is refused, as the system itself would. */
export class Refusal extends Error {
  readonly answer: Answered;
  constructor(status: number, body: unknown, why: string) {
    super(why);
    this.answer = { status, body };
  }
}

const host = 'localhost';

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function bodyOf(text: string, type: string | undefined): unknown {
  if (text === '' || !type?.startsWith('application/json')) return undefined;
  return JSON.parse(text);
}

type Planned = { answer: Answered; after: boolean; times: number; only: (asked: Asked) => boolean };

function respond(response: ServerResponse, { status, body, headers = {} }: Answered): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers });
  response.end(body === undefined ? undefined : isText ? body : JSON.stringify(body));
}

/** An HTTPS server at localhost that hands each request to `serve`, with what a test plans in the place of its answers. */
export async function startDouble(serve: (asked: Asked) => Answered) {
  const requests: string[] = [];
  const refusals: string[] = [];
  const planned: Planned[] = [];
  const carriedOut = (asked: Asked): Answered => {
    try {
      return serve(asked);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(`${asked.method} ${asked.path}: ${error.message}`);
      return error.answer;
    }
  };
  const server = createServer(loopbackCertificate, async (request, response) => {
    const url = new URL(request.url ?? '/', `https://${host}`);
    const text = await readAll(request);
    const { method = 'GET', headers } = request;
    const body = bodyOf(text, headers['content-type']);
    const asked: Asked = { method, path: url.pathname, query: url.searchParams, headers, text, body };
    requests.push(`${method} ${url.pathname}`);
    const next = planned.find(({ only }) => only(asked));
    if (!next) return respond(response, carriedOut(asked));
    if (next.after) carriedOut(asked);
    next.times -= 1;
    if (next.times === 0) planned.splice(planned.indexOf(next), 1);
    respond(response, next.answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://${host}:${port}`,
    requests,
    refusals,
    answerNext: (
      answer: Answered,
      { after = false, times = 1, only = () => true }: Partial<Omit<Planned, 'answer'>> = {},
    ) => {
      planned.push({ answer, after, times, only });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Changes that people make in the system itself, whatever it is. */
export function handsOn(tickets: KeptTicket[], statuses: { open: string; closed: string }) {
  const ticketOf = (id: number): KeptTicket => {
    const ticket = tickets.find((one) => one.id === id);
    if (!ticket) throw new Error(`There is no ticket ${id}`);
    return ticket;
  };
  return {
    ticketOf,
    closeThere(id: number) {
      Object.assign(ticketOf(id), { isClosed: true, status: statuses.closed, closedAt: '2026-11-27T10:00:00Z' });
    },
    reopenThere(id: number) {
      Object.assign(ticketOf(id), { isClosed: false, status: statuses.open, closedAt: null });
    },
  };
}

/** Fields of an object that the system does not have, or lacks. @throws Refusal made by `refuse` */
export function requireFields(
  value: unknown,
  { known, needed }: { known: readonly string[]; needed: readonly string[] },
  refuse: (why: string) => Refusal,
): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('the body is no object');
  const strange = Object.keys(value).find((name) => !known.includes(name));
  if (strange !== undefined) throw refuse(`${strange} is not a field`);
  const missing = needed.find((name) => (value as Record<string, unknown>)[name] == null);
  if (missing !== undefined) throw refuse(`${missing} is required`);
  return value as Record<string, unknown>;
}
