import type { TrailVerification } from '@tenantry/contract/audit-trail';
import type { Clock } from '../../ports/clock.ts';
import { type AuditLogStore, keyPartition } from '../../store/audit-log.ts';
import { isMonth, monthOf, startOfMonth } from '../../store/month.ts';
import type { OutboxStore } from '../../store/outbox.ts';
import { everyTenant } from '../../store/scope.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { readAnything } from './read-anything.ts';
import { listAnchors } from './trail-anchors.ts';
import { isKeyRecord } from './trail-forms.ts';
import { keyRecordId, readKeyNotes, readTrailKey } from './trail-key.ts';
import { createTrailProblems, type TrailProblems } from './trail-problems.ts';
import { openAnchors } from './verify-anchors.ts';
import { createBlockCheck } from './verify-blocks.ts';
import { createEntryCheck, type EntryCheck } from './verify-entries.ts';

export type VerifyDependencies = Pick<CommonParts, 'vault' | 'blobs' | 'clock'> & {
  /** Of the records as they are stored, so that no field is lost on the way. */
  auditLog: AuditLogStore;
  outboxes: Pick<OutboxStore, 'waiting'>;
};

type Options = {
  onProgress?(entries: number): Promise<void>;
  /** How long an entry that was recorded late is given to be sealed, before it is told of. */
  settleMs?: number;
};

/** A key was made, and the first entry is on its way. */
const firstEntryWithinMs = 10 * 60_000;
/** As long after the last anchor the sweeper seals what a process left. */
const sweptBackMs = 10 * 60_000;

async function keysOf(auditLog: AuditLogStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of auditLog.partitionKeys()) keys.push(key);
  return keys;
}

/**
 * Holds the record that names the key against the vault's own note.
 * @returns whether the trail has to hold something: the vault knows its key, and not just since now
 */
async function verifyKeyRecords(
  { auditLog, vault, clock }: VerifyDependencies,
  problems: TrailProblems,
): Promise<boolean> {
  const { noted, recorded } = await readKeyNotes(auditLog, vault);
  const tell = (record: string, message: string) =>
    problems.add({ kind: 'key', record, at: null, month: keyPartition, message });
  for await (const record of readAnything(auditLog.anythingIn(keyPartition), keyPartition, [], problems)) {
    if (record.id !== keyRecordId) tell(record.id, 'Tenantry did not write this record.');
    else if (!isKeyRecord(record)) tell(record.id, "The record that names the trail's key was changed.");
  }
  if (!noted) return false;
  if (!recorded) tell(keyRecordId, "The record that names the trail's key is gone.");
  else if (noted.secretName !== recorded.secretName || noted.timestamp !== recorded.timestamp) {
    tell(keyRecordId, "The record of the trail's key says another thing than the vault does.");
  }
  return clock.now().getTime() - Date.parse(noted.timestamp) > firstEntryWithinMs;
}

function result(clock: Clock, problems: TrailProblems, found: Partial<TrailVerification>): TrailVerification {
  const list = problems.list();
  // The first one is of a newer version only where all of them are.
  const onlyNewer = list[0]?.kind === 'newer';
  const status = list.length === 0 ? 'whole' : onlyNewer ? 'notVerified' : 'broken';
  return {
    status,
    reason: onlyNewer ? 'A newer version of Tenantry wrote some of it. Run the verification of that version.' : null,
    verifiedAt: clock.now().toISOString(),
    entries: 0,
    blocks: 0,
    from: null,
    until: null,
    anchored: null,
    unproven: { blocks: 0, entries: 0, waiting: 0 },
    notes: [],
    ...found,
    problemCount: problems.count(),
    problems: list,
  };
}

/** A trail of which neither the vault nor a record knows the key: there is none yet, or all that told of it is gone. */
async function verifyWithoutKey(
  { auditLog, blobs, vault }: VerifyDependencies,
  problems: TrailProblems,
): Promise<void> {
  const { after, earlier } = await listAnchors(blobs, 0);
  const [partition] = await keysOf(auditLog);
  if (after.length + earlier.length === 0 && partition === undefined) return;
  // Its first entry may have been written just now.
  if ((await readTrailKey(auditLog, vault)) !== null) return;
  const message = 'There are entries or anchors of a trail, and nothing names its key any more.';
  problems.add({ kind: 'key', record: keyRecordId, at: null, month: keyPartition, message });
}

