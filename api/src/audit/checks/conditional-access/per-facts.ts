import type { Facts } from '../../facts/facts.ts';

/** What is made of facts once, however many checks ask for it: nothing is added to facts that are read. */
export function perFacts<T>(make: (facts: Facts) => T): (facts: Facts) => T {
  const made = new WeakMap<Facts, { value: T }>();
  return (facts) => {
    const known = made.get(facts) ?? { value: make(facts) };
    made.set(facts, known);
    return known.value;
  };
}
