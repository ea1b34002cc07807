import { expect, test } from 'vitest';
import { SatSolver } from './sat-solver.ts';

const enough = 1_000_000;

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Clauses over variables 1 to n, of which each set of `setSize` in a row has exactly one true: by trying everything. */
function canHold(
  clauses: readonly number[][],
  variables: number,
  setSize: number,
  assumed: readonly number[],
): boolean {
  for (let bits = 0; bits < 1 << variables; bits += 1) {
    const holds = (literal: number): boolean => ((bits >> (Math.abs(literal) - 1)) & 1) === (literal > 0 ? 1 : 0);
    const sets = Array.from({ length: Math.floor(variables / setSize) }, (_, set) =>
      Array.from({ length: setSize }, (__, index) => set * setSize + index + 1),
    );
    if (sets.some((set) => set.filter(holds).length !== 1)) continue;
    if (clauses.every((clause) => clause.some(holds)) && assumed.every(holds)) return true;
  }
  return false;
}

test('says the same as trying everything, with a model that holds and a core that does not', () => {
  const answers = { yes: 0, no: 0, unknown: 0 };
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = randomFrom(seed);
    const literal = (): number => (1 + Math.floor(random() * 9)) * (random() < 0.5 ? 1 : -1);
    const clauses = Array.from({ length: 8 + (seed % 12) }, () => [literal(), literal(), literal()]);
    const solver = new SatSolver();
    const variables = Array.from({ length: 9 }, () => solver.variable(random() < 0.5));
    for (let set = 0; set < 3; set += 1) solver.exactlyOne(variables.slice(set * 3, set * 3 + 3));
    for (const clause of clauses) solver.clause(clause);
    for (let round = 0; round < 4; round += 1) {
      const assumed = [literal(), literal()];
      const core = new Set<number>();
      const answer = solver.solve(assumed, enough, core);
      answers[answer] += 1;
      expect(answer, `seed ${seed}`).toBe(canHold(clauses, 9, 3, assumed) ? 'yes' : 'no');
      if (answer === 'yes') {
        expect(clauses.every((clause) => clause.some((one) => solver.holds(one)))).toBe(true);
        expect(assumed.every((one) => solver.holds(one))).toBe(true);
      } else expect(canHold(clauses, 9, 3, [...core])).toBe(false);
    }
  }
  expect(Math.min(answers.yes, answers.no)).toBeGreaterThan(100);
});

test('gives up where it would take more work than it may', () => {
  // Nine pigeons in eight holes: no clause learning finds a short proof.
  const solver = new SatSolver();
  const pigeons = Array.from({ length: 9 }, () => Array.from({ length: 8 }, () => solver.variable()));
  for (const holes of pigeons) solver.clause(holes);
  for (let hole = 0; hole < 8; hole += 1) {
    for (const [index, first] of pigeons.entries()) {
      for (const second of pigeons.slice(index + 1)) solver.clause([-(first[hole] ?? 0), -(second[hole] ?? 0)]);
    }
  }
  expect(solver.solve([], 2_000)).toBe('unknown');
  expect(solver.work).toBeLessThan(4_000);
});

test('wishes come true in their order, as far as nothing before them rules them out', () => {
  const solver = new SatSolver();
  const [a, b, c] = [solver.variable(), solver.variable(), solver.variable()];
  solver.exactlyOne([a, b, c]);
  expect(solver.settle([-a], [a, b, c])).toEqual([b]);
  expect(solver.holds(b)).toBe(true);
  expect(solver.settle([a, b], [])).toBeNull();
  expect(solver.settle([], [a])).toEqual([a]);
});
