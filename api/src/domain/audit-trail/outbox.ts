import type { Changeable } from '../../ports/collection.ts';
import { type Collection, RecordChangedError, update } from '../../ports/collection.ts';
import type { PendingEntry, Trail, TrailEntry } from '../../ports/trail.ts';
import type { OutboxStore, Trailed } from '../../store/outbox.ts';
import { everyTenant } from '../../store/scope.ts';

export const nothingPending = { pendingTrail: [], hasPendingTrail: false };

export function pendingEntry(entry: TrailEntry, now: Date): PendingEntry {
  const timestamp = now.toISOString();
  return { ...entry, id: `entry-${timestamp}-${crypto.randomUUID()}`, timestamp };
}

/** The record with an entry that says what was changed on it. */
export function withTrail<T extends Trailed>(record: T, entry: TrailEntry, now: Date): T {
  return { ...record, pendingTrail: [...record.pendingTrail, pendingEntry(entry, now)], hasPendingTrail: true };
}

/**
 * Seals what waits on the record and takes it off. Answer the caller only after this.
 * @param etag of the record as it was written: where nobody changed it since, it is not read again
 */
export async function settleTrail<T extends Trailed>(
  collection: Changeable<T>,
  record: T,
  trail: Pick<Trail, 'recordPending'>,
  etag?: string,
): Promise<void> {
  if (record.pendingTrail.length === 0) return;
  await trail.recordPending(record.pendingTrail);
  const settled = new Set(record.pendingTrail.map((entry) => entry.id));
  const without = (current: T): T => {
    const pendingTrail = current.pendingTrail.filter((entry) => !settled.has(entry.id));
    return { ...current, pendingTrail, hasPendingTrail: pendingTrail.length > 0 };
  };
  if (etag !== undefined && (await replaced(collection, without(record), etag))) return;
  await update(collection, record.id, without);
}

/** False where somebody changed the record meanwhile. */
async function replaced<T extends { id: string }>(
  collection: Pick<Collection<T>, 'replace'>,
  value: T,
  etag: string,
): Promise<boolean> {
  try {
    await collection.replace(value, etag);
    return true;
  } catch (error) {
    if (error instanceof RecordChangedError) return false;
    throw error;
  }
}

/** Seals what waits on records whose process died before it did. @returns how many there were */
export async function settleLeftovers(outboxes: OutboxStore, trail: Pick<Trail, 'recordPending'>): Promise<number> {
  let settled = 0;
  for await (const { record, collection } of outboxes.waiting(everyTenant)) {
    await settleTrail(collection, record, trail);
    settled += 1;
  }
  return settled;
}
