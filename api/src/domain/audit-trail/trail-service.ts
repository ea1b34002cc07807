import { createOnce } from '../../ports/collection.ts';
import type { OutboxEntry, Trail } from '../../ports/trail.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { anchorTrail, type TrailDependencies } from './anchor-trail.ts';
import { notToldByBatch } from './batch.ts';
import { createChain, readHead } from './chain.ts';
import { findOrphans } from './orphans.ts';
import { outboxEntry } from './outbox.ts';
import { entryMac } from './seals.ts';
import { newestAnchor } from './trail-anchors.ts';
import { electTrailKey, readTrailKey } from './trail-key.ts';

type Waiting = { entry: OutboxEntry; done: () => void; failed: (error: unknown) => void };

/** How far back of the last sweep or anchor the sweeper looks: entries are recorded within minutes of their time. */
const sweepBackMs = 10 * 60_000;

/** The key, elected at the first use; a failure is not kept. */
function trailKey({ auditLog, vault, clock }: TrailDependencies): () => Promise<string> {
  let elected: Promise<string> | undefined;
  return () => {
    elected ??= electTrailKey(auditLog, vault, clock.now()).catch((error: unknown) => {
      elected = undefined;
      throw error;
    });
    return elected;
  };
}

/** Group commit: entries that come while a block is being written go into the next one together. */
function groupCommit(commitBatch: (entries: readonly OutboxEntry[]) => Promise<void>) {
  let waiting: Waiting[] = [];
  let committing = false;

  async function commit(): Promise<void> {
    committing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await commitBatch(batch.map(({ entry }) => entry));
        for (const one of batch) one.done();
      } catch (error) {
        for (const one of batch) one.failed(error);
      }
    }
    committing = false;
  }

  return (entry: OutboxEntry): Promise<void> =>
    new Promise<void>((done, failed) => {
      waiting.push({ entry, done, failed });
      if (!committing) void commit();
    });
}

/** The audit trail: entries are records of their own; a chain of blocks seals them. */
export function createTrail(dependencies: TrailDependencies): Trail {
  const { auditLog, vault, clock } = dependencies;
  const key = trailKey(dependencies);
  const chain = createChain(auditLog, clock);
  let swept = false;
  let anchoredIn = '';

  const enqueue = groupCommit(async (batch) => {
    const secret = await key();
    const entries = batch.map((entry): EntryRecord => ({ ...entry, kind: 'entry', mac: entryMac(secret, entry) }));
    await Promise.all(entries.map((entry) => createOnce(auditLog.ofMonth(entry.timestamp), entry)));
    await chain.seal(entries, secret);
  });

  return {
    record: (entry) => enqueue(outboxEntry(entry, clock.now())),

    async recordOutbox(entries) {
      const left = await notToldByBatch(auditLog, entries);
      await Promise.all(left.map(enqueue));
    },

    async sealOrphans() {
      const secret = await readTrailKey(auditLog, vault);
      if (secret === null) return 0;
      // A process that died may have left some since the last anchor, which is only written after a sweep.
      const { anchor } = swept ? { anchor: null } : await newestAnchor(dependencies, secret);
      const fromMs = swept ? clock.now().getTime() : Date.parse(anchor?.anchoredAt ?? '1970-01-02T00:00:00Z');
      const orphans = await findOrphans(dependencies, secret, new Date(fromMs - sweepBackMs));
      if (orphans.length > 0) await chain.seal(orphans, secret);
      swept = true;
      return orphans.length;
    },

    async anchor() {
      const hour = clock.now().toISOString().slice(0, 13);
      if (!swept || anchoredIn === hour || (await readHead(auditLog, clock)).timestamp === null) return;
      const secret = await key();
      await chain.closeMonth(secret);
      await anchorTrail(dependencies, secret);
      anchoredIn = hour;
    },
  };
}
