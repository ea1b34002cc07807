import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { securityHeaders } from '@tenantry/api/http/security-headers';
import { afterEach, expect, test } from 'vitest';
import { apiChecks } from './api-checks.ts';
import { pageChecks, type WebAppConfig } from './page-checks.ts';
import { runSmoke } from './run-smoke.ts';
import { asker, type Line } from './smoke-check.ts';

const config: WebAppConfig = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../staticwebapp.config.json'), 'utf8'),
);
const page = '<div id="root"></div><script type="module" src="/assets/index-1.js"></script>';
const sessionCookie = '__Secure-tenantry=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict; Domain=127.0.0.1';

interface Given {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}
type Site = Record<string, Given>;

const closed: Given = { status: 404, headers: {}, body: '' };
const assetHeaders = config.routes.find(({ route }) => route === '/assets/*')?.headers ?? {};

/** An installation as it should be: what each address answers. '*' is the fallback of the page. */
function rightSite(): Site {
  const html: Given = { status: 200, headers: { 'content-type': 'text/html', ...config.globalHeaders }, body: page };
  const json = (body: object): Given => ({
    status: 200,
    headers: { 'content-type': 'application/json', 'x-request-id': '1', ...securityHeaders },
    body: JSON.stringify(body),
  });
  return {
    '/': { ...html, headers: { ...html.headers } },
    '/index.html': { status: 301, headers: { ...config.globalHeaders, location: '/' }, body: '' },
    '*': { ...html, headers: { ...html.headers } },
    '/assets/index-1.js': { status: 200, headers: { 'content-type': 'text/javascript', ...assetHeaders }, body: '1' },
    '/assets/smoke-test-none.js': { ...closed },
    '/.auth/me': { ...closed },
    '/.auth/login/aad': { ...closed },
    '/.auth/login/github': { ...closed },
    '/api/health': json({ status: 'ok' }),
    '/api/auth/registration-status': json({ isFirstUser: false }),
    '/api/auth/logout': { ...json({ success: true }), headers: { ...json({}).headers, 'set-cookie': [sessionCookie] } },
    '/api/token': { ...json({ code: 'INVALID_TOKEN' }), status: 401 },
    '/api/smoke-test/no-such-call': { ...closed },
  };
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveSite = (site: Site) =>
  serve((request, response) => {
    const { status, headers, body } = site[request.url ?? ''] ?? site['*'] ?? closed;
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
  });

const loginRefused = JSON.stringify({ code: 400, message: 'Login not supported for provider azureStaticWebApps' });

/** What stands in front of a linked function app. */
const serveRefusal = (status = 400, headers: Record<string, string> = {}, body = loginRefused) =>
  serve((_, response) => response.writeHead(status, { ...headers, connection: 'close' }).end(body));

const checksOf = (origin: string, functions: string, releasedPage: string | undefined = page) => [
  ...apiChecks(asker(5_000), { origin, functions, account: undefined }),
  ...pageChecks(asker(5_000), { origin, config, releasedPage }),
];

async function linesOf(site: Site, functions?: string): Promise<Line[]> {
  const origin = await serveSite(site);
  const checks = checksOf(origin, functions ?? (await serveRefusal()));
  return (await Promise.all(checks.map((check) => check.look()))).flat();
}

const failedOf = (lines: Line[]) => lines.filter(({ outcome }) => outcome === 'FAILED').map(({ what }) => what);

test('an installation that is as configured has no failed line, and what was not looked at is said', async () => {
  const lines = await linesOf(rightSite());
  expect(failedOf(lines)).toEqual([]);
  expect(lines.filter(({ outcome }) => outcome === 'not looked at').map(({ what }) => what)).toEqual([
    'a sign-in',
    'plain HTTP leads to HTTPS',
  ]);
  expect(lines.length).toBeGreaterThan(35);
});

type Fault = [what: string, change: (site: Site) => void, failed: string[]];

const change = (path: string, change: Partial<Given>) => (site: Site) => Object.assign(site[path] ?? {}, change);
const setHeader = (path: string, name: string, value?: string | string[]) => (site: Site) => {
  const headers = site[path]?.headers ?? {};
  if (value === undefined) delete headers[name];
  else headers[name] = value;
};
const cookie = (from: string, to: string) =>
  setHeader('/api/auth/logout', 'set-cookie', [sessionCookie.replace(from, to)]);

const faults: Fault[] = [
  ...Object.keys(config.globalHeaders).map<Fault>((name) => [
    `${name} missing on the page`,
    setHeader('/', name),
    [`/: ${name}`],
  ]),
  ...Object.keys(securityHeaders).map<Fault>((name) => [
    `${name} missing on the API`,
    setHeader('/api/auth/registration-status', name),
    [`/api/auth/registration-status: ${name}`],
  ]),
  [
    'a policy with a wildcard',
    setHeader('/', 'Content-Security-Policy', 'default-src *'),
    ['/: Content-Security-Policy'],
  ],
  [
    'index.html as a page that is cached',
    change('/index.html', { status: 200, headers: { 'Cache-Control': 'max-age=600' }, body: page }),
    ['/index.html: not kept by browsers'],
  ],
  [
    'index.html of another release',
    change('/index.html', { status: 200, headers: { 'Cache-Control': 'no-cache' }, body: '<title>older</title>' }),
    ['/index.html: leads to the page'],
  ],
  [
    'index.html that leads elsewhere',
    setHeader('/index.html', 'location', 'https://elsewhere.example/'),
    ['/index.html: leads to the page'],
  ],
  [
    'a page of the fallback cached',
    setHeader('*', 'Cache-Control'),
    ['/smoke-test/no-such-page: not kept by browsers'],
  ],
  ['no fallback', change('*', { status: 404, body: '' }), ['/smoke-test/no-such-page: the page']],
  [
    'assets not immutable',
    setHeader('/assets/index-1.js', 'Cache-Control', 'no-cache'),
    ['/assets/index-1.js: Cache-Control'],
  ],
  ['an asset that is missing', change('/assets/index-1.js', { status: 404 }), ['/assets/index-1.js']],
  [
    'a missing asset answered with the page',
    change('/assets/smoke-test-none.js', { status: 200 }),
    ['/assets/smoke-test-none.js: closed'],
  ],
  ['/.auth/me open', change('/.auth/me', { status: 200, body: '{"clientPrincipal":null}' }), ['/.auth/me: closed']],
  ['sign-in by Static Web Apps open', change('/.auth/login/github', { status: 302 }), ['/.auth/login/github: closed']],
  [
    'a missing call answered with the page',
    change('/api/smoke-test/no-such-call', { status: 200, headers: { 'content-type': 'text/html' }, body: page }),
    ['/api/smoke-test/no-such-call: not found'],
  ],
  ['health 503', change('/api/health', { status: 503 }), ['/api/health: healthy']],
  [
    'an API that is down',
    change('/api/auth/registration-status', { status: 500 }),
    ['/api/auth/registration-status: answered by the product'],
  ],
  [
    'somebody else at the API',
    change('/api/auth/registration-status', { body: '{}' }),
    ['/api/auth/registration-status: answered by the product'],
  ],
  [
    'a header of tokens that is lost on the way',
    change('/api/token', { body: '{"code":"NOT_SIGNED_IN"}' }),
    ['/api/token: x-tenantry-token comes through'],
  ],
  ['sign-out refused', change('/api/auth/logout', { status: 403 }), ['/api/auth/logout: answered']],
  ['no session cookie', setHeader('/api/auth/logout', 'set-cookie', []), ['the session cookie, cleared']],
  [
    'two session cookies',
    setHeader('/api/auth/logout', 'set-cookie', [sessionCookie, sessionCookie]),
    ['the session cookie, cleared'],
  ],
  ['a cookie without Secure', cookie(' Secure;', ''), ['the session cookie, cleared']],
  ['a cookie without HttpOnly', cookie(' HttpOnly;', ''), ['the session cookie, cleared']],
  ['a cookie that goes with every site', cookie('SameSite=Strict', 'SameSite=None'), ['the session cookie, cleared']],
  ['a cookie of another path', cookie('Path=/;', 'Path=/api;'), ['the session cookie, cleared']],
  ['a cookie of all hosts', cookie('Domain=127.0.0.1', 'Domain=azurestaticapps.net'), ['the session cookie, cleared']],
  ['a __Host- cookie with a Domain', cookie('__Secure-', '__Host-'), ['the session cookie, cleared']],
  ['a cookie without a prefix', cookie('__Secure-', ''), ['the session cookie, cleared']],
];

test.each(faults)('%s fails its line and no other', async (_, plant, failed) => {
  const site = rightSite();
  plant(site);
  expect(failedOf(await linesOf(site))).toEqual(failed);
});

test('a page of another release fails', async () => {
  const origin = await serveSite(rightSite());
  const checks = checksOf(origin, await serveRefusal(), '<title>newer</title>');
  const lines = (await Promise.all(checks.map((check) => check.look()))).flat();
  expect(failedOf(lines)).toEqual(['/: the page of this release']);
});

const direct = ['/api/auth/registration-status', '/api/health', '/api/auth/session', '/'].map(
  (path) => `${path} at the function app itself: refused`,
);

test.each([
  ['answers', 200, {}],
  ['redirects', 302, {}],
  ['fails', 500, {}],
  ['knows no such address', 404, {}],
  ['lets the product itself refuse', 401, { 'x-request-id': '1' }],
  ['lets the product itself find the input bad', 400, { 'x-request-id': '1' }],
])('a function app that %s fails', async (_, status, headers) => {
  expect(failedOf(await linesOf(rightSite(), await serveRefusal(status, headers)))).toEqual(direct);
});

test.each(['Bad Request', JSON.stringify({ code: 400, message: 'Login not supported for provider aad' })])(
  'a 400 that says "%s" is no refusal of a linked function app',
  async (body) => {
    expect(failedOf(await linesOf(rightSite(), await serveRefusal(400, {}, body)))).toEqual(direct);
  },
);

test.each([401, 403])('a refusal by %i, as Azure answered before, is one too', async (status) => {
  expect(failedOf(await linesOf(rightSite(), await serveRefusal(status, {}, '')))).toEqual([]);
});

test('the page at /index.html, as the Static Web Apps CLI serves it, is as good as the redirect', async () => {
  const site = rightSite();
  Object.assign(site['/index.html'] ?? {}, { ...site['/'] });
  expect(failedOf(await linesOf(site))).toEqual([]);
});

interface Ended {
  code: number;
  said: string[];
}

/** Runs against a clock that a pause moves by ten seconds. */
async function run(
  origin: string,
  waitMs: number,
  onPause: (rounds: number) => void = () => undefined,
  functions?: string,
): Promise<Ended> {
  const said: string[] = [];
  let rounds = 0;
  const code = await runSmoke({
    checks: checksOf(origin, functions ?? (await serveRefusal())),
    waitMs,
    pause: async () => {
      rounds += 1;
      onPause(rounds);
    },
    now: () => rounds * 10_000,
    say: (text) => said.push(text),
  });
  return { code, said };
}

test('what fails while an installation warms up is asked again, and the number of tries is told', async () => {
  const site = rightSite();
  Object.assign(site['/api/health'] ?? {}, { status: 503 });
  const { code, said } = await run(await serveSite(site), 60_000, (rounds) => {
    if (rounds === 2) Object.assign(site['/api/health'] ?? {}, { status: 200 });
  });
  expect(code).toBe(0);
  expect(said.filter((text) => text.includes('waiting: health'))).toHaveLength(2);
  expect(said.find((text) => text.includes('healthy'))).toMatch(/^ok .*\(try 3\)$/);
  expect(said.at(-1)).toBe('All is as expected, after 20 s.');
});

test('what still fails when the time is over is told with what was seen and expected, and ends with 1', async () => {
  const site = rightSite();
  Object.assign(site['/.auth/me'] ?? {}, { status: 200 });
  const { code, said } = await run(await serveSite(site), 20_000);
  expect(code).toBe(1);
  expect(said).toContain('FAILED  /.auth/me: closed: 200; expected 404 (try 3)');
  expect(said.at(-1)).toBe('1 FAILED, after 20 s.');
});

test('a function app that does not exist fails: a mistyped name refuses nobody', async () => {
  const { code, said } = await run(await serveSite(rightSite()), 0, undefined, 'http://127.0.0.1:1');
  expect(code).toBe(1);
  const failed = said.filter((text) => text.startsWith('FAILED')).map((text) => text.split(': no answer from')[0]);
  expect(failed).toEqual(direct.map((what) => `FAILED  ${what}`));
});

test('where nothing answers, nothing is known: 2', async () => {
  const { code, said } = await run('http://127.0.0.1:1', 20_000, undefined, 'http://127.0.0.1:1');
  expect(code).toBe(2);
  expect(said.at(-1)).toBe('Nothing answered within 20 s, so nothing is known.');
});
