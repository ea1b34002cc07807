import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import { all, type Collection, RecordExistsError, type RecordStore, type Scalar } from '../../ports/collection.ts';
import type { Trail, TrailEntry } from '../../ports/trail.ts';
import type { Vault } from '../../ports/vault.ts';
import { containers, monthOf } from '../../records/containers.ts';

type EntryRecord = {
  kind: 'entry';
  id: string;
  eventType: string;
  user: string;
  target: string;
  tenantId: string | null;
  details: Record<string, Scalar>;
  timestamp: string;
};

/** A block seals entries: it names their hashes and the block before, under a key that only the vault has. */
type BlockRecord = {
  kind: 'block';
  id: string;
  sequence: number;
  previous: string;
  entryHashes: string[];
  entryIds: string[];
  count: number;
  mac: string;
  timestamp: string;
};

type TrailRecord = EntryRecord | BlockRecord;
type Head = { sequence: number; mac: string; timestamp: string | null };

const keyName = 'trail-key';
const genesis: Head = { sequence: 0, mac: 'genesis', timestamp: null };
/** An entry younger than this may still be on its way into a block. */
const orphanAfterMs = 30_000;
const sweepBackMs = 10 * 60_000;
const blockId = (sequence: number) => `block-${String(sequence).padStart(12, '0')}`;

function hashOf(entry: EntryRecord): string {
  const { id, eventType, user, target, tenantId, details, timestamp } = entry;
  const sorted = Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([id, eventType, user, target, tenantId, sorted, timestamp]))
    .digest('hex');
}

function macOf(key: string, block: Omit<BlockRecord, 'mac'>): string {
  const { sequence, previous, entryHashes, entryIds, count, timestamp } = block;
  return createHmac('sha256', key)
    .update(JSON.stringify([sequence, previous, entryIds, entryHashes, count, timestamp]))
    .digest('hex');
}

async function trailKey(vault: Vault): Promise<string> {
  const known = await vault.get(keyName);
  if (known) return known;
  await vault.set(keyName, randomBytes(32).toString('base64'));
  // Read back: of two processes that start at once, the vault's newest version serves both.
  const key = await vault.get(keyName);
  if (!key) throw new Error('The vault did not keep the trail key');
  return key;
}

type Dependencies = { store: RecordStore; vault: Vault; clock: Clock };

/**
 * The activity trail: entries are records of their own; a chain of blocks seals them. One commit is in flight in a
 * process and takes all that waits (group commit); between processes, creating the next block decides who was first.
 */
export function createTrail({ store, vault, clock }: Dependencies): Trail {
  let key: Promise<string> | undefined;
  let head: Head | undefined;
  let waiting: { entry: EntryRecord; done: () => void; failed: (error: unknown) => void }[] = [];
  let committing = false;
  const month = (at: string): Collection<TrailRecord> => store.partition(containers.auditLogs, monthOf(at));

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
    key ??= trailKey(vault).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    const secret = await key;
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
        entryHashes: entries.map(hashOf),
        count: entries.length,
        timestamp,
      };
      const block: BlockRecord = { ...content, mac: macOf(secret, content) };
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

  async function commit(): Promise<void> {
    committing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await Promise.all(batch.map(({ entry }) => month(entry.timestamp).create(entry)));
        await seal(batch.map(({ entry }) => entry));
        for (const one of batch) one.done();
      } catch (error) {
        for (const one of batch) one.failed(error);
      }
    }
    committing = false;
  }

  let swept = false;

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

  async function sealOrphans(): Promise<number> {
    const now = clock.now().getTime();
    // After a standstill the orphans are as old as the last block; while others go on, they are minutes old.
    const last = swept ? null : (await readHead()).timestamp;
    const from = new Date((last === null ? now : Math.min(now, Date.parse(last))) - sweepBackMs);
    const sealed = new Set<string>();
    for await (const block of since('block', from)) for (const id of block.entryIds) sealed.add(id);
    const orphans: EntryRecord[] = [];
    for await (const entry of since('entry', from)) {
      const old = now - Date.parse(entry.timestamp) >= orphanAfterMs;
      if (old && !sealed.has(entry.id)) orphans.push(entry);
    }
    if (orphans.length > 0) await seal(orphans);
    swept = true;
    return orphans.length;
  }

  return {
    sealOrphans,
    record(entry: TrailEntry) {
      const timestamp = clock.now().toISOString();
      const record: EntryRecord = {
        kind: 'entry',
        id: `entry-${timestamp}-${crypto.randomUUID()}`,
        timestamp,
        ...entry,
      };
      return new Promise<void>((done, failed) => {
        waiting.push({ entry: record, done, failed });
        if (!committing) void commit();
      });
    },
  };
}

export type TrailVerification = { blocks: number; entries: number; problems: string[] };

/**
 * Checks the chain over the given months (`2026-11`, in order): each block's seal, its place in the chain, and that
 * each entry is there, unchanged and sealed.
 */
export async function verifyTrail(
  store: RecordStore,
  vault: Vault,
  months: readonly string[],
): Promise<TrailVerification> {
  const secret = await trailKey(vault);
  const problems: string[] = [];
  const sealed = new Map<string, string>();
  const entries: EntryRecord[] = [];
  const blocks: BlockRecord[] = [];
  for (const name of months) {
    for await (const record of all<TrailRecord>(store.partition(containers.auditLogs, name))) {
      if (record.kind === 'block') blocks.push(record);
      else entries.push(record);
    }
  }
  blocks.sort((a, b) => a.sequence - b.sequence);
  let previous: BlockRecord | undefined;
  for (const block of blocks) {
    if (block.mac !== macOf(secret, block)) problems.push(`${block.id}: its seal does not fit its content`);
    if (previous && (block.sequence !== previous.sequence + 1 || block.previous !== previous.mac)) {
      problems.push(`${block.id}: does not follow ${previous.id}`);
    }
    block.entryIds.forEach((id, index) => {
      sealed.set(id, block.entryHashes[index] ?? '');
    });
    previous = block;
  }
  for (const entry of entries) {
    const hash = sealed.get(entry.id);
    if (hash === undefined) problems.push(`${entry.id}: not sealed by any block`);
    else if (hash !== hashOf(entry)) problems.push(`${entry.id}: changed after it was sealed`);
    sealed.delete(entry.id);
  }
  for (const id of sealed.keys()) problems.push(`${id}: sealed, but gone`);
  return { blocks: blocks.length, entries: entries.length, problems };
}
