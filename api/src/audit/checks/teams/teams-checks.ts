import type { Check } from '../shared/check.ts';
import { teamsContentChecks } from './content-checks.ts';
import { teamsExternalAccessChecks } from './external-access-checks.ts';
import { teamsMeetingChecks } from './meeting-checks.ts';

export const teamsChecks: readonly Check[] = [
  ...teamsMeetingChecks,
  ...teamsExternalAccessChecks,
  ...teamsContentChecks,
];
