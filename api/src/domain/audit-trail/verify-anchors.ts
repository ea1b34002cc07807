import type { BlockRecord } from '../../store/audit-log.ts';
import { monthOf } from '../../store/month.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { blockId } from './seals.ts';
import {
  anchorFile,
  type EarlierAnchor,
  listAnchors,
  namedAtMost,
  notedAnchor,
  readAnchor,
  readEarlierAnchor,
  type TrailAnchor,
} from './trail-anchors.ts';
import type { TrailProblems } from './trail-problems.ts';

type Parts = Pick<CommonParts, 'blobs' | 'vault' | 'clock'> & {
  key: string;
  problems: TrailProblems;
  /** Called often while files are read. */
  heard(): Promise<void>;
};
/** What an anchor says of a block. */
type Claim = { name: string; sequence: number; mac: string; anchoredAt: string; isSealed: boolean };

const readAtOnce = 32;
/** The vault is told of an anchor right after its file is written, or by the next process that starts. */
const notedWithinMs = 3_600_000;

const anchorProblem = (record: string, at: string | null, message: string) =>
  ({ kind: 'anchor', record, at, month: null, message }) as const;

function altered(problems: TrailProblems, number: number, at: string | null): void {
  problems.add(anchorProblem(anchorFile(number), at, 'The file of this anchor is not as Tenantry wrote it.'));
}

/** The files of an earlier version that the first anchor names: sealed there, and still to be there themselves. */
async function* earlierClaims(
  { blobs, problems, heard }: Parts,
  files: readonly string[],
  sealed: readonly EarlierAnchor[],
): AsyncGenerator<Claim> {
  const known = new Map(sealed.map((anchor) => [anchor.name, anchor]));
  const there = new Set(files);
  for (const anchor of sealed) {
    if (!there.has(anchor.name)) {
      problems.add(anchorProblem(anchor.name, anchor.anchoredAt, 'The file of this anchor is gone.'));
    }
    yield { ...anchor, isSealed: true };
  }
  for (const name of files) {
    await heard();
    const anchor = await readEarlierAnchor(blobs, name);
    const taken = known.get(name);
    if (!anchor || (taken && (taken.mac !== anchor.mac || taken.sequence !== anchor.sequence))) {
      problems.add(anchorProblem(name, null, 'The file of this anchor is not as Tenantry wrote it.'));
    } else if (!known.has(name)) yield { ...anchor, isSealed: false };
  }
}

/** The numbered anchors up to the newest that is known, one after another, each held against the one before. */
async function* numberedClaims(parts: Parts, newest: number): AsyncGenerator<TrailAnchor> {
  const { blobs, key, problems, heard } = parts;
  let before: TrailAnchor | null = null;
  for (let first = 1; first <= newest; first += readAtOnce) {
    const numbers = Array.from({ length: Math.min(readAtOnce, newest - first + 1) }, (_, n) => first + n);
    const read = await Promise.all(numbers.map((number) => readAnchor(blobs, number, key)));
    await heard();
    for (const [index, anchor] of read.entries()) {
      const number = first + index;
      const after = before?.anchoredAt ?? null;
      if (anchor === 'altered') altered(problems, number, after);
      else if (anchor === 'missing') {
        problems.add(anchorProblem(anchorFile(number), after, 'The file of this anchor is gone.'));
      } else {
        if (before?.number === number - 1 && anchor.previous !== before.seal) altered(problems, number, after);
        before = anchor;
        yield anchor;
      }
    }
  }
}

async function bySequence(claims: AsyncIterable<Claim>): Promise<Claim[]> {
  const found: Claim[] = [];
  for await (const claim of claims) found.push(claim);
  return found.sort((a, b) => a.sequence - b.sequence);
}

async function* claimsOf(parts: Parts, newest: number, files: readonly string[], noted: TrailAnchor | null) {
  const numbered = numberedClaims(parts, newest);
  const first = await numbered.next();
  const sealed = first.done ? [] : (first.value.earlier ?? []);
  yield* await bySequence(earlierClaims(parts, files, sealed));
  const claimOf = (anchor: TrailAnchor): Claim => ({ ...anchor, name: anchorFile(anchor.number), isSealed: true });
  if (!first.done) yield claimOf(first.value);
  for await (const anchor of numbered) yield claimOf(anchor);
  // The vault keeps what the newest said, though its file may be gone.
  if (noted) yield claimOf(noted);
}

