import type { VerdictStatus } from '@tenantry/contract/verdicts';
import type { JsonObject } from '../json-reader.ts';

/** For one check: a snapshot that passes, and one that does not, with what it says. */
export type CheckExample = { check: string; good: JsonObject; bad: JsonObject; says: VerdictStatus };
