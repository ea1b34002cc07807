import { type Collection, every, update } from '../../ports/collection.ts';
import type { OutboxEntry, Trail, TrailDetails, TrailEntry } from '../../ports/trail.ts';
import type { AuditLogStore } from '../../store/audit-log.ts';
import type { Outboxed } from '../../store/outbox.ts';
import { outboxEntry, settleOutbox } from './outbox.ts';

/** Changes of several records that somebody makes in one go: one entry tells all of them, with its members. */
export type Batch = { id: string; at: Date };

/** What the entry of a batch says, with its members, each by its id: one that was changed in two steps comes with two entries. */
type Told = (members: readonly { id: string; entry: TrailEntry }[]) => TrailEntry & {
  details: TrailDetails & { members: readonly ({ id: string } & TrailDetails)[] };
};

export const newBatch = (at: Date): Batch => ({ id: `entry-${at.toISOString()}-${crypto.randomUUID()}`, at });

/** The record with an entry of its own, which is sealed where the process dies before the batch's is. */
export function withBatchEntry<T extends Outboxed>(record: T, entry: TrailEntry, { id, at }: Batch): T {
  const waiting: OutboxEntry = { ...outboxEntry(entry, at), batch: { id, member: record.id } };
  return { ...record, outbox: [...record.outbox, waiting], hasOutbox: true };
}

/** The record with the entries that a change has put on it as those of a member of the batch. */
export function asMember<T extends Outboxed>(before: T, after: T, { id }: Batch): T {
  const known = new Set(before.outbox.map((entry) => entry.id));
  const outbox = after.outbox.map((entry) =>
    known.has(entry.id) ? entry : { ...entry, batch: { id, member: after.id } },
  );
  return { ...after, outbox };
}

/**
 * Seals one entry for the changes of a batch, and takes those of its members off. What somebody who changed a record meanwhile has
 * told already is told there; a batch of one is told as a single change is.
 */
export async function settleAsOne<T extends Outboxed>(
  collection: Collection<T>,
  ids: readonly string[],
  { batch, trail, told }: { batch: Batch; trail: Pick<Trail, 'recordOutbox'>; told: Told },
): Promise<void> {
  const records = ids.length === 0 ? [] : await every(collection, { where: [{ field: 'id', op: 'in', value: ids }] });
  const ofBatch = (entry: OutboxEntry) => entry.batch?.id === batch.id;
  const changed = records.filter(({ outbox }) => outbox.some(ofBatch));
  const [only, ...others] = changed;
  if (only === undefined) return;
  if (others.length === 0) return settleOutbox(collection, only, trail);
  const members = changed.flatMap(({ id, outbox }) => outbox.filter(ofBatch).map((entry) => ({ id, entry })));
  await trail.recordOutbox([{ ...told(members), id: batch.id, timestamp: batch.at.toISOString() }]);
  for (const { id } of changed) {
    await update(collection, id, (current) => {
      const outbox = current.outbox.filter((entry) => !ofBatch(entry));
      return outbox.length === current.outbox.length ? current : { ...current, outbox, hasOutbox: outbox.length > 0 };
    });
  }
}

/** Whether the entry of its batch was recorded, and names it. */
async function isTold({ ofMonth }: AuditLogStore, { batch, timestamp }: OutboxEntry): Promise<boolean> {
  const recorded = batch && (await ofMonth(timestamp).get(batch.id))?.value;
  if (recorded?.kind !== 'entry') return false;
  const { members } = recorded.details;
  const names = (one: unknown) => typeof one === 'object' && one !== null && 'id' in one && one.id === batch?.member;
  return Array.isArray(members) && members.some(names);
}

/** The entries that no entry of a batch has told: each as it is recorded. */
export async function notToldByBatch(auditLog: AuditLogStore, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const left: OutboxEntry[] = [];
  for (const entry of entries) {
    const { batch, ...own } = entry;
    if (batch === undefined || !(await isTold(auditLog, entry))) left.push(own);
  }
  return left;
}
