import type { Check } from '../shared/check.ts';
import { forwardingChecks } from './forwarding-checks.ts';
import { mailRuleChecks } from './mail-rule-checks.ts';
import { exchangeOrganizationChecks } from './organization-checks.ts';
import { sharedMailboxChecks } from './shared-mailbox-checks.ts';

export const exchangeChecks: readonly Check[] = [
  ...forwardingChecks,
  ...mailRuleChecks,
  ...exchangeOrganizationChecks,
  ...sharedMailboxChecks,
];
