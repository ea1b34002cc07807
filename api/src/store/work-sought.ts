import type { Condition } from '../ports/collection.ts';

/** What tasks and requests are looked for: kinds of work, and checks of which a person made one for a finding alone. */
export type WorkSought = { workIds: readonly string[]; checkIds: readonly string[] };

/** About one of these kinds of work, or about what one of these checks found. */
export const ofWork = ({ workIds, checkIds }: WorkSought): Condition => ({
  anyOf: [
    { field: 'remedyId', op: 'in', value: workIds },
    { field: 'checkId', op: 'in', value: checkIds },
  ],
});

export const isNothing = ({ workIds, checkIds }: WorkSought): boolean => workIds.length + checkIds.length === 0;
