import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSampleApp } from '../functions-host/testing/sample-host.ts';
import { answersHttp, waitUntil } from './answers.ts';
import { freePort } from './free-port.ts';
import { isAlive } from './managed-process.ts';
import type { StackFile } from './stack-file.ts';
import type { StackPaths } from './stack-processes.ts';

// The real stack with the sample app in the place of our API, three files in the place of the frontend and a server
// that answers everything in the place of the simulator.
const root = mkdtempSync(join(tmpdir(), 'tenantry-stack-'));
const paths: StackPaths = {
  frontendDist: join(root, 'frontend'),
  apiBundle: join(root, 'api/main.js'),
  simulatorScript: join(root, 'simulator.mjs'),
  staticWebAppConfig: join(import.meta.dirname, '../../staticwebapp.config.json'),
};

beforeAll(async () => {
  for (const folder of ['api', 'frontend/assets', 'frontend/help']) mkdirSync(join(root, folder), { recursive: true });
  await buildSampleApp(join(root, 'api'));
  writeFileSync(join(root, 'frontend/index.html'), '<!doctype html><title>the page</title>');
  writeFileSync(join(root, 'frontend/assets/app.js'), 'export const app = 1;');
  writeFileSync(join(root, 'frontend/help/start.md'), '# Start');
  writeFileSync(
    paths.simulatorScript,
    "import { createServer } from 'node:http'; createServer((_, r) => r.end('[]')).listen(Number(process.argv[3]), '127.0.0.1');",
  );
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface RunningStack {
  url: string;
  readFile(): StackFile;
  output(): string;
  kill(signal: NodeJS.Signals): void;
  exited: Promise<number | null>;
}

async function startStack(name: string, port?: number): Promise<RunningStack> {
  const dataDir = join(root, name);
  const chosen = port ?? (await freePort());
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'testing/run-stack.ts'), JSON.stringify({ port: chosen, dataDir, paths })],
    { env: { ...process.env, SAMPLE_LOG: join(root, `${name}.log`) }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  let ended = false;
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      ended = true;
      resolve(code);
    });
  });
  const url = `http://localhost:${chosen}`;
  await waitUntil('the stack', async () => ended || output.includes(`Tenantry is ready at ${url}\n`), 60_000);
  return {
    url,
    readFile: () => JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')),
    output: () => output,
    kill: (signal) => child.kill(signal),
    exited,
  };
}

const allPids = ({ pids }: StackFile): number[] => [
  ...[pids.azurite, pids.simulator ?? -1, pids.hop, pids.staticWebApps, pids.front],
  ...pids.functionsHosts,
];
const allGone = (pids: number[]) => async () => pids.every((pid) => !isAlive(pid));

test('the front serves page, API and redirects as staticwebapp.config.json says, and SIGTERM ends everything', async () => {
  const stack = await startStack('front');
  const get = async (path: string) => {
    const response = await fetch(stack.url + path, { redirect: 'manual' });
    return { response, status: response.status, text: await response.text() };
  };
  for (const path of ['/', '/overview', '/help', '/help/', '/callback?code=1', '/tasks/contoso.com']) {
    const { status, text } = await get(path);
    expect([path, status, text.includes('the page')]).toEqual([path, 200, true]);
  }
  for (const path of ['/.auth/me', '/.auth/login/aad', '/help/none.md', '/assets/none.js', '/api/none']) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
  const redirect = (await get('/auth/microsoft')).response;
  expect([redirect.status, new URL(redirect.headers.get('location') ?? '', stack.url).pathname]).toEqual([
    302,
    '/api/auth/microsoft',
  ]);
  const page = (await get('/')).response;
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(page.headers.get('cache-control')).toBe('no-cache');
  // Node's own client accepts no Brotli over plain HTTP.
  expect(page.headers.get('content-encoding')).toBe('gzip');
  expect((await get('/assets/app.js')).response.headers.get('cache-control')).toContain('immutable');
  expect((await get('/help/start.md')).response.headers.get('content-type')).toContain('text/markdown');
  const api = await fetch(`${stack.url}/api/admin/echo/1`, {
    method: 'POST',
    body: 'x',
    headers: { 'x-sent': 'yes', 'x-forwarded-for': '203.0.113.9' },
  });
  expect(await api.json()).toMatchObject({
    // The claim, the peer of the hop, that of the functions host: only the last is trusted.
    forwardedFor: expect.stringMatching(/^203\.0\.113\.9, 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+$/),
    id: '1',
    header: 'yes',
    body: 'x',
    url: 'http://tenantry-api.azurewebsites.net/api/admin/echo/1',
  });

  const pids = allPids(stack.readFile());
  expect(pids.filter(isAlive)).toHaveLength(6);
  stack.kill('SIGTERM');
  expect(await stack.exited).toBe(0);
  await waitUntil('the end of all processes', allGone(pids), 10_000);
  expect(existsSync(join(root, 'front/stack.json'))).toBe(false);
}, 120_000);

test('a page that was built anew is not answered with 304', async () => {
  const stack = await startStack('etag');
  const first = await fetch(`${stack.url}/`);
  await first.text();
  writeFileSync(join(root, 'frontend/index.html'), '<!doctype html><title>the page, second edition</title>');
  const second = await fetch(`${stack.url}/`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect([second.status, (await second.text()).includes('second edition')]).toEqual([200, true]);
  stack.kill('SIGTERM');
  await stack.exited;
}, 120_000);

test('two stacks run side by side, a killed functions host comes back, and kill -9 of the start leaves nothing', async () => {
  const [one, two] = await Promise.all([startStack('one'), startStack('two')]);
  const before = one.readFile();
  const [hostPid] = before.pids.functionsHosts;
  process.kill(hostPid ?? -1, 'SIGKILL');
  await waitUntil('another host', async () => one.readFile().pids.functionsHosts[0] !== hostPid, 10_000);
  await waitUntil('the API', () => answersHttp(`${one.url}/api/nothing`, (status) => status === 204), 20_000);
  expect(one.output()).toContain('The functions-host ended (SIGKILL); starting it again');
  expect(await answersHttp(`${two.url}/api/nothing`, (status) => status === 204)).toBe(true);

  const pids = allPids(one.readFile());
  one.kill('SIGKILL');
  await waitUntil('the end of all processes', allGone(pids), 10_000);
  expect(allPids(two.readFile()).every(isAlive)).toBe(true);
  two.kill('SIGINT');
  expect(await two.exited).toBe(0);
}, 120_000);

test('when a process that has no spare dies, everything ends with its name and the end of its log', async () => {
  const stack = await startStack('dies');
  const { pids } = stack.readFile();
  process.kill(pids.simulator ?? -1, 'SIGKILL');
  expect(await stack.exited).toBe(1);
  expect(stack.output()).toMatch(/The simulator ended \(SIGKILL\)\. The end of .*simulator\.log:/);
  expect(allPids({ pids } as StackFile).filter(isAlive)).toEqual([]);
}, 120_000);

test('a port or a data directory in use is refused by its name', async () => {
  const stack = await startStack('taken');
  const port = Number(new URL(stack.url).port);
  const samePort = await startStack('other', port);
  expect(await samePort.exited).toBe(1);
  expect(samePort.output()).toContain(`Port ${port} is already in use.`);
  const sameData = await startStack('taken');
  expect(await sameData.exited).toBe(1);
  expect(sameData.output()).toContain(`is in use by the stack at ${stack.url}`);
  stack.kill('SIGTERM');
  await stack.exited;
}, 120_000);
