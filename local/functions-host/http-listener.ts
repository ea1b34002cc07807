import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { forwardedFor } from '../forwarded-for.ts';
import type { RpcHttpData, RpcNullable } from './core-types.ts';
import type { HostLog } from './host-log.ts';
import type { RunsFunctions } from './invoker.ts';
import { findRoute, type HttpRoute } from './router.ts';
import { formatSetCookie } from './set-cookie.ts';

// Microsoft Learn, "Azure Functions HTTP trigger": "The HTTP request length is limited to 100 MBs".
const BODY_LIMIT_BYTES = 100 * 1024 * 1024;

export interface HttpListenerOptions {
  routes: HttpRoute[];
  invoker: RunsFunctions;
  log: HostLog;
  bodyLimitBytes?: number;
  /** What host.json adds; a function that sets the same header has the last word. */
  customHeaders?: Readonly<Record<string, string>>;
}

/** The HTTP side of the host. Requests and answers are whole in memory, as they cross gRPC on Azure. Not yet listening. */
export function createHttpListener(options: HttpListenerOptions): Server {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(options.customHeaders ?? {})) response.setHeader(name, value);
    answer(request, response, options).catch((error: unknown) => {
      options.log('error', 'Host.Http', String(error));
      if (!response.headersSent) send(response, 500);
      else response.destroy();
    });
  });
  // Long requests are ended by the hop after 45 s, or by functionTimeout; never by Node's own clock.
  server.requestTimeout = 0;
  return server;
}

async function answer(request: IncomingMessage, response: ServerResponse, options: HttpListenerOptions): Promise<void> {
  const method = request.method ?? 'GET';
  const target = request.url ?? '/';
  const path = target.split('?', 1)[0] ?? '/';
  let match: ReturnType<typeof findRoute>;
  try {
    match = findRoute(options.routes, method, path);
  } catch (error) {
    options.log('warning', 'Host.Http', `${method} ${path}: ${String(error)}`);
    return send(response, 400);
  }
  if (match === undefined) return send(response, 404);
  if (!match.route.anonymous) return send(response, 401);
  const body = await readBody(request, options.bodyLimitBytes ?? BODY_LIMIT_BYTES);
  if (body === 'tooLarge') return send(response, 413, { connection: 'close' });
  if (body === 'aborted') return;
  const data: RpcHttpData = {
    method,
    url: `http://${request.headers.host ?? 'localhost'}${target}`,
    nullableHeaders: readHeaders(request),
    nullableQuery: readQuery(target),
    nullableParams: Object.fromEntries(Object.entries(match.params).map(([name, value]) => [name, { value }])),
    body: body.length > 0 ? { bytes: body } : null,
  };
  try {
    const result = await options.invoker.invoke(match.route.fn, { http: data });
    sendRpc(response, result.returnValue?.http);
  } catch (error) {
    // The invoker has logged it; the real host answers with an empty 500 as well.
    options.log(
      'debug',
      'Host.Http',
      `${method} ${path} -> 500: ${error instanceof Error ? error.name : typeof error}`,
    );
    send(response, 500);
  }
}

async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | 'tooLarge' | 'aborted'> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limitBytes) return 'tooLarge';
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      size += chunk.length;
      if (size > limitBytes) return 'tooLarge';
      chunks.push(chunk);
    }
  } catch (error) {
    if (request.destroyed) return 'aborted';
    throw error;
  }
  return Buffer.concat(chunks);
}

/**
 * Repeated headers arrive as one, joined by a comma. App Service's front ends append the peer to
 * X-Forwarded-For, and so does this.
 */
function readHeaders(request: IncomingMessage): Record<string, RpcNullable<string>> {
  const headers: Record<string, RpcNullable<string>> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = { value: Array.isArray(value) ? value.join(',') : value };
  }
  headers['x-forwarded-for'] = { value: forwardedFor(request) };
  return headers;
}

/** ASP.NET Core's collection knows no case and the host joins repeated names by a comma: `?a=1&A=2` gives a=1,2. */
function readQuery(target: string): Record<string, RpcNullable<string>> {
  const byLowerName = new Map<string, { name: string; values: string[] }>();
  const mark = target.indexOf('?');
  for (const [name, value] of new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1))) {
    const entry = byLowerName.get(name.toLowerCase()) ?? { name, values: [] };
    entry.values.push(value);
    byLowerName.set(name.toLowerCase(), entry);
  }
  return Object.fromEntries([...byLowerName.values()].map(({ name, values }) => [name, { value: values.join(',') }]));
}

function sendRpc(response: ServerResponse, http: RpcHttpData | undefined): void {
  if (http === undefined) {
    send(response, 204);
    return;
  }
  const body = Buffer.from(http.body?.bytes ?? http.body?.string ?? '');
  for (const [name, value] of Object.entries(http.headers ?? {})) {
    if (!['transfer-encoding', 'content-length', 'connection'].includes(name.toLowerCase()))
      response.setHeader(name, value);
  }
  for (const cookie of http.cookies ?? []) response.appendHeader('set-cookie', formatSetCookie(cookie));
  const status = Number(http.statusCode ?? 200);
  response.statusCode = status;
  if (status !== 204 && status !== 304) response.setHeader('content-length', body.length);
  response.end(body);
}

function send(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, status === 204 ? headers : { ...headers, 'content-length': '0' });
  response.end();
}
