import { FreeSwitch } from '@tenantry/contract/verdicts';
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

/** Security defaults require MFA, too: they are the remedy of all that they close. */
const remedyOfSwitch = { securityDefaults: 'require-mfa' } as const satisfies Record<FreeSwitch, string>;
const switchTitles = { securityDefaults: 'Turn on security defaults' } as const satisfies Record<FreeSwitch, string>;

/** What mends a finding in its tenant: the switch that costs nothing, where there is one; else what mends its check. */
export function remedyOfFinding({ checkId, closedBy }: Mended): Pick<Remedy, 'id' | 'title'> | null {
  return closedBy ? { id: remedyOfSwitch[closedBy], title: switchTitles[closedBy] } : remedyOfCheck(checkId);
}

export type Mended = { checkId: string; closedBy?: FreeSwitch | null | undefined };

/** The switch that is the remedy of this id in tenants that have it to turn on; null where none is. */
export const switchOfRemedy = (id: string): FreeSwitch | null =>
  FreeSwitch.options.find((one) => remedyOfSwitch[one] === id) ?? null;

/** By which names the work of a remedy goes: by its own, and that of the switch that does it where there is one to turn on. */
export function titlesOfRemedy(id: string): readonly string[] {
  const kind = switchOfRemedy(id);
  const remedy = remedyOf(id);
  return [...(remedy ? [remedy.title] : []), ...(kind ? [switchTitles[kind]] : [])];
}

/** The help article that says how to mend the findings of a check; null where the catalog no longer has it. */
export const articleOfCheck = (checkId: string): string | null => remedyOfCheck(checkId)?.id ?? null;
