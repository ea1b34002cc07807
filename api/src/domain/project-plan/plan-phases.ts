import type { PlanItem, PlanPhase, PlanPhaseNumber } from '@tenantry/contract/project-plan';
import type { Priority } from '@tenantry/contract/verdicts';

/** Work of at most so many hours is done early: it mends much for little (docs/project-plan.md). */
const quickHours = 2;

const phases: readonly Pick<PlanPhase, 'phase' | 'title' | 'description'>[] = [
  {
    phase: 1,
    title: 'Phase 1: Now',
    description: `What comes first, critical work, and high-priority work of up to ${quickHours} hours`,
  },
  {
    phase: 2,
    title: 'Phase 2: Next',
    description: `Other high-priority work, and medium-priority work of up to ${quickHours} hours`,
  },
  { phase: 3, title: 'Phase 3: Later', description: 'All other work' },
];

/** What has happened already is looked into before any setting (design, 39). */
const incidentWork = 'investigate-risk';

/**
 * What other work rests on, and so begins at once: the accounts that policies exclude, before there are policies; the second factors,
 * before they are asked for; and MFA, which costs no license (design, 40).
 */
const comesFirst: readonly (string | null)[] = [
  incidentWork,
  'break-glass-accounts',
  'register-mfa-methods',
  'require-mfa',
];

/** When a task is to be done, by how urgent and how long it is (design, 23). What nobody estimated is not quick. */
export function phaseOf(priority: Priority, hours: number | null, remedyId: string | null): PlanPhaseNumber {
  if (comesFirst.includes(remedyId) && priority !== 'low') return 1;
  const isQuick = hours !== null && hours <= quickHours;
  switch (priority) {
    case 'critical':
      return 1;
    case 'high':
      return isQuick ? 1 : 2;
    case 'medium':
      return isQuick ? 2 : 3;
    case 'low':
      return 3;
  }
}

type Summed = Pick<PlanItem, 'status' | 'estimatedHours' | 'revenue'>;
type Figures = Omit<PlanPhase, 'phase' | 'title' | 'description'>;

const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((total, one) => total + (one ?? 0), 0);

/** Counts, hours and revenue of tasks, as far as they are estimated. */
export function planFigures(items: readonly Summed[]): Figures {
  const completed = items.filter(({ status }) => status === 'completed');
  const hoursOf = (some: readonly Summed[]) => sum(some.map(({ estimatedHours }) => estimatedHours));
  return {
    totalItems: items.length,
    completed: completed.length,
    estimatedHours: hoursOf(items),
    completedHours: hoursOf(completed),
    withoutEstimate: items.filter(({ estimatedHours }) => estimatedHours === null).length,
    revenue: sum(items.map(({ revenue }) => revenue)),
  };
}

/** The phases that have tasks, in their order. */
export function planPhases(items: readonly (Summed & Pick<PlanItem, 'phase'>)[]): PlanPhase[] {
  return phases.flatMap((phase) => {
    const own = items.filter((item) => item.phase === phase.phase);
    return own.length === 0 ? [] : [{ ...phase, ...planFigures(own) }];
  });
}

const priorities: readonly Priority[] = ['critical', 'high', 'medium', 'low'];

type Ordered = Pick<PlanItem, 'phase' | 'priority' | 'estimatedHours' | 'title' | 'remedyId'>;

/** The one order of a tenant (decision 063): by the id of each open piece of work its place, and whether an incident stands before all. */
type OrderOfWork = { places: ReadonlyMap<string, number>; hasIncident: boolean };

function placeOf({ remedyId, priority }: Ordered, { places, hasIncident }: OrderOfWork): number {
  if (hasIncident && remedyId === incidentWork && priority !== 'low') return -1;
  // What is not open any more, or names no remedy, comes after what is.
  return places.get(remedyId ?? '') ?? places.size;
}

/** By phase; within it what an incident asks for, where there is one, then as work stands among the findings, then the most urgent, then the shortest. */
export function inPlanOrder<T extends Ordered>(items: readonly T[], order: OrderOfWork): T[] {
  const hours = ({ estimatedHours }: T) => estimatedHours ?? Number.POSITIVE_INFINITY;
  const rank = ({ priority }: T) => priorities.indexOf(priority);
  return items.toSorted(
    (a, b) =>
      a.phase - b.phase ||
      placeOf(a, order) - placeOf(b, order) ||
      rank(a) - rank(b) ||
      (hours(a) === hours(b) ? 0 : hours(a) - hours(b)) ||
      a.title.localeCompare(b.title, 'en'),
  );
}
