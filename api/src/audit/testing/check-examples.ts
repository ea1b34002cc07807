import type { CheckExample } from './check-example.ts';
import { conditionalAccessExamples } from './conditional-access-examples.ts';
import { defenderExamples } from './defender-examples.ts';
import { directoryExamples } from './directory-examples.ts';
import { exchangeExamples } from './exchange-examples.ts';
import { huntingExamples } from './hunting-examples.ts';
import { intuneExamples } from './intune-examples.ts';
import { mailAndSharingExamples } from './mail-and-sharing-examples.ts';
import { purviewExamples } from './purview-examples.ts';
import { reviewAndExchangeExamples } from './review-and-exchange-examples.ts';
import { teamsExamples } from './teams-examples.ts';

export const checkExamples: readonly CheckExample[] = [
  ...conditionalAccessExamples,
  ...directoryExamples,
  ...mailAndSharingExamples,
  ...reviewAndExchangeExamples,
  ...exchangeExamples,
  ...defenderExamples,
  ...teamsExamples,
  ...purviewExamples,
  ...intuneExamples,
  ...huntingExamples,
];
