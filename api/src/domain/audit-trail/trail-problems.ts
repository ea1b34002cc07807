import type { TrailProblem } from '@tenantry/contract/audit-trail';

const keptAtMost = 20;
/** As many are remembered, so that one record is told of once. */
const rememberedAtMost = 10_000;

/** What only a newer version can judge comes after what is certainly broken. */
const inOrder = (a: TrailProblem, b: TrailProblem) =>
  Number(a.kind === 'newer') - Number(b.kind === 'newer') ||
  (a.at ?? '').localeCompare(b.at ?? '') ||
  a.record.localeCompare(b.record);

/** What a verification found: how much in all, and the earliest. */
export function createTrailProblems() {
  const told = new Set<string>();
  let found: TrailProblem[] = [];
  let count = 0;
  return {
    /** The first thing that is said of a record counts: what follows from it is not told again. */
    add(problem: TrailProblem): void {
      if (told.has(problem.record)) return;
      if (told.size < rememberedAtMost) told.add(problem.record);
      count += 1;
      found = [...found, problem].sort(inOrder).slice(0, keptAtMost);
    },
    has: (record: string): boolean => told.has(record),
    /** The earliest first. */
    list: (): TrailProblem[] => found,
    count: (): number => count,
  };
}

export type TrailProblems = ReturnType<typeof createTrailProblems>;
