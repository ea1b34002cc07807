import type {
  ActivityBasedTimeoutPolicy,
  AdminConsentRequestPolicy,
  AuthenticationMethodConfiguration,
  AuthenticationMethodsPolicy,
  AuthorizationPolicy,
  CrossTenantAccessPolicyB2BSetting,
  CrossTenantAccessPolicyConfigurationDefault,
  DeviceRegistrationPolicy,
  GroupSetting,
  IdentitySecurityDefaultsEnforcementPolicy,
  SharepointSettings,
  TenantAppManagementPolicy,
} from '@microsoft/microsoft-graph-types';

/** `azureADJoin.localAdmins` is in the v1.0 wire shape and missing from the published types. */
export type WireDeviceRegistrationPolicy = DeviceRegistrationPolicy & {
  azureADJoin: { localAdmins: { enableGlobalAdmins: boolean; registeringUsers: { '@odata.type': string } } };
};

/** The tenant-wide settings, each as Graph v1.0 sends it. */
export interface TenantSettings {
  securityDefaults: IdentitySecurityDefaultsEnforcementPolicy;
  authenticationMethods: AuthenticationMethodsPolicy;
  authorization: AuthorizationPolicy;
  adminConsentRequest: AdminConsentRequestPolicy;
  crossTenantDefault: CrossTenantAccessPolicyConfigurationDefault;
  deviceRegistration: WireDeviceRegistrationPolicy;
  appManagement: TenantAppManagementPolicy;
  activityTimeouts: ActivityBasedTimeoutPolicy[];
  groupSettings: GroupSetting[];
  sharepoint: SharepointSettings;
  passwordValidityDays: number;
  /** Of domains that somebody has changed. */
  passwordValidityOf?: Record<string, number>;
  /** Whether activating a privileged role asks for approval and tells somebody. */
  roleRules: { approval: boolean; notifications: boolean };
}

const zeroGuid = '00000000-0000-0000-0000-000000000000';
const allUsers = { targetType: 'group', id: 'all_users' } as const;

export function securityDefaults(isEnabled: boolean): IdentitySecurityDefaultsEnforcementPolicy {
  return {
    id: '00000000-0000-0000-0000-000000000005',
    displayName: 'Security Defaults',
    description: 'A set of basic identity security mechanisms recommended by Microsoft.',
    isEnabled,
  };
}

function method(id: string, enabled: boolean, more: object = {}): AuthenticationMethodConfiguration {
  const typeName = `${id.charAt(0).toLowerCase()}${id.slice(1)}`;
  return {
    ...{ '@odata.type': `#microsoft.graph.${typeName}AuthenticationMethodConfiguration` },
    id,
    state: enabled ? 'enabled' : 'disabled',
    excludeTargets: [],
    ...{ includeTargets: [{ ...allUsers, isRegistrationRequired: false }] },
    ...more,
  };
}

function authenticatorFeature(enabled: boolean) {
  return {
    state: enabled ? 'enabled' : 'default',
    includeTarget: allUsers,
    excludeTarget: { targetType: 'group', id: zeroGuid },
  };
}

/** Which sign-in methods are allowed. `migration`: whether the legacy MFA and SSPR policies are retired. */
export function authenticationMethods(options: {
  sms: boolean;
  voice: boolean;
  email: boolean;
  fido2: boolean;
  authenticatorContext: boolean;
  migration: 'preMigration' | 'migrationInProgress' | 'migrationComplete';
}): AuthenticationMethodsPolicy {
  return {
    id: 'authenticationMethodsPolicy',
    displayName: 'Authentication Methods Policy',
    description: 'The tenant-wide policy that controls which authentication methods are allowed in the tenant.',
    lastModifiedDateTime: '2026-01-12T08:30:00Z',
    policyVersion: '1.5',
    policyMigrationState: options.migration,
    registrationEnforcement: {
      authenticationMethodsRegistrationCampaign: {
        snoozeDurationInDays: 1,
        state: 'default',
        excludeTargets: [],
        includeTargets: [
          { id: 'all_users', targetType: 'group', targetedAuthenticationMethod: 'microsoftAuthenticator' },
        ],
      },
    },
    authenticationMethodConfigurations: [
      method('Fido2', options.fido2, { isSelfServiceRegistrationAllowed: true, isAttestationEnforced: options.fido2 }),
      method('MicrosoftAuthenticator', true, {
        isSoftwareOathEnabled: false,
        featureSettings: {
          displayAppInformationRequiredState: authenticatorFeature(options.authenticatorContext),
          displayLocationInformationRequiredState: authenticatorFeature(options.authenticatorContext),
        },
      }),
      method('Sms', options.sms),
      method('TemporaryAccessPass', options.fido2, { isUsableOnce: true, defaultLifetimeInMinutes: 60 }),
      method('SoftwareOath', true),
      method('Voice', options.voice, { isOfficePhoneAllowed: false }),
      method('Email', options.email, { allowExternalIdToUseEmailOtp: options.email ? 'enabled' : 'disabled' }),
      method('X509Certificate', false),
    ],
  };
}

