import type { Clock } from '../../ports/clock.ts';
import { all } from '../../ports/collection.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { AuditLogStore, EntryRecord, TrailRecord } from '../../store/audit-log.ts';
import { monthOf, startOfMonth } from '../../store/month.ts';
import { monthsOfTrail } from './chain.ts';
import { entryMac } from './seals.ts';

/** An entry younger than this may still be on its way into a block. */
const orphanAfterMs = 30_000;

const nearMs = 40 * 86_400_000;

/** The months since an instant that may hold anything; over a long time those alone that do. */
async function monthsSince(auditLog: AuditLogStore, from: Date, now: Date): Promise<string[]> {
  const first = monthOf(from.toISOString());
  if (now.getTime() - from.getTime() > nearMs) return (await monthsOfTrail(auditLog)).filter((month) => month >= first);
  // The next one, too: another host's clock may be ahead of ours.
  const near = [-1, 0, 1].map((offset) => monthOf(startOfMonth(now, offset).toISOString()));
  return near.filter((month) => month >= first);
}

/** Records of a kind since an instant. */
async function* since<K extends TrailRecord['kind']>(
  auditLog: AuditLogStore,
  kind: K,
  from: Date,
  now: Date,
): AsyncGenerator<Extract<TrailRecord, { kind: K }>> {
  for (const month of await monthsSince(auditLog, from, now)) {
    const where = [
      { field: 'kind', op: 'eq', value: kind },
      { field: 'timestamp', op: 'gte', value: from.toISOString() },
    ] as const;
    const orderBy = { field: 'timestamp', direction: 'asc' } as const;
    for await (const record of all(auditLog.ofMonth(month), { where, orderBy })) {
      yield record as Extract<TrailRecord, { kind: K }>;
    }
  }
}

/**
 * Entries since `from` that no block seals, because their process died between writing and sealing them. One that this
 * product did not write is logged and never sealed.
 */
export async function findOrphans(
  { auditLog, clock, log }: { auditLog: AuditLogStore; clock: Clock; log: Log },
  key: string,
  from: Date,
): Promise<EntryRecord[]> {
  const now = clock.now();
  const sealed = new Set<string>();
  for await (const block of since(auditLog, 'block', from, now)) for (const id of block.entryIds) sealed.add(id);
  const orphans: EntryRecord[] = [];
  for await (const entry of since(auditLog, 'entry', from, now)) {
    if (sealed.has(entry.id) || now.getTime() - Date.parse(entry.timestamp) < orphanAfterMs) continue;
    if (entry.mac === entryMac(key, entry)) orphans.push(entry);
    else log('An entry of the audit trail is not ours', { entryId: entry.id });
  }
  return orphans;
}
