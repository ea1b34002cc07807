import { type Collection, type ContainerDefinition, type RecordStore, update } from '../../ports/collection.ts';
import type { PendingEntry, Trail, TrailEntry } from '../../ports/trail.ts';
import type { Trailed } from '../../store/outbox.ts';

export const nothingPending = { pendingTrail: [], hasPendingTrail: false };

export function pendingEntry(entry: TrailEntry, now: Date): PendingEntry {
  const timestamp = now.toISOString();
  return { ...entry, id: `entry-${timestamp}-${crypto.randomUUID()}`, timestamp };
}

/** The record with an entry that says what was changed on it. */
export function withTrail<T extends Trailed>(record: T, entry: TrailEntry, now: Date): T {
  return { ...record, pendingTrail: [...record.pendingTrail, pendingEntry(entry, now)], hasPendingTrail: true };
}

/** Seals what waits on the record and takes it off. Answer the caller only after this. */
export async function settleTrail<T extends Trailed>(
  collection: Collection<T>,
  record: T,
  trail: Pick<Trail, 'recordPending'>,
): Promise<void> {
  if (record.pendingTrail.length === 0) return;
  await trail.recordPending(record.pendingTrail);
  const settled = new Set(record.pendingTrail.map((entry) => entry.id));
  await update(collection, record.id, (current) => {
    const pendingTrail = current.pendingTrail.filter((entry) => !settled.has(entry.id));
    return { ...current, pendingTrail, hasPendingTrail: pendingTrail.length > 0 };
  });
}

/** Settles records whose process died before it did. @returns how many there were */
export async function settleLeftovers<T extends Trailed>(
  store: RecordStore,
  container: ContainerDefinition,
  partitionOf: (record: T) => string,
  trail: Pick<Trail, 'recordPending'>,
): Promise<number> {
  const { items } = await store.across<T>(container).query({
    where: [{ field: 'hasPendingTrail', op: 'eq', value: true }],
    limit: 100,
  });
  for (const record of items) await settleTrail(store.partition<T>(container, partitionOf(record)), record, trail);
  return items.length;
}
