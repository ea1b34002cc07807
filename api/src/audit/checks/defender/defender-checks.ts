import type { Check } from '../../check.ts';
import { impersonationChecks } from './impersonation-checks.ts';
import { mailProtectionChecks } from './mail-protection-checks.ts';

export const defenderChecks: readonly Check[] = [...impersonationChecks, ...mailProtectionChecks];
