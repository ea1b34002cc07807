import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueueServiceClient } from '@azure/storage-queue';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../stack/answers.ts';
import { buildSampleApp, type RunningAzurite, SampleHost, startAzurite } from './testing/sample-host.ts';

const root = mkdtempSync(join(tmpdir(), 'tenantry-host-'));
let azurite: RunningAzurite;
let bundle: string;
let count = 0;
let host: SampleHost | undefined;

beforeAll(async () => {
  mkdirSync(join(root, 'app'));
  // No wait between tries, so that five of them pass quickly.
  bundle = await buildSampleApp(join(root, 'app'), { visibilityTimeout: '00:00:00', maxPollingInterval: '00:00:01' });
  azurite = await startAzurite(join(root, 'azurite'));
});

afterEach(async () => {
  host?.process.kill('SIGKILL');
  await host?.exited;
  host = undefined;
});

afterAll(async () => {
  azurite.process.kill('SIGKILL');
  await once(azurite.process, 'exit');
  rmSync(root, { recursive: true, force: true });
});

function newFolder(): string {
  count += 1;
  const folder = join(root, `data-${count}`);
  mkdirSync(folder);
  return folder;
}

async function start(folder = newFolder()): Promise<SampleHost> {
  host = await SampleHost.start(bundle, folder, azurite.connectionString);
  return host;
}

test('an HTTP function gets method, path, query, headers and body, and its whole answer comes back', async () => {
  const { url, notes } = await start().then((running) => ({ url: running.url, notes: () => running.notes() }));
  const response = await fetch(`${url}/API/Admin/Echo/a%20b?q=1&Q=2`, {
    method: 'POST',
    headers: { 'x-sent': 'seen' },
    body: 'grüße',
  });
  expect(response.status).toBe(201);
  expect(response.headers.get('x-answer')).toBe('yes');
  expect(response.headers.getSetCookie()).toEqual([
    'plain=1',
    'sid=a%20b; path=/; secure; samesite=strict; httponly',
    'gone=; max-age=0; path=/',
  ]);
  expect(await response.json()).toEqual({
    id: 'a b',
    url: `${url}/API/Admin/Echo/a%20b?q=1&Q=2`,
    method: 'POST',
    q: '1,2',
    header: 'seen',
    forwardedFor: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    body: 'grüße',
  });
  expect(notes()).toEqual(['appStart', 'preInvocation echo']);
});

test('what a client claims of its address stands before the peer that the host saw, however it claims it', async () => {
  const { url } = await start();
  for (const claimed of ['203.0.113.9', '203.0.113.9, 198.51.100.7:1', '']) {
    const sent = await fetch(`${url}/api/admin/echo/1`, { headers: { 'x-forwarded-for': claimed } });
    const { forwardedFor } = (await sent.json()) as { forwardedFor: string };
    expect(forwardedFor.split(', ').at(-1)).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(forwardedFor.startsWith(claimed)).toBe(true);
  }
});

test('a function that returns nothing answers 204, one that throws an empty 500, one that needs a key 401', async () => {
  const { url } = await start();
  expect((await fetch(`${url}/api/nothing`)).status).toBe(204);
  const failed = await fetch(`${url}/api/fails`);
  expect([failed.status, await failed.text()]).toEqual([500, '']);
  expect((await fetch(`${url}/api/locked`)).status).toBe(401);
});

test('a path that no function takes by this method is 404, not 405', async () => {
  const { url } = await start();
  expect((await fetch(`${url}/api/nothing`, { method: 'DELETE' })).status).toBe(404);
  expect((await fetch(`${url}/api/nothing`, { method: 'HEAD' })).status).toBe(404);
  expect((await fetch(`${url}/api/none`)).status).toBe(404);
});

test('an answer has the headers of host.json, where no function has set them', async () => {
  const { url } = await start();
  expect((await fetch(`${url}/api/none`)).headers.get('x-answer')).toBe('of the host');
  expect((await fetch(`${url}/api/admin/echo/a`, { method: 'POST' })).headers.get('x-answer')).toBe('yes');
});

test('a body above 100 MB is refused with 413 before it is read', async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  const status = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /api/admin/echo/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 104857601\r\n\r\n');
    });
    socket.once('data', (data) => resolve(data.toString().split('\r\n')[0] ?? ''));
    socket.once('error', reject);
  });
  expect(status).toBe('HTTP/1.1 413 Payload Too Large');
});

test('a queue message is parsed, handled once and deleted', async () => {
  const running = await start();
  const queue = QueueServiceClient.fromConnectionString(azurite.connectionString).getQueueClient('work');
  await queue.sendMessage(JSON.stringify({ scan: 'ä1' }));
  await running.waitForNote('the message', (line) => line === 'work {"scan":"ä1"} try=1');
  await waitUntil('deletion', async () => (await queue.getProperties()).approximateMessagesCount === 0, 10_000);
  expect(running.notes().filter((line) => line.startsWith('work {'))).toHaveLength(1);
});

test('a message that fails five times goes to the poison queue and is not tried a sixth time', async () => {
  const running = await start();
  const service = QueueServiceClient.fromConnectionString(azurite.connectionString);
  await service.getQueueClient('work').sendMessage('poison');
  const poison = service.getQueueClient('work-poison');
  await waitUntil(
    'the poison message',
    async () => (await poison.exists()) && ((await poison.getProperties()).approximateMessagesCount ?? 0) > 0,
    20_000,
  );
  const [message] = (await poison.receiveMessages()).receivedMessageItems;
  expect(message?.messageText).toBe('poison');
  expect(running.notes().filter((line) => line.startsWith('work "poison"'))).toEqual(
    [1, 2, 3, 4, 5].map((number) => `work "poison" try=${number}`),
  );
  expect((await service.getQueueClient('work').getProperties()).approximateMessagesCount).toBe(0);
});

test('a timer that was missed while the host was down runs once at the start, marked past due', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'timers'));
  const status = {
    last: '2020-01-01T03:00:00.000Z',
    next: '2020-01-02T03:00:00.000Z',
    lastUpdated: '2020-01-01T03:00:00.000Z',
  };
  writeFileSync(join(folder, 'timers/clockwork.json'), JSON.stringify(status));
  const running = await start(folder);
  await running.waitForNote('the timer', (line) => line === 'clockwork pastDue=true last=2020-01-01T03:00:00.000Z');
  const readNext = () => Date.parse(JSON.parse(readFileSync(join(folder, 'timers/clockwork.json'), 'utf8')).next);
  await waitUntil('the new status', async () => readNext() > Date.now(), 10_000);
});

test('SIGTERM lets a running request end, runs the appTerminate hooks and exits with 0', async () => {
  const running = await start();
  const answer = fetch(`${running.url}/api/slow`).then((response) => response.text());
  await running.waitForNote('the slow call', (line) => line === 'slow begins');
  running.process.kill('SIGTERM');
  expect(await answer).toBe('done');
  expect(await running.exited).toBe(0);
  expect(running.notes().slice(-2)).toEqual(['slow ends', 'appTerminate']);
});
