import type { Clock } from '../../ports/clock.ts';
import { type Changeable, replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { OutboxEntry, Trail, TrailEntry } from '../../ports/trail.ts';
import type { Outboxed, OutboxStore } from '../../store/outbox.ts';
import { everyTenant } from '../../store/scope.ts';
import { tokenDetails } from '../tokens/acting-token.ts';

export const emptyOutbox = { outbox: [], hasOutbox: false };

/** An entry as it is kept. One of a call that a token makes says which: its owner is the user. */
export function outboxEntry(entry: TrailEntry, now: Date): OutboxEntry {
  const timestamp = now.toISOString();
  return {
    ...entry,
    details: { ...entry.details, ...tokenDetails() },
    id: `entry-${timestamp}-${crypto.randomUUID()}`,
    timestamp,
  };
}

/** The record with an entry that says what was changed on it. */
export function withEntry<T extends Outboxed>(record: T, entry: TrailEntry, now: Date): T {
  return { ...record, outbox: [...record.outbox, outboxEntry(entry, now)], hasOutbox: true };
}

/**
 * Seals what waits on the record and takes it off. Answer the caller only after this.
 * @param etag of the record as it was written: where nobody changed it since, it is not read again
 */
export async function settleOutbox<T extends Outboxed>(
  collection: Changeable<T>,
  record: T,
  trail: Pick<Trail, 'recordOutbox'>,
  etag?: string,
): Promise<void> {
  if (record.outbox.length === 0) return;
  await trail.recordOutbox(record.outbox);
  const settled = new Set(record.outbox.map((entry) => entry.id));
  const without = (current: T): T => {
    const outbox = current.outbox.filter((entry) => !settled.has(entry.id));
    return { ...current, outbox, hasOutbox: outbox.length > 0 };
  };
  if (etag !== undefined && (await replaceIfUnchanged(collection, without(record), etag))) return;
  await update(collection, record.id, without);
}

/**
 * Changes the record and seals what then waits on it: answer the caller only after this.
 * @returns null where there is no such record
 */
export async function changeAndSeal<T extends Outboxed>(
  trail: Pick<Trail, 'recordOutbox'>,
  collection: Changeable<T>,
  id: string,
  change: (value: T) => T,
): Promise<T | null> {
  const record = await update(collection, id, change);
  if (record) await settleOutbox(collection, record, trail);
  return record;
}

/** As long as the changes of a batch may take until one entry tells them. */
const batchForMs = 60_000;

/** Seals what waits on records whose process died before it did. @returns how many there were */
export async function settleOutboxes(
  outboxes: OutboxStore,
  { trail, clock }: { trail: Pick<Trail, 'recordOutbox'>; clock: Clock },
): Promise<number> {
  const batchesSince = new Date(clock.now().getTime() - batchForMs).toISOString();
  let settled = 0;
  for await (const { record, collection } of outboxes.waiting(everyTenant)) {
    if (record.outbox.every(({ batch, timestamp }) => batch !== undefined && timestamp > batchesSince)) continue;
    await settleOutbox(collection, record, trail);
    settled += 1;
  }
  return settled;
}
