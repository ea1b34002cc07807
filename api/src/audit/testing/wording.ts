import { expect } from 'vitest';

/** A piece as it stands: neither a part of a longer word nor of a longer number. */
function whole(piece: string): string {
  const start = /^\w/.test(piece) ? '(?<![\\w.-])' : '';
  const end = /\w$/.test(piece) ? '(?!\\w|[.,]\\d)' : '';
  return `${start}${piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${end}`;
}

const pattern = (facts: string): string =>
  facts
    .split('…')
    .map((piece) => whole(piece.trim()))
    .join('.*');

/** A text that names these facts in this order, in whatever words: `2 accounts … at most 4`. A final stop ends the text. */
export const naming = (facts: string) =>
  expect.stringMatching(new RegExp(`${pattern(facts)}${facts.endsWith('.') ? '$' : ''}`, 's'));

/** A text that is this, but for wording in the place of each `…`. */
export const reading = (facts: string) =>
  facts.includes('…') ? expect.stringMatching(new RegExp(`^${pattern(facts)}$`, 's')) : facts;
