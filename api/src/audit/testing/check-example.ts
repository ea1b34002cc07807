import type { VerdictStatus } from '@tenantry/contract/verdicts';
import type { JsonObject } from '../facts/json-reader.ts';

/**
 * For one check: a snapshot that passes, and one that does not, with what it says. `best`: what the check says where all that
 * can be read is well, if that is not enough for a pass.
 */
export type CheckExample = {
  check: string;
  good: JsonObject;
  bad: JsonObject;
  says: VerdictStatus;
  best?: VerdictStatus;
};
