import type { Check } from './check.ts';
import { accessReviewChecks } from './checks/access-reviews.ts';
import { accountChecks } from './checks/accounts.ts';
import { adminCenterChecks } from './checks/admin-center-access.ts';
import { administratorLicenseChecks } from './checks/administrator-licenses.ts';
import { appSecretChecks } from './checks/app-secrets.ts';
import { applicationConsentChecks } from './checks/application-consent.ts';
import { applicationCredentialChecks } from './checks/application-credentials.ts';
import { authenticationMethodChecks } from './checks/authentication-methods.ts';
import { conditionalAccessChecks } from './checks/conditional-access.ts';
import { defenderChecks } from './checks/defender/defender-checks.ts';
import { huntingChecks } from './checks/defender/hunting-checks.ts';
import { identityHealthChecks } from './checks/defender/identity-health.ts';
import { deviceRegistrationChecks } from './checks/device-registration.ts';
import { emergencyAccessChecks } from './checks/emergency-access.ts';
import { exchangeChecks } from './checks/exchange/exchange-checks.ts';
import { exchangeProtocolChecks } from './checks/exchange-protocols.ts';
import { exclusionGapChecks } from './checks/exclusion-gaps.ts';
import { externalSharingChecks } from './checks/external-sharing.ts';
import { groupChecks } from './checks/groups.ts';
import { guestChecks } from './checks/guests.ts';
import { hybridSyncChecks } from './checks/hybrid-sync.ts';
import { idleSessionChecks } from './checks/idle-sessions.ts';
import { compliantDeviceCheck } from './checks/intune/compliant-device-check.ts';
import { intuneChecks } from './checks/intune/intune-checks.ts';
import { mailFlowChecks } from './checks/mail-flow.ts';
import { passwordProtectionChecks } from './checks/password-protection.ts';
import { policyHygieneChecks } from './checks/policy-hygiene.ts';
import { policyStateChecks } from './checks/policy-state.ts';
import { purviewChecks } from './checks/purview/purview-checks.ts';
import { registrationChecks } from './checks/registration.ts';
import { roleActivationChecks } from './checks/role-activation.ts';
import { roleScheduleChecks } from './checks/role-schedules.ts';
import { roleChecks } from './checks/roles.ts';
import { secureScoreChecks } from './checks/secure-score.ts';
import { sessionAndDeviceChecks } from './checks/session-and-device-policies.ts';
import { teamsChecks } from './checks/teams/teams-checks.ts';
import { tenantSettingChecks } from './checks/tenant-settings.ts';
import { trustedLocationChecks } from './checks/trusted-locations.ts';

/** Every check, in the order in which results are shown. */
export const catalog: readonly Check[] = [
  ...conditionalAccessChecks,
  ...sessionAndDeviceChecks,
  compliantDeviceCheck,
  ...trustedLocationChecks,
  ...policyHygieneChecks,
  ...policyStateChecks,
  ...emergencyAccessChecks,
  ...exclusionGapChecks,
  ...registrationChecks,
  ...authenticationMethodChecks,
  ...roleChecks,
  ...administratorLicenseChecks,
  ...roleScheduleChecks,
  ...roleActivationChecks,
  ...applicationConsentChecks,
  ...tenantSettingChecks,
  ...adminCenterChecks,
  ...passwordProtectionChecks,
  ...groupChecks,
  ...idleSessionChecks,
  ...applicationCredentialChecks,
  ...appSecretChecks,
  ...deviceRegistrationChecks,
  ...hybridSyncChecks,
  ...identityHealthChecks,
  ...huntingChecks,
  ...secureScoreChecks,
  ...mailFlowChecks,
  ...exchangeProtocolChecks,
  ...exchangeChecks,
  ...defenderChecks,
  ...externalSharingChecks,
  ...guestChecks,
  ...accessReviewChecks,
  ...accountChecks,
  ...teamsChecks,
  ...purviewChecks,
  ...intuneChecks,
];
