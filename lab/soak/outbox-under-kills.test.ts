import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../api/src/adapters/dns/testing/dns-server.ts';
import { testCertificate } from '../../api/src/adapters/dns/testing/test-certificate.ts';
import { emptyOutbox } from '../../api/src/domain/audit-trail/outbox.ts';
import { fileEvents } from '../../api/src/features/notifications/file-events.ts';
import { createOutbox } from '../../api/src/features/notifications/outbox.ts';
import { all } from '../../api/src/ports/collection.ts';
import { noticeChannelKey } from '../../api/src/store/notice-channels.ts';
import { noticeRuleKey } from '../../api/src/store/notice-rules.ts';
import { type DeliveryRecord, type MessageRecord, placeOfChannel } from '../../api/src/store/notices.ts';
import type { UserRecord } from '../../api/src/store/users.ts';
import { claimStorage } from '../../api/testing/test-storage.ts';
import { batchOf, channelIds, eventsInBatch, openOutboxParts } from './outbox-parts.ts';

const hosts = 2;
const killsEach = 10;
const batches = 20;
const batchesInRun = batches / killsEach;
/** A process is killed after some of what it tells: in the middle of filing, of sending, or right after. */
const linesBeforeKill = () => 1 + Math.floor(Math.random() * 6);

type Child = ChildProcessByStdio<null, Readable, null>;
type Received = { path: string; id: string; body: string };

const owner: UserRecord = {
  ...{ id: 'user-owner', username: 'ada', usernameKey: 'ada', email: null, emailKey: '#user-owner', m365Id: null },
  ...({ m365Key: '#user-owner', displayName: 'Ada', role: 'admin', roleSource: 'manual', passwordHash: null } as const),
  ...{ scope: { kind: 'all' }, isDisabled: false, createdAt: '2026-01-01T00:00:00.000Z', ...emptyOutbox },
} as const;

describe('2,000 events to two channels, sent by two processes with kill -9 twenty times among them', () => {
  const beganMs = Date.now();
  const received: Received[] = [];
  let server: Server;
  let folder: string;
  let connectionString: string;
  let receiver: string;
  let opened: ReturnType<typeof openOutboxParts>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'outbox-kills-'));
    connectionString = await claimStorage();
    const certificate = testCertificate('localhost');
    writeFileSync(join(folder, 'receiver.pem'), certificate.cert);
    server = createServer(certificate, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        received.push({ path: request.url ?? '', id: String(request.headers['webhook-id']), body });
        // Now and then it is busy.
        response.writeHead(received.length % 5 === 0 ? 503 : 202).end();
      });
    });
    receiver = `https://localhost:${await listen(server)}`;
    opened = openOutboxParts(folder, connectionString, beganMs, receiver);
    const { users, noticeChannels, noticeRules } = opened.stores;
    const at = '2026-01-01T00:00:00.000Z';
    const stamped = { revision: 1, createdAt: at, updatedAt: at, updatedBy: 'Ada', ...emptyOutbox };
    await users.create(owner);
    for (const id of channelIds) {
      const shown = { kind: 'webhook', settings: { host: 'localhost' }, secrets: {}, lastDelivery: null } as const;
      await noticeChannels.create({ id, key: noticeChannelKey(id), name: id, isEnabled: true, ...shown, ...stamped });
    }
    await noticeRules.create({
      ...{ id: 'rule-1', key: noticeRuleKey('rule-1'), name: 'Everything', isEnabled: true, groupIds: null },
      ...{ events: [{ kind: 'scan-failed', gravity: 'low' }], timeZone: 'UTC', quiet: null },
      ...{ delivery: { when: 'at-once' }, targets: { inApp: false, ownMail: false, channelIds: [...channelIds] } },
      ...{ ownerId: owner.id, ownerName: 'Ada', ...stamped },
    });
  });
  afterAll(async () => {
    await opened.records.close();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function runAndKill(run: number): Promise<void> {
    const sender = join(import.meta.dirname, 'outbox-sender.ts');
    const range = [run * batchesInRun, (run + 1) * batchesInRun - 1].map(String);
    const args = [sender, folder, connectionString, String(beganMs), receiver, ...range];
    const child: Child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const killAt = linesBeforeKill();
    let lines = 0;
    for await (const _ of createInterface({ input: child.stdout })) {
      lines += 1;
      if (lines === killAt) child.kill('SIGKILL');
    }
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  /** What the killed processes left is taken up by whoever comes next. */
  async function finish(): Promise<void> {
    const send = createOutbox(opened.parts);
    for (let batch = 0; batch < batches; batch += 1) await fileEvents(opened.parts, batchOf(batch));
    const farAhead = () => new Date(opened.clock.now().getTime() + 24 * 3_600_000);
    while ((await opened.stores.notices.duePlaces(farAhead(), 1)).length > 0) {
      await send();
      await setTimeout(200);
    }
  }

  it('reach each channel, each once by the id of its message', async () => {
    await Promise.all(
      Array.from({ length: hosts }, async () => {
        for (let run = 0; run < killsEach; run += 1) await runAndKill(run);
      }),
    );
    await finish();
    for (const channelId of channelIds) {
      const place = placeOfChannel(channelId);
      const { notices } = opened.stores;
      const deliveries: DeliveryRecord[] = [];
      for await (const one of all(notices.deliveries(place))) if (one.record === 'delivery') deliveries.push(one);
      const messages: MessageRecord[] = [];
      for await (const one of all(notices.messages(place))) if (one.record === 'message') messages.push(one);
      const live = messages.filter(({ state }) => state !== 'dropped');
      // Each event is one delivery, each delivery part of one message.
      expect(deliveries).toHaveLength(batches * eventsInBatch);
      expect(new Set(deliveries.map(({ event }) => event.key)).size).toBe(batches * eventsInBatch);
      const ids = new Set(live.map(({ id }) => id));
      expect(deliveries.filter(({ messageId }) => !ids.has(messageId))).toEqual([]);
      expect(live.map(({ state }) => state).filter((state) => state !== 'delivered')).toEqual([]);
      // What arrived, by id: the same text each time, and all of it together every event once.
      const arrived = new Map<string, Set<string>>();
      for (const { path, id, body } of received)
        if (path === `/${channelId}`) arrived.set(id, (arrived.get(id) ?? new Set()).add(body));
      expect(new Set(arrived.keys())).toEqual(new Set([...ids].map((id) => `msg_${id}`)));
      expect([...arrived.values()].filter((bodies) => bodies.size !== 1)).toEqual([]);
      const totals = [...arrived.values()].map(([body = '{}']) => Number(JSON.parse(body).data.total));
      expect(totals.reduce((sum, one) => sum + one, 0)).toBe(batches * eventsInBatch);
    }
  }, 300_000);
});