/**
 * The newest number up to which there have to be files: the vault's, or that of a sealed one right after it, whose writer died
 * or has not come to tell the vault. What lies after that, no process of this product wrote.
 */
async function newestKnown(parts: Parts): Promise<{ noted: TrailAnchor | null; newest: number; earlier: string[] }> {
  const { blobs, vault, clock, key, problems, heard } = parts;
  const before = await notedAnchor(vault, key);
  const { after, earlier, ...others } = await listAnchors(blobs, before?.number ?? 0, heard);
  // Asked again: others anchor meanwhile, and write each file before they note it.
  const noted = await notedAnchor(vault, key);
  let newest = noted?.number ?? 0;
  let last: TrailAnchor | null = null;
  for (const number of after) {
    if (number <= newest) continue;
    // Where the vault has none to start from, the first one that is left.
    const mayFollow = number === newest + 1 || (!noted && number === after[0]);
    const anchor = mayFollow ? await readAnchor(blobs, number, key) : 'altered';
    if (typeof anchor !== 'string') [newest, last] = [number, anchor];
    else if (others.strange.length < namedAtMost) others.strange.push(anchorFile(number));
    else others.uncounted += 1;
    await heard();
  }
  for (const name of others.strange) problems.add(anchorProblem(name, null, 'Tenantry did not write this file.'));
  if (others.uncounted > 0) {
    const message = `There are ${others.uncounted} more files that Tenantry did not write.`;
    problems.add(anchorProblem('trail-anchors/', null, message));
  }
  if (!noted && last && (last.number > 1 || clock.now().getTime() - Date.parse(last.anchoredAt) > notedWithinMs)) {
    const message =
      'The vault has no note of the newest anchor, though there are sealed anchors: the note was removed.';
    problems.add(anchorProblem('trail-newest-anchor in the vault', last.anchoredAt, message));
  }
  return { noted, newest, earlier };
}

/**
 * The anchors that there are now, to be held against blocks that are read afterwards: each block that one of them names is
 * there already. They are read as the blocks pass, in their order.
 */
export async function openAnchors(parts: Parts) {
  const { problems } = parts;
  const { noted, newest, earlier } = await newestKnown(parts);
  const claims = claimsOf(parts, newest, earlier, noted);
  let waiting = await claims.next();
  let anchored: { block: number; at: string; isSealed: boolean } | null = null;
  let hasSealed = false;

  function missing({ sequence, anchoredAt, name }: Claim): void {
    problems.add({
      kind: 'removed',
      record: blockId(sequence),
      at: anchoredAt,
      month: monthOf(anchoredAt),
      message: `This block was there when ${name} was written, and is gone: the trail was cut off or replaced here.`,
    });
  }

  return {
    isNone: waiting.done === true,

    /** Holds the anchors up to this block against it. @returns whether one of them proves it */
    async pass(block: BlockRecord): Promise<boolean> {
      let isProven = false;
      for (; !waiting.done && waiting.value.sequence <= block.sequence; waiting = await claims.next()) {
        const claim = waiting.value;
        hasSealed ||= claim.isSealed;
        if (claim.sequence < block.sequence && !(anchored && claim.sequence <= anchored.block)) missing(claim);
        if (claim.sequence < block.sequence) continue;
        if (claim.mac === block.mac) {
          isProven = true;
          anchored = {
            block: block.sequence,
            at: claim.anchoredAt,
            isSealed: claim.isSealed || (anchored?.isSealed ?? false),
          };
        } else missing(claim);
      }
      return isProven;
    },

    /** What is left of them names blocks that are not there. */
    async end() {
      for (; !waiting.done; waiting = await claims.next()) {
        const claim = waiting.value;
        hasSealed ||= claim.isSealed;
        if (!(anchored && claim.sequence <= anchored.block)) missing(claim);
      }
      return { anchored, hasSealed };
    },
  };
}

export type Anchors = Awaited<ReturnType<typeof openAnchors>>;
