import { mixedMailZone } from '../dns/mail-zones.ts';
import { passwordRules, unifiedGroupRules } from '../posture/app-and-sharing-settings.ts';
import { allUsersExcept, conditionalAccessPolicy, privilegedRoles, roleIds } from '../posture/conditional-access.ts';
import { defaultConfiguration } from '../posture/configuration-defaults.ts';
import { undocumentedTypes } from '../posture/configuration-posture.ts';
import { halfDefender } from '../posture/defender.ts';
import { authenticationMethods, authorization, crossTenantDefault } from '../posture/tenant-settings.ts';
import type { DirectoryReferences, TenantProfile } from '../tenant-profile.ts';
import { eligibleAdmin, emergencyAccount, hardenedSettings } from './good-profile.ts';

function conditionalAccess({ tenantId, emergencyUserIds, groupId }: DirectoryReferences) {
  return [
    conditionalAccessPolicy(tenantId, {
      displayName: 'Require MFA',
      users: allUsersExcept(emergencyUserIds, [groupId('MFA exceptions')]),
      grant: ['mfa'],
    }),
    conditionalAccessPolicy(tenantId, {
      displayName: 'Require MFA for administrators',
      users: { includeRoles: roleIds(privilegedRoles), excludeUsers: emergencyUserIds },
      grant: ['mfa'],
    }),
    conditionalAccessPolicy(tenantId, {
      displayName: 'Block legacy authentication',
      users: allUsersExcept(emergencyUserIds),
      conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
      grant: ['block'],
    }),
    conditionalAccessPolicy(tenantId, {
      displayName: 'Risky sign-ins',
      state: 'enabledForReportingButNotEnforced',
      users: allUsersExcept(emergencyUserIds),
      conditions: { signInRiskLevels: ['high'] },
      grant: ['mfa'],
    }),
  ];
}

/** Half way there: MFA is enforced with a hole, risk is only watched, and the app may not read SharePoint settings. */
export const mixedProfile: TenantProfile = {
  id: 'd5a3c7b8-64e0-4f19-a2d1-9f8e7c6b5a04',
  name: 'quarrystone',
  displayName: 'Quarrystone Architects',
  domain: 'quarrystone.example',
  parkedDomains: ['quarrystone-studio.example'],
  countryCode: 'DE',
  userCount: 210,
  license: 'p2',
  skus: ['SPE_E5'],
  population: {
    guestPercent: 18,
    disabledPercent: 5,
    syncedPercent: 55,
    mfaCapablePercent: 96,
    passwordlessPercent: 25,
    staleMemberPercent: 3,
    staleGuestPercent: 15,
    neverSignedInPercent: 1,
  },
  admins: [
    emergencyAccount,
    {
      kind: 'person',
      roles: [{ role: 'Global Administrator', assignment: 'active', throughPim: false }],
      mfaCapable: true,
      synced: true,
      lastSignInDaysAgo: 0,
    },
    eligibleAdmin('Global Administrator', 3),
    eligibleAdmin('Exchange Administrator', 5),
    eligibleAdmin('User Administrator', 1),
  ],
  groups: [
    { displayName: 'MFA exceptions', kind: 'security', members: [30, 31, 32] },
    {
      displayName: 'Helpdesk operators',
      kind: 'security',
      roleAssignable: true,
      roles: [{ role: 'Helpdesk Administrator', assignment: 'active' }],
      members: [40, 41],
    },
  ],
  usersPerGroup: 14,
  publicGroupPercent: 15,
  settings: {
    ...hardenedSettings,
    authenticationMethods: authenticationMethods({
      sms: true,
      voice: false,
      email: false,
      fido2: true,
      authenticatorContext: true,
      migration: 'migrationComplete',
    }),
    authorization: authorization({
      usersCreate: false,
      userConsent: 'microsoft-user-default-low',
      guestRole: 'limited',
      invites: 'adminsGuestInvitersAndAllMembers',
    }),
    crossTenantDefault: crossTenantDefault('allowed'),
    groupSettings: [passwordRules({ threshold: 10, durationSeconds: 60, banned: [] }), unifiedGroupRules(true)],
    roleRules: { approval: false, notifications: true },
  },
  conditionalAccess,
  namedLocations: [],
  secureScore: {
    defaultFraction: 0.75,
    fractions: {
      SigninRiskPolicy: 0,
      UserRiskPolicy: 0,
      AdminMFAV2: 1,
      mdo_autoforwardingmode: 1,
      exo_mailboxaudit: 1,
    },
    trend: 'steady',
  },
  riskEvents: [{ user: 77, level: 'medium', state: 'atRisk', eventType: 'passwordSpray', daysAgo: 5 }],
  legacySignIns: [{ user: 30, clientAppUsed: 'IMAP4', daysAgo: 4, succeeded: false }],
  alerts: [],
  branding: null,
  accessReviews: 'quarterly',
  configuration: { setUp: 'noExchange', unsupportedTypes: undocumentedTypes, instances: defaultConfiguration },
  hybridSync: { passwordSync: true, blockSoftMatch: true, blockHardMatch: false },
  zone: mixedMailZone,
  defender: halfDefender,
  refusedPermissions: ['SharePointTenantSettings.Read.All'],
};
