import type { Blobs } from '../../ports/blobs.ts';
import type { BlockRecord } from '../../store/audit-log.ts';
import { monthOf } from '../../store/month.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { monthsOfTrail, newestBlock, readHead } from './chain.ts';
import {
  anchorSeal,
  type EarlierAnchor,
  hashOfEarlier,
  listAnchors,
  newestAnchor,
  noteAnchor,
  readEarlierAnchor,
  type TrailAnchor,
  writeAnchor,
} from './trail-anchors.ts';

/** What the trail is written and anchored with. */
export type TrailDependencies = Pick<CommonParts, 'auditLog' | 'vault' | 'blobs' | 'clock' | 'log'>;

const hourOf = (instant: string) => instant.slice(0, 13);

/** The last block of each month since the last anchor, and the newest of all. */
async function blocksToAnchor(
  { auditLog, clock }: TrailDependencies,
  last: TrailAnchor | null,
): Promise<readonly BlockRecord[]> {
  const { sequence, timestamp } = await readHead(auditLog, clock);
  if (timestamp === null || sequence <= (last?.sequence ?? 0)) return [];
  const from = last === null ? '' : monthOf(last.timestamp);
  const months = (await monthsOfTrail(auditLog)).filter((month) => month >= from && month <= monthOf(timestamp));
  const newest: BlockRecord[] = [];
  for (const month of months) {
    const block = await newestBlock(auditLog, month);
    if (block && block.sequence > (last?.sequence ?? 0)) newest.push(block);
  }
  return newest;
}

async function earlierAnchors(blobs: Blobs): Promise<EarlierAnchor[]> {
  const found: EarlierAnchor[] = [];
  for (const name of (await listAnchors(blobs, 0)).earlier) {
    const anchor = await readEarlierAnchor(blobs, name);
    if (anchor) found.push(anchor);
  }
  return found;
}

/**
 * Anchors the newest block once in an hour, by whichever process is first, and the last block of each month that ended
 * meanwhile. Where nothing was written since the last anchor there is none.
 */
export async function anchorTrail(dependencies: TrailDependencies, key: string): Promise<void> {
  const { blobs, vault, clock, log } = dependencies;
  const anchoredAt = clock.now().toISOString();
  let { anchor: last, isNoted, next } = await newestAnchor(dependencies, key);
  if (last && !isNoted) await noteAnchor(vault, last);
  if (last && hourOf(last.anchoredAt) >= hourOf(anchoredAt)) return;
  for (const { sequence, mac, timestamp } of await blocksToAnchor(dependencies, last)) {
    const earlier = last === null ? await earlierAnchors(blobs) : [];
    const content = {
      number: next,
      previous: last?.seal ?? '',
      sequence,
      mac,
      timestamp,
      anchoredAt,
      earlierHash: hashOfEarlier(earlier),
    };
    const seal = anchorSeal(key, content);
    const anchor: TrailAnchor = { ...content, seal, ...(earlier.length === 0 ? {} : { earlier }) };
    // Another process is at it.
    if (!(await writeAnchor(blobs, anchor))) return;
    await noteAnchor(vault, anchor);
    log('The audit trail was anchored', { anchor: anchor.number, sequence, mac });
    last = anchor;
    next += 1;
  }
}
