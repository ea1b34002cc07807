import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createCompressingFront } from './compressing-front.ts';

const script = `export const text = '${'tenant '.repeat(500)}';`;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

/** A front before a server that answers each path as given. */
async function frontBefore(answers: Record<string, Answer>, asked: IncomingMessage[] = []) {
  const cli = createServer((request, response) => {
    asked.push(request);
    const { status = 200, headers = {}, body = script } = answers[(request.url ?? '').split('?')[0] ?? ''] ?? {};
    response.writeHead(status, headers).end(body);
  });
  const logged: string[] = [];
  const target = await listening(cli);
  const url = await listening(createCompressingFront({ target, log: (line) => void logged.push(line) }));
  // Not by fetch, which takes the encoding away before anybody sees it.
  const ask = async (path: string, headers: Record<string, string> = { 'accept-encoding': 'gzip, deflate, br' }) => {
    const [answer] = (await once(get(`${url}${path}`, { headers, agent: false }), 'response')) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
  };
  return { ask, logged, target, cli };
}

const javascript = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' };

test('a script is sent in Brotli, with its length, its headers, and a word to caches', async () => {
  const { ask } = await frontBefore({ '/assets/a.js': { headers: { ...javascript, etag: 'W/"1"' } } });
  const { headers, body } = await ask('/assets/a.js');
  expect(headers).toMatchObject({
    ...javascript,
    etag: 'W/"1"',
    'content-encoding': 'br',
    'content-length': String(body.length),
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(body).toString()).toBe(script);
});

test.each([
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.1, gzip', 'br'],
  ['identity', undefined],
  ['', undefined],
])('a client that accepts "%s" gets %s', async (accepted, encoding) => {
  const { ask } = await frontBefore({ '/': { headers: { 'content-type': 'text/html; charset=utf-8' } } });
  const { headers, body } = await ask('/', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
  const plain = encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body;
  expect(plain.toString()).toBe(script);
});

test.each<[string, string, Answer]>([
  ['an answer of the API, whatever its type', '/api/page', { headers: { 'content-type': 'text/html' } }],
  ['a picture', '/favicon.svg', { headers: { 'content-type': 'image/svg+xml' } }],
  ['a page that says something else than 200', '/none', { status: 404, headers: { 'content-type': 'text/html' } }],
  ['what is compressed already', '/b.js', { headers: { 'content-type': 'text/javascript', 'content-encoding': 'zz' } }],
])('%s passes as it is', async (_, path, answer) => {
  const { ask } = await frontBefore({ [path]: answer });
  const { status, headers, body } = await ask(path);
  expect([status, headers['content-encoding'], body.toString()]).toEqual([
    answer.status ?? 200,
    answer.headers?.['content-encoding'],
    script,
  ]);
});

test('a file that was built anew is not answered with the one before', async () => {
  const answers: Record<string, Answer> = { '/assets/a.js': { headers: { ...javascript, etag: 'W/"1"' } } };
  const { ask } = await frontBefore(answers);
  await ask('/assets/a.js');
  answers['/assets/a.js'] = { headers: { ...javascript, etag: 'W/"2"' }, body: 'second' };
  const { body } = await ask('/assets/a.js');
  expect(brotliDecompressSync(body).toString()).toBe('second');
});

test.each([
  ['/index.html', '/'],
  ['/index.html?a=1', '/?a=1'],
])('%s is a 301 to %s, which the CLI is not asked for', async (path, location) => {
  const asked: IncomingMessage[] = [];
  const { ask } = await frontBefore({}, asked);
  const { status, headers } = await ask(path);
  expect([status, headers.location, asked]).toEqual([301, location, []]);
});

test('a file whose name only begins or ends like index.html is passed', async () => {
  const { ask } = await frontBefore({});
  for (const path of ['/index.html.map', '/help/index.html']) expect((await ask(path)).status).toBe(200);
});

test('the CLI is asked as the browser asked, with its own name for us', async () => {
  const asked: IncomingMessage[] = [];
  const { ask } = await frontBefore({}, asked);
  await ask('/api/x?a=1', { host: 'localhost:4280', 'x-forwarded-for': '203.0.113.9' });
  expect(asked[0]).toMatchObject({ method: 'GET', url: '/api/x?a=1' });
  expect(asked[0]?.headers).toMatchObject({ host: 'localhost:4280', 'x-forwarded-for': '203.0.113.9' });
});

test('without the CLI the answer is 502, and the log names the path without its query', async () => {
  const { ask, cli, logged } = await frontBefore({});
  cli.close();
  await once(cli, 'close');
  expect((await ask('/callback?code=secret')).status).toBe(502);
  expect(logged).toEqual([expect.stringMatching(/^GET \/callback: /)]);
});
