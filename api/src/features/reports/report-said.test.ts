import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSaid, sentencesOf } from './report-said.ts';

test('a sentence that another entry said is left out, with where it stands', () => {
  const said = createSaid();
  expect(said.freshText('A policy stands ready in report-only mode. Guests are not covered.', 1)).toEqual({
    kept: ['A policy stands ready in report-only mode. Guests are not covered.'],
    saidBy: [],
    begins: false,
  });
  expect(said.freshText('A policy stands ready in report-only mode. Members are not covered.', 2)).toEqual({
    kept: ['Members are not covered.'],
    saidBy: [1],
    begins: true,
  });
  expect(said.freshText('A policy stands ready in report-only mode.', 3)).toEqual({
    kept: [],
    saidBy: [1],
    begins: true,
  });
});

test('what the entry itself says as its title needs no reference', () => {
  const said = createSaid();
  said.fresh(['Users can join devices'], 1);
  expect(said.freshText('Users can join devices.', 1)).toMatchObject({ kept: [], saidBy: [] });
});

test('a short instruction stays beside what stays', () => {
  const said = createSaid();
  said.freshText('Create a policy for all users. State On.', 1);
  expect(said.freshText('Create a policy for all guests. State On.', 2).kept).toEqual([
    'Create a policy for all guests. State On.',
  ]);
});

const word = fc.constantFrom(
  'Alpha is so.',
  'Beta is as it should not be at all.',
  'Gamma stays open to everybody.',
  'Go.',
);
const texts = fc.array(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  { maxLength: 8 },
);

test('no sentence is lost, and none of more than a few words stands twice', () => {
  fc.assert(
    fc.property(texts, (some) => {
      const said = createSaid();
      const printed = some.flatMap((text, index) => said.freshText(text, index).kept).flatMap(sentencesOf);
      for (const sentence of some.flatMap(sentencesOf)) expect(printed).toContain(sentence);
      const long = printed.filter((sentence) => sentence.length >= 25);
      const last = new Map(long.map((sentence, index) => [sentence, index]));
      for (const [index, sentence] of long.entries()) {
        // Within one text that says it twice nothing is taken away.
        if (last.get(sentence) !== index) expect(some.some((text) => text.split(sentence).length > 2)).toBe(true);
      }
    }),
  );
});
