import type { Blobs } from '../../ports/blobs.ts';
import { all } from '../../ports/collection.ts';
import type { Vault } from '../../ports/vault.ts';
import type { AuditLogStore, BlockRecord, EntryRecord, TrailRecord } from '../../store/audit-log.ts';
import { blockMac, entryHash, entryMac, firstPrevious } from './seals.ts';
import { readAnchors } from './trail-anchors.ts';
import { readTrailKey } from './trail-key.ts';

type TrailVerification = { blocks: number; entries: number; problems: string[] };

function chainProblems(blocks: readonly BlockRecord[], key: string, fromTheStart: boolean): string[] {
  const problems: string[] = [];
  let previous: BlockRecord | undefined;
  for (const block of blocks) {
    if (block.mac !== blockMac(key, block)) problems.push(`${block.id}: its seal does not fit its content`);
    if (previous && (block.sequence !== previous.sequence + 1 || block.previous !== previous.mac)) {
      problems.push(`${block.id}: does not follow ${previous.id}`);
    }
    if (!previous && fromTheStart && (block.sequence !== 1 || block.previous !== firstPrevious)) {
      problems.push(`${block.id}: is not the first block, and there is none before it`);
    }
    previous = block;
  }
  return problems;
}

function entryProblems(entries: readonly EntryRecord[], blocks: readonly BlockRecord[], key: string): string[] {
  const problems: string[] = [];
  const sealed = new Map<string, string>();
  for (const block of blocks) {
    for (const [index, id] of block.entryIds.entries()) sealed.set(id, block.entryHashes[index] ?? '');
  }
  for (const entry of entries) {
    const hash = sealed.get(entry.id);
    if (entry.mac !== entryMac(key, entry)) problems.push(`${entry.id}: not written by this product, or changed`);
    else if (hash === undefined) problems.push(`${entry.id}: not sealed by any block`);
    else if (hash !== entryHash(entry)) problems.push(`${entry.id}: changed after it was sealed`);
    sealed.delete(entry.id);
  }
  for (const id of sealed.keys()) problems.push(`${id}: sealed, but gone`);
  return problems;
}

/**
 * Checks the chain over the given months (`2026-11`, in order): each block's seal and place, that each entry is there,
 * unchanged and sealed, and that what was anchored outside the store is still in it. What was cut off at the end since
 * the last anchor (a day at most) cannot be seen. It only reads.
 * @param options.fromTheStart the first of the months is the first of the trail
 */
export async function verifyTrail(
  { auditLog, vault, blobs }: { auditLog: AuditLogStore; vault: Vault; blobs: Blobs },
  months: readonly string[],
  options: { fromTheStart: boolean } = { fromTheStart: false },
): Promise<TrailVerification> {
  const key = await readTrailKey(auditLog, vault);
  const entries: EntryRecord[] = [];
  const blocks: BlockRecord[] = [];
  for (const name of months) {
    for await (const record of all<TrailRecord>(auditLog.ofMonth(name))) {
      if (record.kind === 'block') blocks.push(record);
      else entries.push(record);
    }
  }
  if (key === null) {
    const problems = blocks.length + entries.length === 0 ? [] : ['There are entries, but no key was ever made'];
    return { blocks: blocks.length, entries: entries.length, problems };
  }
  blocks.sort((a, b) => a.sequence - b.sequence);
  const problems = [...chainProblems(blocks, key, options.fromTheStart), ...entryProblems(entries, blocks, key)];
  const macs = new Map(blocks.map((block) => [block.sequence, block.mac]));
  for (const anchor of await readAnchors(blobs, months)) {
    if (macs.get(anchor.sequence) !== anchor.mac) {
      problems.push(`block ${anchor.sequence}, anchored at ${anchor.anchoredAt}, is gone or another one`);
    }
  }
  return { blocks: blocks.length, entries: entries.length, problems };
}
