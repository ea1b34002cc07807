import type { Check } from './check.ts';
import { accountChecks } from './checks/accounts.ts';
import { authenticationMethodChecks } from './checks/authentication-methods.ts';
import { conditionalAccessChecks } from './checks/conditional-access.ts';
import { externalSharingChecks } from './checks/external-sharing.ts';
import { mailFlowChecks } from './checks/mail-flow.ts';
import { registrationChecks } from './checks/registration.ts';
import { roleActivationChecks } from './checks/role-activation.ts';
import { roleChecks } from './checks/roles.ts';
import { secureScoreChecks } from './checks/secure-score.ts';
import { tenantSettingChecks } from './checks/tenant-settings.ts';

/** Every check, in the order in which results are shown. */
export const catalogue: readonly Check[] = [
  ...conditionalAccessChecks,
  ...registrationChecks,
  ...authenticationMethodChecks,
  ...roleChecks,
  ...roleActivationChecks,
  ...tenantSettingChecks,
  ...secureScoreChecks,
  ...mailFlowChecks,
  ...externalSharingChecks,
  ...accountChecks,
];
