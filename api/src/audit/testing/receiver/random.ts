/** Numbers from a seed, the same each time. */
export type Random = Readonly<{
  /** A whole number from 0 up to, and without, `end`. */
  below: (end: number) => number;
  from: (first: number, last: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(choices: readonly [T, ...T[]]) => T;
  /** Puts an item anywhere into a list. */
  insert: <T>(list: T[], ...items: T[]) => void;
}>;

/** Mulberry32, over a seed that is mixed first so that seeds in a row differ at once. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  return {
    below,
    from: (first, last) => first + below(last - first + 1),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    insert: (list, ...items) => {
      list.splice(below(list.length + 1), 0, ...items);
    },
  };
}
