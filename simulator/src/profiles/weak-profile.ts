import { weakMailZone } from '../dns/mail-zones.ts';
import {
  activityTimeout,
  appManagement,
  passwordRules,
  sharepoint,
  unifiedGroupRules,
} from '../posture/app-and-sharing-settings.ts';
import { allUsersExcept, conditionalAccessPolicy, roleIds } from '../posture/conditional-access.ts';
import { undocumentedTypes } from '../posture/configuration-posture.ts';
import { neglectedDefender } from '../posture/defender.ts';
import {
  adminConsentRequest,
  authenticationMethods,
  authorization,
  crossTenantDefault,
  deviceRegistration,
  securityDefaults,
  type TenantSettings,
} from '../posture/tenant-settings.ts';
import { weakConfiguration } from '../posture/weak-configuration.ts';
import type { AdminAccount, DirectoryReferences, TenantProfile } from '../tenant-profile.ts';

const settings: TenantSettings = {
  securityDefaults: securityDefaults(false),
  authenticationMethods: authenticationMethods({
    sms: true,
    voice: true,
    email: true,
    fido2: false,
    authenticatorContext: false,
    migration: 'migrationInProgress',
  }),
  authorization: authorization({
    usersCreate: true,
    userConsent: 'microsoft-user-default-legacy',
    guestRole: 'limited',
    invites: 'everyone',
  }),
  adminConsentRequest: adminConsentRequest(false),
  crossTenantDefault: crossTenantDefault('allowed'),
  deviceRegistration: deviceRegistration(false),
  appManagement: appManagement(false),
  activityTimeouts: [activityTimeout(12)],
  groupSettings: [passwordRules({ threshold: 20, durationSeconds: 30, banned: [] }), unifiedGroupRules(true)],
  sharepoint: sharepoint({
    sharing: 'externalUserAndGuestSharing',
    allowedDomains: [],
    resharing: true,
    legacyAuth: true,
    managedSyncOnly: false,
    idleSignOutSeconds: null,
  }),
  passwordValidityDays: 90,
  roleRules: { approval: false, notifications: false },
};

function globalAdmin(overrides: Partial<AdminAccount>): AdminAccount {
  return {
    kind: 'person',
    roles: [{ role: 'Global Administrator', assignment: 'active' }],
    mfaCapable: true,
    lastSignInDaysAgo: 2,
    ...overrides,
  };
}

const admins: AdminAccount[] = [
  globalAdmin({}),
  globalAdmin({ synced: true, lastSignInDaysAgo: 0 }),
  globalAdmin({ mfaCapable: false, lastSignInDaysAgo: 210 }),
  globalAdmin({ synced: true, mfaCapable: false, lastSignInDaysAgo: 12 }),
  globalAdmin({ lastSignInDaysAgo: 6 }),
  globalAdmin({ lastSignInDaysAgo: null, mfaCapable: false }),
  globalAdmin({ kind: 'guest', lastSignInDaysAgo: 31 }),
  {
    kind: 'person',
    roles: [{ role: 'Exchange Administrator', assignment: 'active' }],
    mfaCapable: true,
    lastSignInDaysAgo: 1,
  },
  {
    kind: 'person',
    roles: [{ role: 'User Administrator', assignment: 'active' }],
    mfaCapable: false,
    lastSignInDaysAgo: 4,
  },
  {
    kind: 'person',
    roles: [{ role: 'Helpdesk Administrator', assignment: 'active' }],
    mfaCapable: true,
    lastSignInDaysAgo: 0,
  },
];

function conditionalAccess({ tenantId, groupId }: DirectoryReferences) {
  return [
    conditionalAccessPolicy(tenantId, {
      displayName: 'MFA for all users (pilot)',
      state: 'enabledForReportingButNotEnforced',
      users: allUsersExcept([]),
      grant: ['mfa'],
      createdDateTime: '2025-02-11T10:04:00Z',
    }),
    conditionalAccessPolicy(tenantId, {
      displayName: 'MFA for Global Administrators',
      users: { includeRoles: roleIds(['Global Administrator']) },
      grant: ['mfa'],
    }),
    conditionalAccessPolicy(tenantId, {
      displayName: 'Block legacy authentication',
      users: allUsersExcept([], [groupId('Scanners and line printers')]),
      conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
      grant: ['block'],
    }),
  ];
}

