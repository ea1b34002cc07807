import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyOutbox, settleOutboxes } from '../../api/src/domain/audit-trail/outbox.ts';
import { verifyTrail } from '../../api/src/domain/audit-trail/verify-trail.ts';
import { all } from '../../api/src/ports/collection.ts';
import { claimStorage } from '../../api/testing/test-storage.ts';
import { itemId, openTrailParts } from './trail-parts.ts';

const processes = 2;
const writersEach = 100;
const killsEach = 3;
/** A process is killed after some of its changes were answered: how many is by chance. */
const answersBeforeKill = () => 20 + Math.floor(Math.random() * 150);

type Child = ChildProcessByStdio<null, Readable, null>;

describe('the chain of the audit trail, under 200 writers in two processes with kill -9 among them', () => {
  let folder: string;
  let connectionString: string;
  let parts: ReturnType<typeof openTrailParts>;
  const logged: string[] = [];
  /** What was answered: the number of the newest change of each item, as its writer was told. */
  const answered = new Map<string, number>();
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trail-kills-'));
    connectionString = await claimStorage();
    parts = openTrailParts(folder, connectionString, clock, (line) => logged.push(line));
    const startedAt = clock.now().toISOString();
    for (let writer = 0; writer < processes * writersEach; writer += 1) {
      await parts.items.create({ id: itemId(writer), changes: 0, startedAt, ...emptyOutbox });
    }
  });
  afterAll(async () => {
    await parts.records.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a process until so many changes were answered, then kills it. Whatever it had told until then is taken down. */
  async function runAndKill(first: number): Promise<void> {
    const writer = join(import.meta.dirname, 'trail-writer.ts');
    const args = [writer, folder, connectionString, String(first), String(writersEach)];
    const child: Child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    const killAt = answersBeforeKill();
    let answers = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const [id = '', changes = ''] = line.split(' ');
      answered.set(id, Math.max(answered.get(id) ?? 0, Number(changes)));
      answers += 1;
      if (answers === killAt) child.kill('SIGKILL');
    }
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  it('is whole, and no answered change is missing', async () => {
    await Promise.all(
      Array.from({ length: processes }, async (_, index) => {
        for (let kill = 0; kill < killsEach; kill += 1) await runAndKill(index * writersEach);
      }),
    );
    // What the killed processes left the sweeper makes up for, once it is old enough to be nobody's any more.
    aheadMs = 60_000;
    while ((await settleOutboxes(parts.outboxes, { trail: parts.trail, clock })) > 0);
    await parts.trail.sealOrphans();
    await parts.trail.anchor();
    const { auditLog, vault, blobs, outboxes } = parts;
    const result = await verifyTrail({ auditLog, vault, blobs, outboxes, clock }, { settleMs: 0 });
    expect(result).toMatchObject({ status: 'whole', problems: [], unproven: { blocks: 0, entries: 0, waiting: 0 } });
    expect(logged.filter((line) => !line.includes('anchor'))).toEqual([]);

    const told = new Map<string, number[]>();
    for await (const key of auditLog.partitionKeys()) {
      for await (const record of all(auditLog.anythingIn(key))) {
        const { kind, target, details } = record as {
          kind?: string;
          target?: string;
          details?: { after: { changes: number } };
        };
        if (kind === 'entry' && target && details)
          told.set(target, [...(told.get(target) ?? []), details.after.changes]);
      }
    }
    let changes = 0;
    for await (const item of all(parts.items)) {
      changes += item.changes;
      // Each change has its entry, once; each entry its change; and nothing that was answered was lost.
      const entries = (told.get(item.id) ?? []).toSorted((a, b) => a - b);
      expect([item.id, entries]).toEqual([item.id, Array.from({ length: item.changes }, (_, n) => n + 1)]);
      expect(answered.get(item.id) ?? 0).toBeLessThanOrEqual(item.changes);
      expect(item).toMatchObject(emptyOutbox);
    }
    expect(result.entries).toBe(changes);
    expect(answered.size).toBeGreaterThan(processes * 20);
  });
});
