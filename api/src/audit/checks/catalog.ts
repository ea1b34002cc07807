import { defenderChecks } from './defender/defender-checks.ts';
import { huntingChecks } from './defender/hunting-checks.ts';
import { identityHealthChecks } from './defender/identity-health.ts';
import { accessReviewChecks } from './entra/access-reviews.ts';
import { accountChecks } from './entra/accounts.ts';
import { adminCenterChecks } from './entra/admin-center-access.ts';
import { administratorLicenseChecks } from './entra/administrator-licenses.ts';
import { agentIdentityChecks } from './entra/agent-identities.ts';
import { appSecretChecks } from './entra/app-secrets.ts';
import { applicationConsentChecks } from './entra/application-consent.ts';
import { applicationCredentialChecks } from './entra/application-credentials.ts';
import { authenticationMethodChecks } from './entra/authentication-methods.ts';
import { conditionalAccessChecks } from './entra/conditional-access.ts';
import { deviceRegistrationChecks } from './entra/device-registration.ts';
import { emergencyAccessChecks } from './entra/emergency-access.ts';
import { exclusionGapChecks } from './entra/exclusion-gaps.ts';
import { groupChecks } from './entra/groups.ts';
import { guestChecks } from './entra/guests.ts';
import { hybridSyncChecks } from './entra/hybrid-sync.ts';
import { passwordProtectionChecks } from './entra/password-protection.ts';
import { policyHygieneChecks } from './entra/policy-hygiene.ts';
import { policyStateChecks } from './entra/policy-state.ts';
import { registrationChecks } from './entra/registration.ts';
import { roleActivationChecks } from './entra/role-activation.ts';
import { roleScheduleChecks } from './entra/role-schedules.ts';
import { roleChecks } from './entra/roles.ts';
import { sessionAndDeviceChecks } from './entra/session-and-device-policies.ts';
import { tenantSettingChecks } from './entra/tenant-settings.ts';
import { trustedLocationChecks } from './entra/trusted-locations.ts';
import { exchangeChecks } from './exchange/exchange-checks.ts';
import { exchangeProtocolChecks } from './exchange/exchange-protocols.ts';
import { compliantDeviceCheck } from './intune/compliant-device-check.ts';
import { intuneChecks } from './intune/intune-checks.ts';
import { mailFlowChecks } from './mail/mail-flow.ts';
import { purviewChecks } from './purview/purview-checks.ts';
import { secureScoreChecks } from './secure-score/secure-score.ts';
import type { Check } from './shared/check.ts';
import { externalSharingChecks } from './sharepoint/external-sharing.ts';
import { idleSessionChecks } from './sharepoint/idle-sessions.ts';
import { teamsChecks } from './teams/teams-checks.ts';

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
  ...agentIdentityChecks,
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
