import type { Clock } from '../../ports/clock.ts';
import { type Collection, createOnce, replaceIfUnchanged } from '../../ports/collection.ts';
import type { Trail, TrailEntry } from '../../ports/trail.ts';
import type { Outboxed } from '../../store/outbox.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../audit-trail/outbox.ts';

/** A record of settings that counts its changes, so that nobody overwrites one that they have not seen. */
type Revised = Outboxed & { revision: number; updatedBy: string; updatedAt: string };

/** What every such record carries beside the choices themselves. */
export type RevisedStamp = Pick<Revised, 'id' | 'revision' | 'updatedBy' | 'updatedAt' | 'outbox' | 'hasOutbox'>;

type Asked = {
  id: string;
  /** Of the record that was edited; 0 where nobody had changed anything. */
  revision: number;
  /** As the trail names them. */
  by: string;
  told: Pick<TrailEntry, 'eventType' | 'target'>;
  /** What is thrown where somebody else changed it since. */
  conflict: () => Error;
};

type Made<T> = { record: T; details: Record<string, unknown> };

/**
 * Changes settings of the whole installation, with their entry in the trail. Of two at once one is refused, unless both want the same.
 * @param make the record as it is wanted, with its stamp, and what the trail tells; null where nothing would differ
 * @returns the record as it is then; null where nobody has changed anything
 */
export async function changeRevised<T extends Revised>(
  { trail, clock }: { trail: Pick<Trail, 'recordOutbox'>; clock: Clock },
  records: Collection<T>,
  asked: Asked,
  make: (stored: T | null, stamp: RevisedStamp) => Made<T> | null | Promise<Made<T> | null>,
): Promise<T | null> {
  const { id, by, told, conflict } = asked;
  const now = clock.now();
  const stored = await records.get(id);
  const revision = stored?.value.revision ?? 0;
  const waiting = stored ? { outbox: stored.value.outbox, hasOutbox: stored.value.hasOutbox } : emptyOutbox;
  const stamp = { id, revision: revision + 1, updatedBy: by, updatedAt: now.toISOString(), ...waiting };
  const made = await make(stored?.value ?? null, stamp);
  if (made === null) return stored?.value ?? null;
  if (revision !== asked.revision) throw conflict();
  const details = { ...made.details, revision: stamp.revision };
  const written = withEntry(made.record, { ...told, user: by, tenantId: null, details }, now);
  const saved = stored ? await replaceIfUnchanged(records, written, stored.etag) : await createOnce(records, written);
  // Somebody was faster: what they wrote decides.
  if (!saved) return changeRevised({ trail, clock }, records, asked, make);
  await settleOutbox(records, saved.value, trail, saved.etag);
  return saved.value;
}
