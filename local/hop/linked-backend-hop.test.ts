import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { rewriteSetCookie } from './hop-cookies.ts';
import { createLinkedBackendHop, type HopOptions } from './linked-backend-hop.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Seen {
  headers: IncomingHttpHeaders;
  url: string | undefined;
  body: string;
}

async function startHop(options: Partial<HopOptions> = {}, name = 'one'): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const target = await listen(
    createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push({ headers: request.headers, url: request.url, body });
      if (request.url?.startsWith('/api/never')) return;
      response.setHeader('set-cookie', ['a=1; path=/; samesite=lax', 'b=2; Domain=x.test; SameSite=Strict']);
      response.end(name);
    }),
  );
  const url = await listen(
    createLinkedBackendHop({
      targets: [target],
      publicOrigin: 'http://localhost:4280',
      log: () => undefined,
      ...options,
    }),
  );
  return { url, seen };
}

test('the API sees the function app as Host, the public URL, and an Authorization that is not the browser’s', async () => {
  const { url, seen } = await startHop();
  await fetch(`${url}/api/tasks?x=1`, { method: 'POST', body: 'text', headers: { authorization: 'Bearer mine' } });
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({
    url: '/api/tasks?x=1',
    body: 'text',
    headers: {
      host: 'tenantry-api.azurewebsites.net',
      'x-ms-original-url': 'http://localhost:4280/api/tasks?x=1',
      authorization: 'Bearer static-web-apps',
    },
  });
});

test('the caller is appended to X-Forwarded-For as address and port, behind what the caller claims', async () => {
  const { url, seen } = await startHop();
  await fetch(`${url}/api/x`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  await fetch(`${url}/api/x`);
  expect(seen[0]?.headers['x-forwarded-for']).toMatch(/^203\.0\.113\.9, 127\.0\.0\.1:\d+$/);
  expect(seen[1]?.headers['x-forwarded-for']).toMatch(/^127\.0\.0\.1:\d+$/);
});

test('a forged client principal never reaches the API', async () => {
  const { url, seen } = await startHop();
  await fetch(`${url}/api/x`, { headers: { 'x-ms-client-principal': 'e30=', 'X-MS-Client-Principal-Id': '1' } });
  expect(Object.keys(seen[0]?.headers ?? {}).filter((name) => name.startsWith('x-ms-client'))).toEqual([]);
});

test('only /api is passed on', async () => {
  const { url, seen } = await startHop();
  for (const path of ['/', '/admin/functions', '/apiary', '/runtime/webhooks']) {
    expect((await fetch(url + path)).status).toBe(404);
  }
  expect((await fetch(`${url}/API/x`)).status).toBe(200);
  expect(seen).toHaveLength(1);
});

test('a call that takes too long ends with 504', async () => {
  const { url } = await startHop({ limitMs: 50 });
  expect((await fetch(`${url}/api/never`)).status).toBe(504);
});

test('a function app that is down is 502, and the log tells the path without its query', async () => {
  const lines: string[] = [];
  const { url } = await startHop({ targets: ['http://127.0.0.1:1'], log: (line) => lines.push(line) });
  expect((await fetch(`${url}/api/auth/callback?code=s3cr3t`)).status).toBe(502);
  expect(lines).toEqual([expect.stringMatching(/^GET \/api\/auth\/callback: connect /)]);
});

test('cookies pass as they are unless the switches are set', async () => {
  const plain = await startHop();
  expect((await fetch(`${plain.url}/api/x`)).headers.getSetCookie()).toEqual([
    'a=1; path=/; samesite=lax',
    'b=2; Domain=x.test; SameSite=Strict',
  ]);
  const changed = await startHop({ cookies: { domain: 'localhost', laxToStrict: true } });
  expect((await fetch(`${changed.url}/api/x`)).headers.getSetCookie()).toEqual([
    'a=1; path=/; SameSite=Strict; Domain=localhost',
    'b=2; Domain=x.test; SameSite=Strict',
  ]);
});

test('Lax becomes Strict as an attribute only, never inside a value', () => {
  const rules = { domain: undefined, laxToStrict: true };
  expect(rewriteSetCookie('v=samesite=lax; SameSite=Lax; HttpOnly', rules)).toBe(
    'v=samesite=lax; SameSite=Strict; HttpOnly',
  );
});

test('several functions hosts take turns', async () => {
  const one = await listen(createServer((_, response) => response.end('one')));
  const two = await listen(createServer((_, response) => response.end('two')));
  const { url } = await startHop({ targets: [one, two] });
  const answers = [];
  for (let call = 0; call < 4; call += 1) answers.push(await (await fetch(`${url}/api/x`)).text());
  expect(answers).toEqual(['one', 'two', 'one', 'two']);
});
