import type { Literal } from '../satisfiability/assignment.ts';
import { kindOf } from './items.ts';
import type { SignInSpace } from './sign-in-space.ts';

/** More than any real set of policies takes. Beyond it the answer is "may be". */
const workLimit = 400_000;
/** Steps towards the usual; what is left unusual then is told as it is. */
const stepsLimit = 60;
const toldAtMost = 5;

export type FoundSignIn = {
  answer: 'yes' | 'unknown' | 'no';
  fixed: readonly Literal[];
  holds: (literal: Literal) => boolean;
};

/** Whether there is a sign-in of the kind of which all that is `needed` holds. */
export function findSignIn(space: SignInSpace, items: readonly string[], needed: readonly Literal[]): FoundSignIn {
  const fixed = [...space.fixed({ items }), ...needed];
  const { solver } = space.terms;
  const answer = solver.solve(fixed, workLimit);
  return { answer, fixed, holds: answer === 'yes' ? solver.snapshot() : () => false };
}

/** What is told of people stands with the account; of an application only what a policy names. */
const isTold = (item: string): boolean => !['user', 'guest', 'group', 'action-none'].includes(kindOf(item));

/** In what the sign-in differs from the most usual one, as items: made as usual as it can be first. */
export function describedSignIn(space: SignInSpace, { fixed, holds: first }: FoundSignIn): string[] {
  const { terms } = space;
  let holds = first;
  let steps = 0;
  const kept: Literal[] = [];
  for (const wish of terms.wishes) {
    if (holds(wish)) kept.push(wish);
    else if (steps < stepsLimit) {
      steps += 1;
      if (terms.solver.solve([...fixed, ...kept, wish], workLimit) !== 'yes') continue;
      holds = terms.solver.snapshot();
      kept.push(wish);
    }
  }
  const unusual = terms.wishes
    .filter((wish) => !holds(wish))
    .flatMap((wish) => {
      const dimension = terms.dimensionOf(wish);
      return dimension === undefined ? [-wish] : [...dimension.values.values()].filter(holds);
    });
  const names = unusual.flatMap((literal) => terms.namesOf(literal)[0] ?? []);
  const isTrue = (item: string): boolean => terms.of(item).some((literal) => holds(literal));
  const places = terms.items('location:').filter(isTrue);
  const states = ['devicestate:compliant', 'devicestate:domainjoined'].filter(isTrue);
  const filters = terms.items('device:').filter(isTrue);
  return [...new Set([...names, ...places, ...states, ...filters])].filter(isTold).slice(0, toldAtMost);
}
