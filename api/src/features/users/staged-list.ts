import { InvalidCursorError, type Page } from '../../ports/collection.ts';

/** A part of a list that has an order and cursors of its own. A page may be shorter than asked for without being the last. */
export type Stage<T> = (limit: number, cursor: string | undefined) => Promise<Page<T>>;

/** Where a page of a list in stages ended, with what the first page found out for those that follow. */
export type Position<C> = { stage: number; cursor: string | null; shown: number; carried: C };

/** A page reads at most so often, however much is left out of what it reads. */
const readsAtMost = 20;

export const encodePosition = <C>({ stage, cursor, shown, carried }: Position<C>): string =>
  Buffer.from(JSON.stringify([stage, cursor, shown, carried])).toString('base64url');

/** @throws InvalidCursorError where `parse` or the form finds that this list did not give it out */
export function decodePosition<C>(text: string, parse: (carried: unknown) => C | null): Position<C> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new InvalidCursorError();
    throw error;
  }
  if (!Array.isArray(parsed) || parsed.length !== 4) throw new InvalidCursorError();
  const [stage, cursor, shown, given] = parsed;
  const carried = parse(given);
  const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  if (!isCount(stage) || !isCount(shown) || carried === null) throw new InvalidCursorError();
  if (cursor !== null && typeof cursor !== 'string') throw new InvalidCursorError();
  return { stage, cursor, shown, carried };
}

type Read<T> = { items: T[]; next: { stage: number; cursor: string | null } | null };

/** Skips stages that have nothing: the end of a list is told where it is. */
async function nextWithAny<T>(stages: readonly Stage<T>[], from: number): Promise<number | null> {
  for (let stage = from; stage < stages.length; stage += 1) {
    const page = await stages[stage]?.(1, undefined);
    if (page && (page.items.length > 0 || page.nextCursor !== undefined)) return stage;
  }
  return null;
}

/** The next rows of stages that follow one another. */
export async function readStages<T>(
  stages: readonly Stage<T>[],
  from: { stage: number; cursor: string | null },
  limit: number,
): Promise<Read<T>> {
  const items: T[] = [];
  let { stage, cursor } = from;
  for (let reads = 0; items.length < limit && reads < readsAtMost; reads += 1) {
    const read = stages[stage];
    if (!read) return { items, next: null };
    const page = await read(limit - items.length, cursor ?? undefined);
    items.push(...page.items);
    cursor = page.nextCursor ?? null;
    if (cursor === null) stage += 1;
  }
  if (cursor !== null) return { items, next: { stage, cursor } };
  const following = await nextWithAny(stages, stage);
  return { items, next: following === null ? null : { stage: following, cursor: null } };
}
