import type {
  ActivityBasedTimeoutPolicy,
  GroupSetting,
  SharepointSettings,
  TenantAppManagementPolicy,
} from '@microsoft/microsoft-graph-types';

const sinceAlways = '0001-01-01T00:00:00Z';

/** Limits on application secrets and certificates; `restricted` false: the policy exists but is off. */
export function appManagement(restricted: boolean): TenantAppManagementPolicy {
  const state = restricted ? ('enabled' as const) : ('disabled' as const);
  const restrictForAppsCreatedAfterDateTime = sinceAlways;
  const restrictions = {
    passwordCredentials: [
      { restrictionType: 'passwordAddition' as const, state, maxLifetime: null, restrictForAppsCreatedAfterDateTime },
      {
        restrictionType: 'customPasswordAddition' as const,
        state,
        maxLifetime: null,
        restrictForAppsCreatedAfterDateTime,
      },
      { restrictionType: 'passwordLifetime' as const, state, maxLifetime: 'P90D', restrictForAppsCreatedAfterDateTime },
    ],
    keyCredentials: [
      {
        restrictionType: 'asymmetricKeyLifetime' as const,
        state,
        maxLifetime: 'P365D',
        restrictForAppsCreatedAfterDateTime,
      },
    ],
  };
  return {
    id: '00000000-0000-0000-0000-000000000000',
    displayName: 'Default app management tenant policy',
    description:
      'Default tenant policy that enforces app management restrictions on applications and service principals.',
    isEnabled: restricted,
    applicationRestrictions: restricted ? restrictions : { passwordCredentials: [], keyCredentials: [] },
    servicePrincipalRestrictions: restricted ? restrictions : { passwordCredentials: [], keyCredentials: [] },
  };
}

/** A web session ends after `hours` without activity. */
export function activityTimeout(hours: number): ActivityBasedTimeoutPolicy {
  const span = `${String(hours).padStart(2, '0')}:00:00`;
  const rule = {
    ActivityBasedTimeoutPolicy: {
      Version: 1,
      ApplicationPolicies: [{ ApplicationId: 'default', WebSessionIdleTimeout: span }],
    },
  };
  return {
    id: 'b6f4d8a2-5f5a-4a0e-8a57-31c4c2f8c9d1',
    displayName: 'Idle session timeout',
    isOrganizationDefault: true,
    definition: [JSON.stringify(rule)],
    ...{ deletedDateTime: null },
  };
}

function values(settings: Record<string, string>): { name: string; value: string }[] {
  return Object.entries(settings).map(([name, value]) => ({ name, value }));
}

/** "Password Rule Settings": smart lockout and the list of banned passwords. */
export function passwordRules(options: { threshold: number; durationSeconds: number; banned: string[] }): GroupSetting {
  return {
    id: '6d1f8f0a-2f9e-4a43-9a0e-6f4f1f0a7b11',
    displayName: 'Password Rule Settings',
    templateId: '5cf42378-d67d-4f36-ba46-e8b86229381d',
    values: values({
      BannedPasswordCheckOnPremisesMode: 'Audit',
      EnableBannedPasswordCheckOnPremises: 'False',
      EnableBannedPasswordCheck: options.banned.length > 0 ? 'True' : 'False',
      LockoutDurationInSeconds: String(options.durationSeconds),
      LockoutThreshold: String(options.threshold),
      BannedPasswordList: options.banned.join('\t'),
    }),
  };
}

/** "Group.Unified": whether users create Microsoft 365 groups. */
export function unifiedGroupRules(usersCreate: boolean): GroupSetting {
  return {
    id: '8e7c3a52-94a1-4bd3-8b8e-0f3a3d5e2c77',
    displayName: 'Group.Unified',
    templateId: '62375ab9-6b52-47ed-826b-58e47e0e304b',
    values: values({
      EnableGroupCreation: usersCreate ? 'true' : 'false',
      GroupCreationAllowedGroupId: '',
      AllowGuestsToAccessGroups: 'true',
      AllowToAddGuests: usersCreate ? 'true' : 'false',
      UsageGuidelinesUrl: '',
      ClassificationList: '',
      EnableMIPLabels: 'false',
    }),
  };
}

export function sharepoint(options: {
  sharing: NonNullable<SharepointSettings['sharingCapability']>;
  allowedDomains: string[];
  resharing: boolean;
  legacyAuth: boolean;
  managedSyncOnly: boolean;
  idleSignOutSeconds: number | null;
}): SharepointSettings {
  const seconds = options.idleSignOutSeconds;
  return {
    sharingCapability: options.sharing,
    sharingDomainRestrictionMode: options.allowedDomains.length > 0 ? 'allowList' : 'none',
    sharingAllowedDomainList: options.allowedDomains,
    sharingBlockedDomainList: [],
    isResharingByExternalUsersEnabled: options.resharing,
    isLegacyAuthProtocolsEnabled: options.legacyAuth,
    isRequireAcceptingUserToMatchInvitedUserEnabled: !options.resharing,
    isUnmanagedSyncAppForTenantRestricted: options.managedSyncOnly,
    allowedDomainGuidsForSyncApp: options.managedSyncOnly ? ['f4a1d3c2-7b0e-4e55-9c55-0e2d6a5b1c90'] : [],
    idleSessionSignOut: {
      isEnabled: seconds !== null,
      signOutAfterInSeconds: seconds ?? 0,
      warnAfterInSeconds: seconds === null ? 0 : seconds - 300,
    },
    availableManagedPathsForSiteCreation: ['/sites/', '/teams/'],
    deletedUserPersonalSiteRetentionPeriodInDays: 30,
    excludedFileExtensionsForSyncApp: [],
    imageTaggingOption: 'basic',
    isCommentingOnSitePagesEnabled: true,
    isFileActivityNotificationEnabled: true,
    isLoopEnabled: true,
    isMacSyncAppEnabled: true,
    isSharePointMobileNotificationEnabled: true,
    isSharePointNewsfeedEnabled: true,
    isSiteCreationEnabled: true,
    isSiteCreationUIEnabled: true,
    isSitePagesCreationEnabled: true,
    isSitesStorageLimitAutomatic: true,
    isSyncButtonHiddenOnPersonalSite: false,
    personalSiteDefaultStorageLimitInMB: 1_048_576,
    siteCreationDefaultManagedPath: '/sites/',
    siteCreationDefaultStorageLimitInMB: 26_214_400,
    tenantDefaultTimezone: '(UTC) Coordinated Universal Time',
  };
}