/** A company that grew faster than its security: licensed for P1, hardly configured. */
export const weakProfile: TenantProfile = {
  id: '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01',
  name: 'brackenfreight',
  displayName: 'Bracken Freight Group',
  domain: 'brackenfreight.example',
  parkedDomains: ['bracken-logistics.example'],
  countryCode: 'GB',
  userCount: 847,
  license: 'p1',
  skus: ['SPE_E3', 'WIN_DEF_ATP', 'ATA'],
  population: {
    guestPercent: 11,
    disabledPercent: 6,
    syncedPercent: 70,
    mfaCapablePercent: 62,
    passwordlessPercent: 3,
    staleMemberPercent: 9,
    staleGuestPercent: 40,
    neverSignedInPercent: 3,
  },
  admins,
  groups: [{ displayName: 'Scanners and line printers', kind: 'security', members: [20, 21, 22, 23, 24, 25] }],
  agents: [
    {
      displayName: 'Freight invoice agent',
      roles: [{ role: 'Exchange Administrator', assignment: 'active' }],
      owners: [],
      blueprintSecret: true,
      user: 25,
    },
  ],
  usersPerGroup: 18,
  publicGroupPercent: 35,
  settings,
  conditionalAccess,
  namedLocations: [],
  secureScore: {
    defaultFraction: 0.35,
    fractions: {
      AdminMFAV2: 0.7,
      MFARegistrationV2: 0.62,
      BlockLegacyAuthentication: 0.5,
      SigninRiskPolicy: 0,
      UserRiskPolicy: 0,
      OneAdmin: 1,
      PWAgePolicyNew: 0,
      IntegratedApps: 0,
      aad_admin_consent_workflow: 0,
      aad_phishing_MFA_strength: 0,
      aad_sign_in_freq_session_timeout: 0,
      aad_custom_banned_passwords: 0,
      aad_limited_administrative_roles: 0,
      exo_mailboxaudit: 0,
      mip_search_auditlog: 1,
      mdo_autoforwardingmode: 0,
      mdo_blockmailforward: 0,
      mdo_antiphishingpolicies: 0.5,
      spo_legacy_auth: 0,
      spo_external_sharing_managed: 0,
      spo_idle_session_timeout: 0,
    },
    trend: 'rising',
  },
  riskEvents: [
    { user: 41, level: 'high', state: 'atRisk', eventType: 'leakedCredentials', daysAgo: 3 },
    { user: 118, level: 'medium', state: 'atRisk', eventType: 'unfamiliarFeatures', daysAgo: 9 },
    { user: 233, level: 'low', state: 'remediated', eventType: 'anonymizedIPAddress', daysAgo: 17 },
  ],
  legacySignIns: [
    { user: 20, clientAppUsed: 'Authenticated SMTP', daysAgo: 0, succeeded: true },
    { user: 20, clientAppUsed: 'Authenticated SMTP', daysAgo: 1, succeeded: true },
    { user: 22, clientAppUsed: 'IMAP4', daysAgo: 2, succeeded: true },
    { user: 57, clientAppUsed: 'POP3', daysAgo: 3, succeeded: false },
    { user: 90, clientAppUsed: 'Exchange ActiveSync', daysAgo: 12, succeeded: true },
  ],
  alerts: [
    {
      title: 'Suspicious inbox forwarding rule',
      severity: 'high',
      status: 'new',
      category: 'Exfiltration',
      description: 'A rule that forwards mail to an outside address was created.',
      daysAgo: 4,
      user: 41,
    },
    {
      title: 'Password spray attempts',
      severity: 'medium',
      status: 'inProgress',
      category: 'CredentialAccess',
      description: 'Many accounts were tried with few passwords.',
      daysAgo: 11,
    },
  ],
  branding: null,
  accessReviews: 'none',
  configuration: { setUp: 'whole', unsupportedTypes: undocumentedTypes, instances: weakConfiguration },
  hybridSync: { passwordSync: true, blockSoftMatch: false, blockHardMatch: false },
  zone: weakMailZone,
  defender: neglectedDefender,
  refusedPermissions: [],
};
