import type { Check } from './check.ts';
import { conditionalAccessChecks } from './checks/conditional-access.ts';

/** Every check, in the order in which results are shown. */
export const catalogue: readonly Check[] = [...conditionalAccessChecks];