/**
 * Genuine entries that no block seals: those since the last anchor wait for the sweeper, or have lost what lay after it, which
 * is unproven either way. Earlier ones have just been recorded late, or have lost their block.
 * @returns how many wait
 */
async function settleUnsealed(
  { outboxes, clock }: VerifyDependencies,
  entries: EntryCheck,
  anchoredAt: string | null,
  readLaterBlocks: (months: readonly string[]) => Promise<void>,
  settleMs: number,
): Promise<number> {
  const limit = anchoredAt === null ? '' : new Date(Date.parse(anchoredAt) - sweptBackMs).toISOString();
  const late = () => [...entries.unsealed()].filter(([, { timestamp }]) => timestamp < limit).map(([id]) => id);
  if (late().length > 0) {
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const months = [-1, 0, 1].map((offset) => monthOf(startOfMonth(clock.now(), offset).toISOString()));
    await readLaterBlocks(months);
  }
  const left = new Set(late());
  if (left.size > 0) {
    for await (const { record } of outboxes.waiting(everyTenant)) for (const { id } of record.outbox) left.delete(id);
  }
  for (const id of left) entries.reportUnsealed(id);
  return entries.unsealed().size;
}

function notesOf(anchored: TrailVerification['anchored'], hasSealed: boolean, blocks: number): string[] {
  if (blocks === 0 || (anchored?.isSealed && hasSealed)) return [];
  if (anchored === null) return ['There is no anchor yet: whether the end was cut off cannot be proven.'];
  return [
    'All anchors are of an earlier version of Tenantry and carry no seal: that none of them was removed together with the end of the trail cannot be proven. The next hour writes one that is sealed.',
  ];
}

/**
 * Verifies the whole trail: every month that the store holds, each block's seal and place, each entry against its block, the
 * record of the key, and every anchor. Anchors are read first, so that what is written meanwhile raises no alarm. It only
 * reads, and holds no more than a page of records and what waits for its other side.
 * @throws where the vault, the records or the files cannot be read: then nothing is known
 */
export async function verifyTrail(dependencies: VerifyDependencies, options: Options = {}): Promise<TrailVerification> {
  const { onProgress = async () => undefined, settleMs = 2_000 } = options;
  const problems = createTrailProblems();
  const { auditLog, vault, blobs, clock } = dependencies;
  const key = await readTrailKey(auditLog, vault);
  if (key === null) {
    await verifyWithoutKey(dependencies, problems);
    return result(clock, problems, {});
  }
  const entries = createEntryCheck({ auditLog, key, problems });
  const heard = () => onProgress(entries.count());
  const anchors = await openAnchors({ blobs, vault, clock, key, problems, heard });
  const hasBegun = await verifyKeyRecords(dependencies, problems);
  const check = createBlockCheck({ auditLog, key, problems, anchors, entries, onProgress });
  const keys = await keysOf(auditLog);
  for (const name of keys) {
    if (isMonth(name)) await check.verifyMonth(name);
    else if (name !== keyPartition) {
      const message = 'Records lie under a key that is no month. Tenantry did not write them.';
      problems.add({
        kind: 'inserted',
        record: `partition ${name.slice(0, 100)}`,
        at: null,
        month: name.slice(0, 100),
        message,
      });
    }
  }
  entries.reportNewer();
  // Before the anchors: a block that only a newer version can read is not gone.
  check.reportNewer();
  const { anchored, hasSealed } = await anchors.end();
  const waiting = await settleUnsealed(dependencies, entries, anchored?.at ?? null, check.readLaterBlocks, settleMs);
  const { blocks, unprovenBlocks, unprovenEntries, from, until } = check.result();
  if (blocks === 0 && waiting === 0 && hasBegun) {
    const message = 'The vault holds the key of a trail, and the trail is empty: all of it was removed.';
    problems.add({ kind: 'removed', record: 'trail', at: null, month: null, message });
  }
  return result(clock, problems, {
    entries: entries.count(),
    blocks,
    from,
    until,
    anchored,
    unproven: { blocks: unprovenBlocks, entries: unprovenEntries + waiting, waiting },
    notes: notesOf(anchored, hasSealed, blocks),
  });
}
