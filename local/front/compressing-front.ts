import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { compress, type Encoding, encodingFor, isCompressed } from './compression.ts';

export interface FrontOptions {
  /** Where the Static Web Apps CLI listens, which compresses nothing. */
  target: string;
  log: (line: string) => void;
}

/** Files under these names never change: each is compressed once. */
type Kept = Map<string, Promise<Buffer>>;

// With trailingSlash `auto`, index.html is a 301 to its folder (Microsoft Learn, "Configure Azure Static Web Apps", trailing
// slash). The CLI answers the file: Azure/static-web-apps-cli issue 418.
const INDEX = /^\/index\.html(?=\?|$)/;

/**
 * Stands before the Static Web Apps CLI, compresses its files and leads from /index.html to /, as Static Web Apps does
 * (docs/local-stack.md). Answers of the API pass as they are: Azure documents compression of static files alone, and a
 * compressed answer that holds a secret beside a caller's text tells its length (BREACH). Not yet listening.
 */
export function createCompressingFront(options: FrontOptions): Server {
  const target = new URL(options.target);
  const kept: Kept = new Map();
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (INDEX.test(path)) {
      response.writeHead(301, { location: path.replace(INDEX, '/'), 'content-length': '0' }).end();
    } else forward(request, response, target, kept, options.log);
  });
  // The hop alone has a clock.
  server.requestTimeout = 0;
  return server;
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  kept: Kept,
  log: FrontOptions['log'],
): void {
  const { method = 'GET', url: path = '/', headers } = request;
  // A query may hold what nobody else is to know.
  const called = `${method} ${path.split('?', 1)[0]}`;
  const fail = (error: Error) => {
    if (!response.destroyed) log(`${called}: ${error.message}`);
    if (response.headersSent || response.destroyed) response.destroy();
    else response.writeHead(502, { 'content-length': '0' }).end();
  };
  const upstream = httpRequest({ hostname: target.hostname, port: target.port, method, path, headers });
  upstream.on('response', (answer) => {
    const encoding = isFile(path, answer) ? encodingFor(headers['accept-encoding']) : undefined;
    if (encoding === undefined || method === 'HEAD') pass(answer, response);
    else sendCompressed(answer, response, encoding, path, kept).catch(fail);
  });
  upstream.on('error', fail);
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

const isFile = (path: string, { statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 &&
  !/^\/api(?:\/|\?|$)/i.test(path) &&
  headers['content-encoding'] === undefined &&
  isCompressed(headers['content-type']);

function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headersOf(answer));
  answer.pipe(response);
  answer.on('error', () => response.destroy());
}

async function sendCompressed(
  answer: IncomingMessage,
  response: ServerResponse,
  encoding: Encoding,
  path: string,
  kept: Kept,
): Promise<void> {
  const key = `${encoding} ${path} ${answer.headers.etag}`;
  const compressed = async () => compress(await buffer(answer), encoding);
  const isImmutable = answer.headers['cache-control']?.includes('immutable') === true;
  let body = kept.get(key);
  if (body === undefined) {
    body = compressed();
    if (isImmutable) kept.set(key, body);
    body.catch(() => kept.delete(key));
  } else answer.resume();
  const bytes = await body;
  response.writeHead(200, {
    ...headersOf(answer),
    'accept-ranges': 'none',
    'content-encoding': encoding,
    'content-length': String(bytes.length),
    vary: [answer.headers.vary, 'Accept-Encoding'].filter(Boolean).join(', '),
  });
  response.end(bytes);
}

function headersOf({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...others } = headers;
  return others;
}