export const guestRole = {
  sameAsMembers: 'a0b1b346-4d3e-4e8b-98f8-753987be4970',
  limited: '10dae51f-b6af-4016-8d66-8c2a99b929b3',
  restricted: '2af84b1e-32c8-42b7-82bc-daa82404023b',
} as const;

/** What ordinary users may do. `userConsent` is the policy for consent by users; null: users may not consent. */
export function authorization(options: {
  usersCreate: boolean;
  userConsent: 'microsoft-user-default-legacy' | 'microsoft-user-default-low' | null;
  guestRole: keyof typeof guestRole;
  invites: NonNullable<AuthorizationPolicy['allowInvitesFrom']>;
}): AuthorizationPolicy {
  const consent = options.userConsent ? [`ManagePermissionGrantsForSelf.${options.userConsent}`] : [];
  return {
    id: 'authorizationPolicy',
    displayName: 'Authorization Policy',
    description: 'Used to manage authorization related settings across the company.',
    allowInvitesFrom: options.invites,
    allowedToSignUpEmailBasedSubscriptions: options.usersCreate,
    allowedToUseSSPR: true,
    allowEmailVerifiedUsersToJoinOrganization: false,
    allowUserConsentForRiskyApps: false,
    blockMsolPowerShell: !options.usersCreate,
    guestUserRoleId: guestRole[options.guestRole],
    defaultUserRolePermissions: {
      allowedToCreateApps: options.usersCreate,
      allowedToCreateSecurityGroups: options.usersCreate,
      allowedToCreateTenants: options.usersCreate,
      allowedToReadBitlockerKeysForOwnedDevice: options.usersCreate,
      allowedToReadOtherUsers: true,
      permissionGrantPoliciesAssigned: [
        ...consent,
        'ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-chat',
        'ManagePermissionGrantsForOwnedResource.microsoft-dynamically-managed-permissions-for-team',
      ],
    },
  };
}

export function adminConsentRequest(isEnabled: boolean): AdminConsentRequestPolicy {
  const reviewer = {
    query: '/v1.0/roleManagement/directory/roleDefinitions',
    queryType: 'MicrosoftGraph',
    queryRoot: null,
  };
  return {
    isEnabled,
    notifyReviewers: isEnabled,
    remindersEnabled: isEnabled,
    requestDurationInDays: isEnabled ? 30 : 0,
    version: isEnabled ? 2 : 0,
    reviewers: isEnabled ? [reviewer] : [],
  };
}

function b2b(accessType: 'allowed' | 'blocked', user: 'AllUsers'): CrossTenantAccessPolicyB2BSetting {
  return {
    usersAndGroups: { accessType, targets: [{ target: user, targetType: 'user' }] },
    applications: { accessType, targets: [{ target: 'AllApplications', targetType: 'application' }] },
  };
}

/** What holds for every other organization that has no settings of its own. */
export function crossTenantDefault(inbound: 'allowed' | 'blocked'): CrossTenantAccessPolicyConfigurationDefault {
  return {
    isServiceDefault: inbound === 'allowed',
    inboundTrust: {
      isMfaAccepted: false,
      isCompliantDeviceAccepted: false,
      isHybridAzureADJoinedDeviceAccepted: false,
    },
    b2bCollaborationInbound: b2b(inbound, 'AllUsers'),
    b2bCollaborationOutbound: b2b('allowed', 'AllUsers'),
    b2bDirectConnectInbound: b2b('blocked', 'AllUsers'),
    b2bDirectConnectOutbound: b2b('blocked', 'AllUsers'),
    automaticUserConsentSettings: { inboundAllowed: false, outboundAllowed: false },
    tenantRestrictions: null,
  };
}

/** Who may join devices, and whether local administrator passwords are managed. */
export function deviceRegistration(hardened: boolean): WireDeviceRegistrationPolicy {
  const everyone = { '@odata.type': '#microsoft.graph.allDeviceRegistrationMembership' };
  const nobody = { '@odata.type': '#microsoft.graph.noDeviceRegistrationMembership' };
  return {
    id: 'deviceRegistrationPolicy',
    displayName: 'Device Registration Policy',
    description: 'Tenant-wide policy that manages initial provisioning controls.',
    userDeviceQuota: hardened ? 10 : 50,
    multiFactorAuthConfiguration: 'notRequired',
    azureADRegistration: { isAdminConfigurable: false, allowedToRegister: everyone },
    azureADJoin: {
      isAdminConfigurable: true,
      allowedToJoin: hardened ? nobody : everyone,
      localAdmins: { enableGlobalAdmins: !hardened, registeringUsers: hardened ? nobody : everyone },
    },
    localAdminPassword: { isEnabled: hardened },
  };
}
