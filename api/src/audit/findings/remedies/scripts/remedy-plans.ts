import { makeAccessReviews } from './plans/access-review-plans.ts';
import { blockSharedMailboxes, disableStaleAccounts } from './plans/account-plans.ts';
import { deviceSettings, turnOffWebStorage } from './plans/application-and-device-plans.ts';
import { strengthenMethods } from './plans/authentication-method-plans.ts';
import { restrictAppConsent, restrictGuests } from './plans/authorization-plans.ts';
import * as conditionalAccess from './plans/conditional-access-plans.ts';
import { limitCredentials } from './plans/credential-plans.ts';
import {
  passwordProtection,
  restrictDefaultPermissions,
  secureDirectorySync,
} from './plans/directory-setting-plans.ts';
import { manageGroups } from './plans/group-plans.ts';
import { trustKnownDevices } from './plans/intune-plans.ts';
import { limitSessions } from './plans/session-plans.ts';
import { crossTenantAccess, limitExternalSharing, turnOffLegacyProtocols } from './plans/sharing-plans.ts';
import type { RemedyPlan } from './remedy-plan.ts';

/** What a script does for a remedy, by the remedy's id. */
export const remedyPlans: Readonly<Record<string, RemedyPlan>> = {
  'require-mfa': conditionalAccess.requireMfa,
  'require-phishing-resistant-mfa': conditionalAccess.requirePhishingResistantMfa,
  'protect-registration': conditionalAccess.protectRegistration,
  'block-legacy-authentication': conditionalAccess.blockLegacyAuthentication,
  'turn-off-legacy-protocols': turnOffLegacyProtocols,
  'block-risky-sign-ins': conditionalAccess.blockRiskySignIns,
  'block-high-risk-users': conditionalAccess.blockHighRiskUsers,
  'block-insider-risk': conditionalAccess.blockInsiderRisk,
  'block-risky-sign-in-flows': conditionalAccess.blockSignInFlows,
  'require-managed-devices': conditionalAccess.requireManagedDevices,
  'limit-sessions': limitSessions,
  'limit-locations': conditionalAccess.limitLocations,
  'limit-admin-portals': conditionalAccess.limitAdminPortals,
  'tidy-policies': conditionalAccess.tidyPolicies,
  'strengthen-authentication-methods': strengthenMethods,
  'restrict-app-consent': restrictAppConsent,
  'limit-application-credentials': limitCredentials,
  'restrict-default-user-permissions': restrictDefaultPermissions,
  'password-protection': passwordProtection,
  'device-settings': deviceSettings,
  'limit-external-sharing': limitExternalSharing,
  'restrict-guests': restrictGuests,
  'cross-tenant-access': crossTenantAccess,
  'intune-compliance': trustKnownDevices,
  'access-reviews': makeAccessReviews,
  'manage-groups': manageGroups,
  'directory-sync': secureDirectorySync,
  'third-party-storage': turnOffWebStorage,
  'stale-accounts': disableStaleAccounts,
  'block-shared-mailbox-sign-in': blockSharedMailboxes,
};

/** Whether a script is made for a remedy, where a tenant's scan holds what it needs. */
export const hasScript = (remedyId: string): boolean => Object.hasOwn(remedyPlans, remedyId);
