import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Blobs } from '../../ports/blobs.ts';
import type { Vault } from '../../ports/vault.ts';
import { toStored } from '../../store/shape.ts';
import { readJsonFile } from '../../store/shaped-files.ts';
import { fileShapes } from '../../store/shapes.ts';
import { isSameSeal, sealOf } from './seals.ts';
import { exactly, instant } from './trail-forms.ts';

const count = z.number().check(z.int(), z.gte(1));

/** What an earlier version anchored: once a day, without a seal, in a file named for the day. */
const EarlierAnchor = z.object({ name: z.string(), sequence: count, mac: z.string(), anchoredAt: instant });
export type EarlierAnchor = z.infer<typeof EarlierAnchor>;

/**
 * The head of the chain at an hour, kept outside the record store: what was there then must still be there. Anchors are
 * numbered, each names the seal of the one before, and the vault holds the newest: so one that is gone is missed.
 */
const TrailAnchor = z.strictObject({
  /** In the file; the vault's note has none. */
  shapeVersion: z.optional(z.literal(fileShapes.trailAnchor.version)),
  number: count,
  /** The seal of the anchor before; '' in the first. */
  previous: z.string(),
  sequence: count,
  /** Of the block. */
  mac: z.string(),
  /** Of the block. */
  timestamp: instant,
  anchoredAt: instant,
  /** In the first one: the files of an earlier version, which have no seals of their own. The vault holds their hash alone. */
  earlier: z.optional(z.array(EarlierAnchor)),
  /** '' where there are none. */
  earlierHash: z.string(),
  seal: z.string(),
});
export type TrailAnchor = z.infer<typeof TrailAnchor>;

const folder = 'trail-anchors/';
/** Holds the newest anchor where whoever can write records and files cannot reach. */
const newestAnchorSecret = 'trail-newest-anchor';
const numbered = /^trail-anchors\/(\d{12})\.json$/;
const named = /^trail-anchors\/(\d{4}-\d\d-\d\d)\.json$/;

export const anchorFile = (number: number) => `${folder}${String(number).padStart(12, '0')}.json`;

export function hashOfEarlier(earlier: readonly EarlierAnchor[]): string {
  const content = earlier.map(({ name, sequence, mac, anchoredAt }) => [name, sequence, mac, anchoredAt]);
  return earlier.length === 0 ? '' : createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

export function anchorSeal(key: string, anchor: Omit<TrailAnchor, 'seal' | 'earlier'>): string {
  const { number, previous, sequence, mac, timestamp, anchoredAt, earlierHash } = anchor;
  return sealOf(key, 'anchor', [number, previous, sequence, mac, timestamp, anchoredAt, earlierHash]);
}

/** The anchor in a text; null where it is none, not to the letter as it was written, or not of this key. */
function sealedAnchor(text: string, key: string): TrailAnchor | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const anchor = exactly(TrailAnchor, value);
  if (!anchor || JSON.stringify(value) !== text) return null;
  const { seal, earlier, earlierHash } = anchor;
  const isWhole = earlier === undefined || hashOfEarlier(earlier) === earlierHash;
  return isWhole && isSameSeal(seal, anchorSeal(key, anchor)) ? anchor : null;
}

/** @returns `missing` where there is no such file, `altered` where this product did not write what is in it */
export async function readAnchor(
  blobs: Pick<Blobs, 'read'>,
  number: number,
  key: string,
): Promise<TrailAnchor | 'missing' | 'altered'> {
  const bytes = await blobs.read(anchorFile(number));
  if (!bytes) return 'missing';
  const anchor = sealedAnchor(Buffer.from(bytes).toString('utf8'), key);
  return anchor?.number === number && anchor.shapeVersion !== undefined ? anchor : 'altered';
}

/** The newest anchor that the vault knows; null before the first. @throws where the vault's note is not of this key */
export async function notedAnchor(vault: Vault, key: string): Promise<TrailAnchor | null> {
  const text = await vault.get(newestAnchorSecret);
  if (text === null) return null;
  const anchor = sealedAnchor(text, key);
  if (!anchor) throw new Error(`The secret '${newestAnchorSecret}' of the vault is not an anchor of this trail's key`);
  return anchor;
}

export async function noteAnchor(vault: Vault, anchor: TrailAnchor): Promise<void> {
  const { earlier: _, ...note } = anchor;
  await vault.set(newestAnchorSecret, JSON.stringify(note));
}

/** Of files that nobody wrote so many are named, and the others counted. */
export const namedAtMost = 100;
/** More days than an earlier version can have anchored: what somebody else put there is not read for ever. */
const daysAtMost = 10_000;

/** What lies in the folder of anchors. */
export type AnchorFiles = {
  /** The numbers after the one that was asked from, in order, as many as may be of us. */
  after: number[];
  /** The files of an earlier version. */
  earlier: string[];
  /** What is neither: the first of them. */
  strange: string[];
  /** How many more of them there are. */
  uncounted: number;
};

const isDay = (name: string) => {
  const day = named.exec(name)?.[1] ?? '';
  return day !== '' && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
};

/**
 * The files in the folder of anchors. It is listed once, and no more of it is held than this product can have written.
 * @param from the newest number that is known @param heard is told every thousand files that the listing goes on
 */
export async function listAnchors(
  blobs: Pick<Blobs, 'list'>,
  from: number,
  heard: () => Promise<void> = async () => undefined,
): Promise<AnchorFiles> {
  const found: AnchorFiles = { after: [], earlier: [], strange: [], uncounted: 0 };
  let listed = 0;
  for await (const name of blobs.list(folder)) {
    listed += 1;
    if (listed % 1000 === 0) await heard();
    const number = Number(numbered.exec(name)?.[1] ?? 0);
    if (number > 0 && number <= from) continue;
    if (number > 0 && found.after.length < daysAtMost) found.after.push(number);
    else if (found.earlier.length < daysAtMost && isDay(name)) found.earlier.push(name);
    else if (found.strange.length < namedAtMost) found.strange.push(name);
    else found.uncounted += 1;
  }
  found.after.sort((a, b) => a - b);
  return found;
}

/** An anchor of an earlier version; null where the file is not one. */
export async function readEarlierAnchor(blobs: Blobs, name: string): Promise<EarlierAnchor | null> {
  try {
    const parsed = z.safeParse(EarlierAnchor, {
      ...(await readJsonFile<object>(blobs, name, fileShapes.trailAnchor)),
      name,
    });
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The newest anchor there is: the vault's, or one after it whose writer died before it told the vault.
 * @returns `isNoted`: whether the vault has it; `next`: the first number that is free
 */
export async function newestAnchor(
  parts: { blobs: Pick<Blobs, 'read'>; vault: Vault },
  key: string,
): Promise<{ anchor: TrailAnchor | null; isNoted: boolean; next: number }> {
  const noted = await notedAnchor(parts.vault, key);
  let anchor = noted;
  let next = (noted?.number ?? 0) + 1;
  for (; ; next += 1) {
    const found = await readAnchor(parts.blobs, next, key);
    if (found === 'missing') return { anchor, isNoted: anchor === noted, next };
    // What somebody else put there is left for the verification to find; it must not keep us from anchoring.
    if (found !== 'altered') anchor = found;
  }
}

/** Writes the file of an anchor. @returns false where another process wrote that number */
export function writeAnchor(blobs: Pick<Blobs, 'create'>, anchor: TrailAnchor): Promise<boolean> {
  const text = JSON.stringify(toStored(fileShapes.trailAnchor, anchor));
  return blobs.create(anchorFile(anchor.number), text, 'application/json');
}
