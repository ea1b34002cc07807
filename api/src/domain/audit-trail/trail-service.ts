import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import { all, type Collection, RecordExistsError, type RecordStore } from '../../ports/collection.ts';
import type { PendingEntry, Trail, TrailEntry } from '../../ports/trail.ts';
import type { Vault } from '../../ports/vault.ts';
import { containers, monthOf } from '../../store/containers.ts';
import { pendingEntry } from './outbox.ts';
import { writeAnchor } from './trail-anchors.ts';
import { electTrailKey } from './trail-key.ts';
import {
  type BlockRecord,
  blockId,
  blockMac,
  type EntryRecord,
  entryHash,
  entryMac,
  firstPrevious,
  type TrailRecord,
} from './trail-records.ts';

type Head = { sequence: number; mac: string; timestamp: string | null };
type Waiting = { entry: PendingEntry; done: () => void; failed: (error: unknown) => void };

const genesis: Head = { sequence: 0, mac: firstPrevious, timestamp: null };
/** An entry younger than this may still be on its way into a block. */
const orphanAfterMs = 30_000;
const sweepBackMs = 10 * 60_000;

type Dependencies = { store: RecordStore; vault: Vault; blobs: Blobs; clock: Clock; log(message: string): void };

async function createOnce<T extends { id: string }>(collection: Collection<T>, value: T): Promise<void> {
  try {
    await collection.create(value);
  } catch (error) {
    if (!(error instanceof RecordExistsError)) throw error;
  }
}

/**
 * The activity trail: entries are records of their own; a chain of blocks seals them. One commit is in flight in a
 * process and takes all that waits (group commit); between processes, creating the next block decides who was first.
 */
export function createTrail({ store, vault, blobs, clock, log }: Dependencies): Trail {
  let keyPromise: Promise<string> | undefined;
  let head: Head | undefined;
  let waiting: Waiting[] = [];
  let committing = false;
  let swept = false;
  let anchoredOn = '';
  const month = (at: string): Collection<TrailRecord> => store.partition(containers.auditLogs, monthOf(at));

  const key = (): Promise<string> => {
    keyPromise ??= electTrailKey(store, vault, clock.now()).catch((error: unknown) => {
      keyPromise = undefined;
      throw error;
    });
    return keyPromise;
  };

  async function readHead(): Promise<Head> {
    const at = clock.now();
    // A provider that was quiet for two years starts a new chain on the last block it has within them.
    for (let back = 0; back < 24; back += 1) {
      const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - back, 1)).toISOString();
      const { items } = await month(first).query({
        where: [{ field: 'kind', op: 'eq', value: 'block' }],
        orderBy: { field: 'id', direction: 'desc' },
        limit: 1,
      });
      const block = items[0];
      if (block?.kind === 'block') return { sequence: block.sequence, mac: block.mac, timestamp: block.timestamp };
    }
    return genesis;
  }

  async function seal(entries: readonly EntryRecord[]): Promise<void> {
    const secret = await key();
    for (;;) {
      head ??= await readHead();
      const timestamp = clock.now().toISOString();
      const sequence = head.sequence + 1;
      const content = {
        kind: 'block' as const,
        id: blockId(sequence),
        sequence,
        previous: head.mac,
        entryIds: entries.map((entry) => entry.id),
        entryHashes: entries.map(entryHash),
        count: entries.length,
        timestamp,
      };
      const block: BlockRecord = { ...content, mac: blockMac(secret, content) };
      try {
        await month(timestamp).create(block);
        head = { sequence, mac: block.mac, timestamp };
        return;
      } catch (error) {
        head = undefined;
        if (!(error instanceof RecordExistsError)) throw error;
      }
    }
  }

  async function commitBatch(batch: readonly Waiting[]): Promise<void> {
    const secret = await key();
    const entries = batch.map(({ entry }): EntryRecord => ({ ...entry, kind: 'entry', mac: entryMac(secret, entry) }));
    await Promise.all(entries.map((entry) => createOnce(month(entry.timestamp), entry)));
    await seal(entries);
  }

  async function commit(): Promise<void> {
    committing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await commitBatch(batch);
        for (const one of batch) one.done();
      } catch (error) {
        for (const one of batch) one.failed(error);
      }
    }
    committing = false;
  }

  const enqueue = (entry: PendingEntry): Promise<void> =>
    new Promise<void>((done, failed) => {
      waiting.push({ entry, done, failed });
      if (!committing) void commit();
    });

  /** Records of a kind since an instant, over the months that it spans. */
  async function* since<K extends TrailRecord['kind']>(
    kind: K,
    from: Date,
  ): AsyncGenerator<Extract<TrailRecord, { kind: K }>> {
    const months = new Set([monthOf(from.toISOString()), monthOf(clock.now().toISOString())]);
    for (const name of months) {
      const records = store.partition<TrailRecord>(containers.auditLogs, name);
      const where = [
        { field: 'kind', op: 'eq', value: kind },
        { field: 'timestamp', op: 'gte', value: from.toISOString() },
      ] as const;
      for await (const record of all(records, { where, orderBy: { field: 'timestamp', direction: 'asc' } })) {
        yield record as Extract<TrailRecord, { kind: K }>;
      }
    }
  }

  return {
    record: (entry: TrailEntry) => enqueue(pendingEntry(entry, clock.now())),

    async recordPending(entries) {
      await Promise.all(entries.map(enqueue));
    },

    async sealOrphans() {
      const now = clock.now().getTime();
      // After a standstill the orphans are as old as the last block; while others go on, they are minutes old.
      const last = swept ? null : (await readHead()).timestamp;
      const from = new Date((last === null ? now : Math.min(now, Date.parse(last))) - sweepBackMs);
      const sealed = new Set<string>();
      for await (const block of since('block', from)) for (const id of block.entryIds) sealed.add(id);
      const secret = await key();
      const orphans: EntryRecord[] = [];
      for await (const entry of since('entry', from)) {
        if (sealed.has(entry.id) || now - Date.parse(entry.timestamp) < orphanAfterMs) continue;
        if (entry.mac === entryMac(secret, entry)) orphans.push(entry);
        else log(`TRAIL: the entry ${entry.id} was not written by Tenantry; it stays unsealed`);
      }
      if (orphans.length > 0) await seal(orphans);
      swept = true;
      return orphans.length;
    },

    async anchor() {
      const anchoredAt = clock.now().toISOString();
      if (anchoredOn === anchoredAt.slice(0, 10)) return;
      const { sequence, mac, timestamp } = await readHead();
      if (timestamp === null) return;
      if (await writeAnchor(blobs, { sequence, mac, anchoredAt, month: monthOf(timestamp) })) {
        log(`TRAIL: anchored block ${sequence} ${mac}`);
      }
      anchoredOn = anchoredAt.slice(0, 10);
    },
  };
}
