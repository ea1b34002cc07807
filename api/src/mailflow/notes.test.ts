import { describe, expect, it } from 'vitest';
import { createNotes, joined } from './notes.ts';

describe('notes', () => {
  it('each code stands once, with the first texts and the number of all', () => {
    const notes = createNotes();
    for (let at = 0; at < 4000; at++) notes.add('unknown', `x${at} is unknown`);
    for (let at = 0; at < 4000; at++) notes.add('size', 'a size');
    notes.add('other', 'another');
    expect(notes.list()).toEqual([
      {
        code: 'unknown',
        text: 'x0 is unknown; x1 is unknown; x2 is unknown; x3 is unknown; x4 is unknown and 3995 more',
        count: 4000,
      },
      { code: 'size', text: 'a size (4000 times)', count: 4000 },
      { code: 'other', text: 'another', count: 1 },
    ]);
  });
  it('those of several origins are joined by code', () => {
    const found = [
      { code: 'a', text: 'one', count: 3 },
      { code: 'b', text: 'two' },
      { code: 'a', text: 'three' },
      { code: 'a', text: 'one' },
    ];
    expect(joined(found)).toEqual([
      { code: 'a', text: 'one; three', count: 5 },
      { code: 'b', text: 'two', count: 1 },
    ]);
  });
});
