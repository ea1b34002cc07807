import type { CheckExample } from './check-example.ts';
import { conditionalAccessExamples } from './conditional-access-examples.ts';
import { directoryExamples } from './directory-examples.ts';
import { mailAndSharingExamples } from './mail-and-sharing-examples.ts';
import { reviewAndExchangeExamples } from './review-and-exchange-examples.ts';

export const checkExamples: readonly CheckExample[] = [
  ...conditionalAccessExamples,
  ...directoryExamples,
  ...mailAndSharingExamples,
  ...reviewAndExchangeExamples,
];
