import { defenderRemedies } from './defender-remedies.ts';
import { directoryRemedies } from './directory-remedies.ts';
import { exchangeRemedies } from './exchange-remedies.ts';
import { intuneRemedies } from './intune-remedies.ts';
import { purviewRemedies } from './purview-remedies.ts';
import type { Remedy } from './remedy.ts';
import { teamsRemedies } from './teams-remedies.ts';

/**
 * What mends the findings of which checks together: one policy, one page of a portal, one piece of work with people. Every check
 * of the catalog has exactly one, in the order in which checks are shown.
 */
export const remedies: readonly Remedy[] = [
  ...directoryRemedies,
  ...exchangeRemedies,
  ...defenderRemedies,
  ...teamsRemedies,
  ...purviewRemedies,
  ...intuneRemedies,
];

const remedyByCheck = new Map(remedies.flatMap((remedy) => remedy.checks.map((checkId) => [checkId, remedy] as const)));

/** The remedy of an id; null where there is none. */
export const remedyOf = (id: string): Remedy | null => remedies.find((remedy) => remedy.id === id) ?? null;

/** What mends the findings of a check; null where the catalog no longer has it. */
export const remedyOfCheck = (checkId: string): Remedy | null => remedyByCheck.get(checkId) ?? null;

/** The help article that says how to mend the findings of a check; null where the catalog no longer has it. */
export const articleOfCheck = (checkId: string): string | null => remedyOfCheck(checkId)?.id ?? null;
