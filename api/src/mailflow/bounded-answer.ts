import { firstFew, shownText } from './bounded-text.ts';

/** Most bytes of what is said of one domain as JSON, whatever its records hold; a usual one has some 10 KB. */
export const answerLimitBytes = 128 * 1024;

/** A record that is in use is shorter. */
const textLength = 2048;
/** What is left of a text once long ones have taken `longTextBytes`. */
const shortLength = 120;
const longTextBytes = 48 * 1024;
const listLength = 50;

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The parts of an answer, the weightier first, with every text cut to what a person reads, and lists of texts to their first entries. Verdicts are made
 * before, of the whole. Lists of objects are bounded where they are made.
 */
export function boundedAnswer<const T extends readonly unknown[]>(answer: T): T {
  let leftBytes = longTextBytes;
  const text = (value: string): string => {
    if (value.length <= shortLength) return shownText(value, shortLength);
    const shown = shownText(value, Math.max(shortLength, Math.min(textLength, leftBytes)));
    leftBytes -= new TextEncoder().encode(shown).length;
    return shown;
  };
  const bounded = (value: unknown): unknown => {
    if (isText(value)) return text(value);
    if (Array.isArray(value)) return (value.every(isText) ? firstFew(value, listLength) : value).map(bounded);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, bounded(entry)]));
  };
  // The shape stays: no key is added or taken away, and a text stays a text.
  return bounded(answer) as T;
}
