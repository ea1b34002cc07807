import type { Check } from '../shared/check.ts';
import { fileChecks } from './file-checks.ts';
import { impersonationChecks } from './impersonation-checks.ts';
import { malwareChecks } from './malware-checks.ts';
import { safeLinksChecks } from './safe-links-checks.ts';
import { spamChecks } from './spam-checks.ts';

export const defenderChecks: readonly Check[] = [
  ...impersonationChecks,
  ...malwareChecks,
  ...safeLinksChecks,
  ...spamChecks,
  ...fileChecks,
];
