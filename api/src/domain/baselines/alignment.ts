import { type Alignment, AlignmentState } from '@tenantry/contract/alignment';
import type { CheckAlignment } from '@tenantry/contract/baselines';
import type { MatrixStatus } from '@tenantry/contract/matrix-status';
import { Severity } from '@tenantry/contract/verdicts';
import { severityOfCheck } from './baselines.ts';

type CheckState = CheckAlignment['state'];

/** What is known of the required checks of a tenant. */
export type Standing = {
  /** What the latest audit says of a check, accepted risks laid over. */
  statusOf(checkId: string): MatrixStatus;
  /** Until when an exception or an accepted risk covers a check; null where none does. */
  exceptedUntil(checkId: string): string | null;
};

/** What an exception can cover. */
const wasFound = (status: MatrixStatus): boolean => status === 'fail' || status === 'warning' || status === 'accepted';

/** How a check stands. What is not known is never aligned, and an exception covers only what was seen to fail. */
export function stateOf(status: MatrixStatus, isExcepted: boolean): CheckState {
  switch (status) {
    case 'pass':
      return 'aligned';
    case 'notApplicable':
      return 'notRequired';
    case 'accepted':
      return 'excepted';
    case 'fail':
    case 'warning':
      return isExcepted ? 'excepted' : 'deviating';
    default:
      return 'notKnown';
  }
}

/** Rounded down, so that 100 is all of them; null where nothing of it is known. */
function percentOf({ aligned, excepted, deviating, notKnown }: Record<CheckState, number>): number | null {
  const known = aligned + excepted + deviating;
  return known === 0 ? null : Math.floor((100 * (aligned + excepted)) / (known + notKnown));
}

const graver = (one: Severity | null, other: Severity): Severity =>
  one === null || Severity.options.indexOf(other) < Severity.options.indexOf(one) ? other : one;

/** How a tenant stands against a baseline, by what its latest audit says of the required checks (docs/figures.md). */
export function alignmentOf(required: readonly string[], { statusOf, exceptedUntil }: Standing): Alignment {
  const counts: Record<CheckState, number> = { aligned: 0, excepted: 0, deviating: 0, notKnown: 0, notRequired: 0 };
  let gravest: Severity | null = null;
  let firstEnd: string | null = null;
  for (const checkId of required) {
    const status = statusOf(checkId);
    const until = wasFound(status) ? exceptedUntil(checkId) : null;
    const state = stateOf(status, until !== null);
    counts[state] += 1;
    if (state === 'deviating') gravest = graver(gravest, severityOfCheck(checkId));
    if (state === 'excepted' && until !== null && (firstEnd === null || until < firstEnd)) firstEnd = until;
  }
  return { ...counts, percent: percentOf(counts), gravest, exceptedUntil: firstEnd };
}

const rank = (gravest: Severity | null): number =>
  gravest === null ? Severity.options.length : Severity.options.indexOf(gravest);

type Needing = Pick<Alignment, 'gravest' | 'deviating' | 'notKnown'> & { state: AlignmentState };

/** The worst first: what deviates, by its gravest check, then by how many. */
export const byNeed = (a: Needing, b: Needing): number =>
  AlignmentState.options.indexOf(a.state) - AlignmentState.options.indexOf(b.state) ||
  rank(a.gravest) - rank(b.gravest) ||
  b.deviating - a.deviating ||
  b.notKnown - a.notKnown;

/** What a tenant is counted as: aligned only where something of it was seen. */
export function alignmentState({ aligned, excepted, deviating, notKnown }: Alignment): AlignmentState {
  if (deviating > 0) return 'deviating';
  return notKnown > 0 || aligned + excepted === 0 ? 'notKnown' : 'aligned';
}
