import type { RoleName } from '../directory/role-templates.ts';
import { goodMailZone } from '../dns/mail-zones.ts';
import {
  activityTimeout,
  appManagement,
  passwordRules,
  sharepoint,
  unifiedGroupRules,
} from '../posture/app-and-sharing-settings.ts';
import { tidyDefender } from '../posture/defender.ts';
import { hardenedConditionalAccess, officeLocationId } from '../posture/hardened-conditional-access.ts';
import { hardenedConfiguration } from '../posture/hardened-configuration.ts';
import {
  adminConsentRequest,
  authenticationMethods,
  authorization,
  crossTenantDefault,
  deviceRegistration,
  securityDefaults,
  type TenantSettings,
} from '../posture/tenant-settings.ts';
import type { AdminAccount, TenantProfile } from '../tenant-profile.ts';

export const hardenedSettings: TenantSettings = {
  securityDefaults: securityDefaults(false),
  authenticationMethods: authenticationMethods({
    sms: false,
    voice: false,
    email: false,
    fido2: true,
    authenticatorContext: true,
    migration: 'migrationComplete',
  }),
  authorization: authorization({
    usersCreate: false,
    userConsent: null,
    guestRole: 'restricted',
    invites: 'adminsAndGuestInviters',
  }),
  adminConsentRequest: adminConsentRequest(true),
  crossTenantDefault: crossTenantDefault('blocked'),
  deviceRegistration: deviceRegistration(true),
  appManagement: appManagement(true),
  activityTimeouts: [activityTimeout(1)],
  groupSettings: [
    passwordRules({ threshold: 10, durationSeconds: 60, banned: ['alderwick', 'clinic', 'summer2026'] }),
    unifiedGroupRules(false),
  ],
  sharepoint: sharepoint({
    sharing: 'existingExternalUserSharingOnly',
    allowedDomains: ['harbourline.example', 'osterby.example'],
    resharing: false,
    legacyAuth: false,
    managedSyncOnly: true,
    idleSignOutSeconds: 3600,
  }),
  passwordValidityDays: 2_147_483_647,
  roleRules: { approval: true, notifications: true },
};

export const emergencyAccount: AdminAccount = {
  kind: 'emergency',
  roles: [{ role: 'Global Administrator', assignment: 'active' }],
  mfaCapable: true,
  passwordless: true,
  lastSignInDaysAgo: 20,
};

export function eligibleAdmin(role: RoleName, lastSignInDaysAgo: number): AdminAccount {
  return {
    kind: 'person',
    roles: [{ role, assignment: 'eligible', endsInDays: 180 }],
    mfaCapable: true,
    passwordless: true,
    lastSignInDaysAgo,
  };
}

/** A clinic whose administrators do their work: P2, just-in-time roles, everything enforced. */
export const goodProfile: TenantProfile = {
  id: '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02',
  name: 'alderwickclinic',
  displayName: 'Alderwick Clinic',
  domain: 'alderwickclinic.example',
  parkedDomains: ['alderwick-health.example'],
  countryCode: 'IE',
  userCount: 120,
  license: 'p2',
  skus: ['SPE_E5'],
  population: {
    guestPercent: 6,
    disabledPercent: 3,
    syncedPercent: 0,
    mfaCapablePercent: 100,
    passwordlessPercent: 80,
    staleMemberPercent: 0,
    staleGuestPercent: 0,
    neverSignedInPercent: 0,
  },
  admins: [
    emergencyAccount,
    emergencyAccount,
    eligibleAdmin('Global Administrator', 1),
    eligibleAdmin('Privileged Role Administrator', 0),
    eligibleAdmin('Exchange Administrator', 2),
    eligibleAdmin('SharePoint Administrator', 3),
    eligibleAdmin('User Administrator', 0),
    eligibleAdmin('Security Administrator', 1),
  ],
  groups: [
    { displayName: 'Ward staff', kind: 'security', members: [12, 13, 14, 15] },
    { displayName: 'Clinic news', kind: 'unified', visibility: 'Private', members: [10, 11, 12, 13, 14, 15, 16] },
  ],
  usersPerGroup: 15,
  publicGroupPercent: 0,
  settings: hardenedSettings,
  conditionalAccess: hardenedConditionalAccess,
  namedLocations: [
    {
      ...{ '@odata.type': '#microsoft.graph.ipNamedLocation' },
      id: officeLocationId,
      displayName: 'Clinic network',
      createdDateTime: '2025-03-01T08:00:00Z',
      modifiedDateTime: '2025-03-01T08:00:00Z',
      ...{
        isTrusted: true,
        ipRanges: [{ '@odata.type': '#microsoft.graph.iPv4CidrRange', cidrAddress: '203.0.113.0/24' }],
      },
    },
  ],
  secureScore: {
    defaultFraction: 1,
    fractions: { mip_DLP_policies: 0.6, scid_2090: 0.9, exo_outlookaddins: 0, RoleOverlap: 1 },
    trend: 'rising',
  },
  riskEvents: [{ user: 33, level: 'low', state: 'remediated', eventType: 'unfamiliarFeatures', daysAgo: 21 }],
  legacySignIns: [],
  alerts: [
    {
      title: 'Malware removed after delivery',
      severity: 'medium',
      status: 'resolved',
      category: 'InitialAccess',
      description: 'A message with malware was removed from one mailbox.',
      daysAgo: 15,
    },
  ],
  branding: {
    id: '0',
    backgroundColor: '#0F4C5C',
    signInPageText: 'Alderwick Clinic. Sign in with your clinic account only.',
    usernameHintText: 'name@alderwickclinic.example',
    bannerLogoRelativeUrl: 'c1c6b6c8/logintenantbranding/0/bannerlogo?ts=1',
    backgroundImageRelativeUrl: 'c1c6b6c8/logintenantbranding/0/illustration?ts=1',
    cdnList: ['images.cdn.example'],
  },
  accessReviews: 'monthly',
  hybridSync: null,
  configuration: { setUp: 'whole', unsupportedTypes: [], instances: hardenedConfiguration },
  zone: goodMailZone,
  defender: tidyDefender,
  refusedPermissions: [],
};
