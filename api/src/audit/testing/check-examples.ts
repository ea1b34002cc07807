import type { VerdictStatus } from '@tenantry/contract/verdicts';
import type { JsonObject } from '../json-reader.ts';
import { conditionalAccessExamples } from './conditional-access-examples.ts';
import { directoryExamples } from './directory-examples.ts';
import { mailAndSharingExamples } from './mail-and-sharing-examples.ts';
import { reviewAndExchangeExamples } from './review-and-exchange-examples.ts';

/** For one check: a snapshot that passes, and one that does not, with what it says. */
export type CheckExample = { check: string; good: JsonObject; bad: JsonObject; says: VerdictStatus };

export const checkExamples: readonly CheckExample[] = [
  ...conditionalAccessExamples,
  ...directoryExamples,
  ...mailAndSharingExamples,
  ...reviewAndExchangeExamples,
];
