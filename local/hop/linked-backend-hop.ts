import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { forwardedFor } from '../forwarded-for.ts';
import { type CookieRules, rewriteSetCookie } from './hop-cookies.ts';

// Microsoft Learn, "API support in Azure Static Web Apps": "each API request is limited to 45 seconds".
const API_LIMIT_MS = 45_000;
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

export interface HopOptions {
  /** Where functions hosts listen, e.g. http://127.0.0.1:7071; several take turns. */
  targets: readonly string[];
  /** What the browser sees, e.g. http://localhost:4280. */
  publicOrigin: string;
  /** The name the API is called by, as a linked function app is. */
  functionAppHost?: string;
  cookies?: CookieRules;
  limitMs?: number;
  log: (line: string) => void;
}

/**
 * Stands between Static Web Apps and the function app and does to requests and answers what Azure does: see
 * docs/local-stack.md. Not yet listening.
 */
export function createLinkedBackendHop(options: HopOptions): Server {
  let requests = 0;
  const server = createServer((request, response) => {
    if (!/^\/api(?:\/|\?|$)/i.test(request.url ?? '')) {
      response.writeHead(404, { 'content-length': '0' }).end();
      return;
    }
    const target = options.targets[requests % options.targets.length];
    requests += 1;
    if (target === undefined) throw new Error('the hop needs at least one target');
    forward(request, response, new URL(target), options);
  });
  // The 45 s below are the only clock.
  server.requestTimeout = 0;
  return server;
}

function forward(request: IncomingMessage, response: ServerResponse, target: URL, options: HopOptions): void {
  const path = request.url ?? '/';
  // A query may hold what nobody else is to know: the code that Microsoft sent a browser back with.
  const called = `${request.method} ${path.split('?', 1)[0]}`;
  const upstream = httpRequest({
    hostname: target.hostname,
    port: target.port,
    method: request.method,
    path,
    headers: requestHeaders(request, path, options),
  });
  const limitMs = options.limitMs ?? API_LIMIT_MS;
  const overdue = setTimeout(() => {
    options.log(`${called}: ended after ${limitMs} ms`);
    fail(response, 504);
    upstream.destroy();
  }, limitMs);
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, responseHeaders(answer, options.cookies));
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  upstream.on('error', (error) => {
    if (!response.headersSent && !response.destroyed) options.log(`${called}: ${error.message}`);
    fail(response, 502);
  });
  response.on('close', () => {
    clearTimeout(overdue);
    upstream.destroy();
  });
  request.pipe(upstream);
}

function requestHeaders(request: IncomingMessage, path: string, options: HopOptions): OutgoingHttpHeaders {
  const headers = withoutHopByHop(request.headers);
  for (const name of Object.keys(headers)) {
    // Nobody is ever signed in to Static Web Apps here (/.auth is closed), so a principal is always a forged one.
    if (name.startsWith('x-ms-client-principal')) delete headers[name];
  }
  return {
    ...headers,
    host: options.functionAppHost ?? 'tenantry-api.azurewebsites.net',
    'x-ms-original-url': new URL(path, options.publicOrigin).href,
    'x-forwarded-for': forwardedFor(request),
    'x-forwarded-proto': 'https',
    // Static Web Apps signs its own call to the backend here; what the browser sent is gone.
    authorization: 'Bearer static-web-apps',
  };
}

function responseHeaders(answer: IncomingMessage, cookies: CookieRules | undefined): OutgoingHttpHeaders {
  const headers = withoutHopByHop(answer.headers);
  const setCookie = answer.headers['set-cookie'];
  if (cookies !== undefined && setCookie !== undefined) {
    headers['set-cookie'] = setCookie.map((cookie) => rewriteSetCookie(cookie, cookies));
  }
  return headers;
}

function withoutHopByHop(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

function fail(response: ServerResponse, status: number): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else response.writeHead(status, { 'content-length': '0' }).end();
}
