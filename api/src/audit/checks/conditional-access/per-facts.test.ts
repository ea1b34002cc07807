import { expect, it } from 'vitest';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { perFacts } from './per-facts.ts';

it('makes a thing once for facts, and anew for others, also where it is nothing', () => {
  let made = 0;
  const thing = perFacts(() => {
    made += 1;
    return undefined;
  });
  const { facts } = factsFromSnapshot({}, testNow);
  for (const one of [facts, facts, { ...facts }]) thing(one);
  expect(made).toBe(2);
});
