import type { Blobs } from '../../ports/blobs.ts';
import type { Vault } from '../../ports/vault.ts';
import type { BlockRecord } from '../../store/audit-log.ts';
import { monthOf } from '../../store/month.ts';
import { blockId } from './seals.ts';
import {
  anchorFile,
  type EarlierAnchor,
  listAnchors,
  notedAnchor,
  readAnchor,
  readEarlierAnchor,
  type TrailAnchor,
} from './trail-anchors.ts';
import type { TrailProblems } from './trail-problems.ts';

type Parts = { blobs: Blobs; vault: Vault; key: string; problems: TrailProblems };
/** What an anchor says of a block. */
type Claim = { name: string; sequence: number; mac: string; anchoredAt: string; isSealed: boolean };

const readAtOnce = 32;

const anchorProblem = (record: string, at: string | null, message: string) =>
  ({ kind: 'anchor', record, at, month: null, message }) as const;

function altered(problems: TrailProblems, number: number, at: string | null): void {
  problems.add(anchorProblem(anchorFile(number), at, 'The file of this anchor is not as Tenantry wrote it.'));
}

/** The files of an earlier version that the first anchor names: sealed there, and still to be there themselves. */
async function* earlierClaims(
  { blobs, problems }: Parts,
  files: readonly string[],
  sealed: readonly EarlierAnchor[],
): AsyncGenerator<Claim> {
  const known = new Set(sealed.map(({ name }) => name));
  for (const anchor of sealed) {
    if (!files.includes(anchor.name)) {
      problems.add(anchorProblem(anchor.name, anchor.anchoredAt, 'The file of this anchor is gone.'));
    }
    yield { ...anchor, isSealed: true };
  }
  for (const name of files) {
    const anchor = await readEarlierAnchor(blobs, name);
    const taken = sealed.find((one) => one.name === name);
    if (!anchor || (taken && (taken.mac !== anchor.mac || taken.sequence !== anchor.sequence))) {
      problems.add(anchorProblem(name, null, 'The file of this anchor is not as Tenantry wrote it.'));
    } else if (!known.has(name)) yield { ...anchor, isSealed: false };
  }
}

/** The numbered anchors up to the newest, one after another, each held against the one before. */
async function* numberedClaims(parts: Parts, newest: number): AsyncGenerator<TrailAnchor> {
  const { blobs, key, problems } = parts;
  let before: TrailAnchor | null = null;
  for (let first = 1; first <= newest; first += readAtOnce) {
    const numbers = Array.from({ length: Math.min(readAtOnce, newest - first + 1) }, (_, n) => first + n);
    const read = await Promise.all(numbers.map((number) => readAnchor(blobs, number, key)));
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
 * The anchors that there are now, to be held against blocks that are read afterwards: each block that one of them names is
 * there already. They are read as the blocks pass, in their order.
 */
export async function openAnchors(parts: Parts) {
  const { blobs, vault, key, problems } = parts;
  const noted = await notedAnchor(vault, key);
  const { newest, earlier, strange } = await listAnchors(blobs);
  for (const name of strange) problems.add(anchorProblem(name, null, 'Tenantry did not write this file.'));
  const claims = claimsOf(parts, Math.max(newest, noted?.number ?? 0), earlier, noted);
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
