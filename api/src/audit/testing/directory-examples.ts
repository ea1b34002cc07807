import type { JsonObject } from '../facts/json-reader.ts';
import { globalAdministratorId } from '../microsoft/privileged-roles.ts';
import type { CheckExample } from './check-example.ts';
import { policy } from './policies.ts';

const methods = (...states: [string, string][]): JsonObject => ({
  authenticationMethodsPolicy: { authenticationMethodConfigurations: states.map(([id, state]) => ({ id, state })) },
});
const feature = (state: string): JsonObject => ({ state, includeTarget: { id: 'all_users' } });
const authenticator = (state: string): JsonObject => ({
  authenticationMethodsPolicy: {
    authenticationMethodConfigurations: [
      {
        id: 'MicrosoftAuthenticator',
        state: 'enabled',
        isSoftwareOathEnabled: false,
        featureSettings: {
          displayAppInformationRequiredState: feature('enabled'),
          displayLocationInformationRequiredState: feature(state),
        },
      },
    ],
  },
});
const user = (id: string, more: JsonObject = {}): JsonObject => ({
  '@odata.type': '#microsoft.graph.user',
  id,
  displayName: id,
  userType: 'Member',
  accountEnabled: true,
  onPremisesSyncEnabled: null,
  ...more,
});
const role = (displayName: string, ...members: JsonObject[]): JsonObject => ({ displayName, members });
const admins = (...members: JsonObject[]): JsonObject => ({
  directoryRoles: [role('Global Administrator', ...members)],
});
const rows = (...capable: boolean[]): JsonObject[] =>
  capable.map((isMfaCapable, index) => ({
    id: `u${index}`,
    userPrincipalName: `u${index}@example.com`,
    userType: 'member',
    isMfaCapable,
  }));
const usersOf = (count: number): JsonObject[] => Array.from({ length: count }, (_, index) => user(`u${index}`));
const p2 = { subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }] };
const schedule = (startDateTime: string | null, endDateTime: string | null): JsonObject => ({
  ...p2,
  privilegedRoles: [
    {
      roleTemplateId: globalAdministratorId,
      displayName: 'Global Administrator',
      assignments: [{ principalId: 'u0', startDateTime, endDateTime }],
    },
  ],
});
const rules = (displayName: string, ...list: JsonObject[]): JsonObject => ({
  ...p2,
  privilegedRoles: [{ roleTemplateId: displayName, displayName, rules: list }],
});
const approval = (isApprovalRequired: boolean): JsonObject => ({
  id: 'Approval_EndUser_Assignment',
  setting: { isApprovalRequired },
});
const notice = (id: string, ...notificationRecipients: string[]): JsonObject => ({ id, notificationRecipients });
const registrations = (...ends: string[]): JsonObject => ({
  applications: [{ id: 'a', displayName: 'Backup', passwordCredentials: ends.map((endDateTime) => ({ endDateTime })) }],
});
const authorization = (more: JsonObject): JsonObject => ({
  authorizationPolicy: { id: 'authorizationPolicy', ...more },
});
const permission = (key: string, value: boolean): JsonObject =>
  authorization({ defaultUserRolePermissions: { [key]: value } });
const setting = (templateId: string, name: string, value: string): JsonObject => ({
  groupSettings: [{ templateId, values: [{ name, value }] }],
});
const passwords = '5cf42378-d67d-4f36-ba46-e8b86229381d';
const bannedList = (list: string): JsonObject => ({
  groupSettings: [
    {
      templateId: passwords,
      values: [
        { name: 'EnableBannedPasswordCheck', value: 'True' },
        { name: 'BannedPasswordList', value: list },
      ],
    },
  ],
});
const onPremises = (mode: string): JsonObject => ({
  organization: [{ id: 'o', onPremisesSyncEnabled: true }],
  groupSettings: [
    {
      templateId: passwords,
      values: [
        { name: 'EnableBannedPasswordCheckOnPremises', value: 'True' },
        { name: 'BannedPasswordCheckOnPremisesMode', value: mode },
      ],
    },
  ],
});
const members = (kind: string): JsonObject => ({
  '@odata.type': `#microsoft.graph.${kind}DeviceRegistrationMembership`,
});
const devices = (more: JsonObject): JsonObject => ({ deviceRegistrationPolicy: more });
const appPolicy = (list: string, restriction: JsonObject): JsonObject => ({
  defaultAppManagementPolicy: {
    isEnabled: true,
    applicationRestrictions: { [list]: [restriction] },
    servicePrincipalRestrictions: { [list]: [restriction] },
  },
});
const always = { state: 'enabled', restrictForAppsCreatedAfterDateTime: '0001-01-01T00:00:00Z' };
const signedIn = (date: string, userType = 'Member'): JsonObject => ({
  users: [user('u0', { userType, signInActivity: { lastSuccessfulSignInDateTime: date } })],
});
const domain = (days: number): JsonObject => ({
  domains: [
    {
      id: 'example.com',
      isVerified: true,
      isRoot: true,
      authenticationType: 'Managed',
      passwordValidityPeriodInDays: days,
    },
  ],
});

const idle = (time: string): JsonObject => ({
  activityBasedTimeoutPolicies: [
    {
      id: 'p',
      definition: [
        `{"ActivityBasedTimeoutPolicy":{"Version":1,"ApplicationPolicies":[{"ApplicationId":"default","WebSessionIdleTimeout":"${time}"}]}}`,
      ],
    },
  ],
});

const agentWith = (roleName: string): JsonObject => ({
  directoryRoles: [
    role(roleName, { '@odata.type': '#microsoft.graph.agentIdentity', id: 'n', displayName: 'Invoices' }, user('a')),
  ],
});
const blueprint = (...ends: string[]): JsonObject => ({
  applications: [
    {
      '@odata.type': '#microsoft.graph.agentIdentityBlueprint',
      id: 'b',
      displayName: 'Invoices',
      passwordCredentials: ends.map((endDateTime) => ({ endDateTime })),
    },
  ],
});
const agentOwnedBy = (...owners: string[]): JsonObject => ({
  agentIdentities: [{ id: 'n', displayName: 'Invoices', owners: owners.map((id) => ({ id })) }],
});

const application = (endDateTime: string, owners: JsonObject[] = []): JsonObject => ({
  privilegedApplications: [
    { id: 's', displayName: 'Backup', roles: ['Global Administrator'], passwordCredentials: [{ endDateTime }], owners },
  ],
});

const roleExamples: readonly CheckExample[] = [
  { check: 'role.ga.count', good: admins(user('a'), user('b')), bad: admins(user('a')), says: 'fail' },
  {
    check: 'role.ga.range',
    good: admins(user('a'), user('b'), user('c'), user('d'), user('e')),
    bad: admins(...usersOf(9)),
    says: 'fail',
  },
  {
    check: 'role.ga.ratio',
    good: { directoryRoles: [role('Global Administrator', user('a')), role('User Administrator', user('b'))] },
    bad: admins(user('a')),
    says: 'fail',
  },
  {
    check: 'role.cloudonly',
    good: admins(user('a')),
    bad: admins(user('a', { onPremisesSyncEnabled: true })),
    says: 'fail',
  },
  { check: 'role.guest.admin', good: admins(user('a')), bad: admins(user('a', { userType: 'Guest' })), says: 'fail' },
  {
    check: 'role.permanent',
    good: schedule('2026-01-01T00:00:00Z', '2026-12-01T00:00:00Z'),
    bad: schedule('2026-01-01T00:00:00Z', null),
    says: 'fail',
  },
  { check: 'role.outsidepim', good: schedule('2026-01-01T00:00:00Z', null), bad: schedule(null, null), says: 'fail' },
  {
    check: 'role.pim.approval',
    good: rules('Global Administrator', approval(true)),
    bad: rules('Global Administrator', approval(false)),
    says: 'fail',
  },
  {
    check: 'role.pim.approval.pra',
    good: rules('Privileged Role Administrator', approval(true)),
    bad: rules('Privileged Role Administrator', approval(false)),
    says: 'fail',
  },
  {
    check: 'role.pim.alerts.assignment',
    good: rules(
      'User Administrator',
      notice('Notification_Admin_Admin_Assignment', 'a@example.com'),
      notice('Notification_Admin_Admin_Eligibility', 'a@example.com'),
    ),
    bad: rules(
      'User Administrator',
      notice('Notification_Admin_Admin_Assignment', 'a@example.com'),
      notice('Notification_Admin_Admin_Eligibility'),
    ),
    says: 'fail',
  },
  {
    check: 'role.pim.alerts.ga',
    good: rules('Global Administrator', notice('Notification_Admin_EndUser_Assignment', 'a@example.com')),
    bad: rules('Global Administrator', notice('Notification_Admin_EndUser_Assignment')),
    says: 'fail',
  },
  {
    check: 'role.pim.alerts.others',
    good: rules('User Administrator', notice('Notification_Admin_EndUser_Assignment', 'a@example.com')),
    bad: rules('User Administrator', notice('Notification_Admin_EndUser_Assignment')),
    says: 'fail',
  },
  {
    check: 'app.secrets',
    good: registrations(),
    bad: registrations('2027-01-01T00:00:00Z'),
    says: 'fail',
  },
  { check: 'agent.roles', good: agentWith('Reports Reader'), bad: agentWith('Exchange Administrator'), says: 'fail' },
  { check: 'agent.owners', good: agentOwnedBy('ada'), bad: agentOwnedBy(), says: 'fail' },
  { check: 'agent.secrets', good: blueprint(), bad: blueprint('2027-01-01T00:00:00Z'), says: 'fail' },
  {
    check: 'role.sp.secret',
    good: application('2025-01-01T00:00:00Z'),
    bad: application('2027-01-01T00:00:00Z'),
    says: 'fail',
  },
  {
    check: 'role.sp.owners',
    good: application('2025-01-01T00:00:00Z'),
    bad: application('2025-01-01T00:00:00Z', [{ id: 'ada', userPrincipalName: 'ada@example.com' }]),
    says: 'fail',
  },
];

const methodExamples: readonly CheckExample[] = [
  {
    check: 'mfa.registration',
    good: { users: usersOf(2), userRegistrationDetails: rows(true, true) },
    bad: { users: usersOf(2), userRegistrationDetails: rows(true, false) },
    says: 'fail',
  },
  {
    check: 'mfa.admins.registration',
    good: { ...admins(user('u0')), userRegistrationDetails: rows(true, false) },
    bad: { ...admins(user('u0')), userRegistrationDetails: rows(false, true) },
    says: 'fail',
  },
  {
    check: 'mfa.security.defaults',
    good: { securityDefaults: { isEnabled: true }, conditionalAccessPolicies: [] },
    bad: { securityDefaults: { isEnabled: false }, conditionalAccessPolicies: [policy({ state: 'disabled' })] },
    says: 'fail',
  },
  {
    check: 'mfa.methods.weak',
    good: methods(['Sms', 'disabled'], ['Voice', 'disabled']),
    bad: methods(['Sms', 'enabled'], ['Voice', 'disabled']),
    says: 'fail',
  },
  {
    check: 'mfa.methods.email',
    good: methods(['Email', 'disabled']),
    bad: methods(['Email', 'enabled']),
    says: 'fail',
  },
  {
    check: 'mfa.methods.low',
    good: methods(['Sms', 'disabled'], ['Voice', 'disabled'], ['Email', 'disabled']),
    bad: methods(['Sms', 'disabled'], ['Voice', 'disabled'], ['Email', 'enabled']),
    says: 'fail',
  },
  { check: 'mfa.methods.fatigue', good: authenticator('enabled'), bad: authenticator('disabled'), says: 'fail' },
  {
    check: 'mfa.methods.migration',
    good: { authenticationMethodsPolicy: { policyMigrationState: 'migrationComplete' } },
    bad: { authenticationMethodsPolicy: { policyMigrationState: 'preMigration' } },
    says: 'fail',
  },
];

const settingExamples: readonly CheckExample[] = [
  {
    check: 'app.register',
    good: permission('allowedToCreateApps', false),
    bad: permission('allowedToCreateApps', true),
    says: 'fail',
  },
  {
    check: 'app.consent',
    good: authorization({ defaultUserRolePermissions: { permissionGrantPoliciesAssigned: [] } }),
    bad: authorization({
      defaultUserRolePermissions: {
        permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.microsoft-user-default-legacy'],
      },
    }),
    says: 'fail',
  },
  {
    check: 'app.consent.workflow',
    good: { adminConsentRequestPolicy: { isEnabled: true, reviewers: [{ query: '/users/u0' }] } },
    bad: { adminConsentRequestPolicy: { isEnabled: false, reviewers: [] } },
    says: 'fail',
  },
  { check: 'user.pwd.expiry', good: domain(2147483647), bad: domain(90), says: 'fail' },
  {
    check: 'tenant.create',
    good: permission('allowedToCreateTenants', false),
    bad: permission('allowedToCreateTenants', true),
    says: 'fail',
  },
  {
    check: 'group.create.security',
    good: permission('allowedToCreateSecurityGroups', false),
    bad: permission('allowedToCreateSecurityGroups', true),
    says: 'fail',
  },
  {
    check: 'user.bitlocker',
    good: permission('allowedToReadBitlockerKeysForOwnedDevice', false),
    bad: permission('allowedToReadBitlockerKeysForOwnedDevice', true),
    says: 'fail',
  },
  { check: 'branding', good: { branding: { signInPageText: 'Welcome' } }, bad: { branding: {} }, says: 'warning' },
  {
    check: 'user.lockout.threshold',
    good: setting(passwords, 'LockoutThreshold', '8'),
    bad: setting(passwords, 'LockoutThreshold', '50'),
    says: 'fail',
  },
  {
    check: 'user.lockout.duration',
    good: setting(passwords, 'LockoutDurationInSeconds', '60'),
    bad: setting(passwords, 'LockoutDurationInSeconds', '5'),
    says: 'fail',
  },
  { check: 'user.pwd.banned', good: bannedList('contoso'), bad: bannedList(''), says: 'fail' },
  { check: 'user.pwd.onpremises', good: onPremises('Enforce'), bad: onPremises('Audit'), says: 'fail' },
  {
    check: 'group.create.m365',
    good: setting('62375ab9-6b52-47ed-826b-58e47e0e304b', 'EnableGroupCreation', 'false'),
    bad: { groupSettings: [] },
    says: 'fail',
  },
  {
    check: 'group.public',
    good: { groups: [{ id: 'g', groupTypes: ['Unified'], visibility: 'Private' }] },
    bad: { groups: [{ id: 'g', groupTypes: ['Unified'], visibility: 'Public' }] },
    says: 'fail',
  },
  {
    check: 'guest.dynamic.group',
    good: { groups: [{ id: 'g', groupTypes: ['DynamicMembership'], membershipRule: '(user.userType -eq "Guest")' }] },
    bad: { groups: [] },
    says: 'warning',
  },
  {
    check: 'device.join',
    good: devices({ azureADJoin: { allowedToJoin: members('enumerated') } }),
    bad: devices({ azureADJoin: { allowedToJoin: members('all') } }),
    says: 'fail',
  },
  {
    check: 'device.quota',
    good: devices({ userDeviceQuota: 10 }),
    bad: devices({ userDeviceQuota: 50 }),
    says: 'fail',
  },
  {
    check: 'device.admins.global',
    good: devices({ azureADJoin: { localAdmins: { enableGlobalAdmins: false } } }),
    bad: devices({ azureADJoin: { localAdmins: { enableGlobalAdmins: true } } }),
    says: 'fail',
  },
  {
    check: 'device.admins.registering',
    good: devices({ azureADJoin: { localAdmins: { registeringUsers: members('no') } } }),
    bad: devices({ azureADJoin: { localAdmins: { registeringUsers: members('all') } } }),
    says: 'fail',
  },
  {
    check: 'device.laps',
    good: devices({ localAdminPassword: { isEnabled: true } }),
    bad: devices({ localAdminPassword: { isEnabled: false } }),
    says: 'fail',
  },
  {
    check: 'app.credentials.add',
    good: appPolicy('passwordCredentials', { ...always, restrictionType: 'passwordAddition' }),
    bad: appPolicy('passwordCredentials', { ...always, restrictionType: 'passwordAddition', state: 'disabled' }),
    says: 'fail',
  },
  {
    check: 'app.credentials.secret',
    good: appPolicy('passwordCredentials', { ...always, restrictionType: 'passwordLifetime', maxLifetime: 'P90D' }),
    bad: appPolicy('passwordCredentials', { ...always, restrictionType: 'passwordLifetime', maxLifetime: 'P400D' }),
    says: 'fail',
  },
  {
    check: 'app.credentials.certificate',
    good: appPolicy('keyCredentials', { ...always, restrictionType: 'asymmetricKeyLifetime', maxLifetime: 'P365D' }),
    bad: appPolicy('keyCredentials', { ...always, restrictionType: 'asymmetricKeyLifetime', maxLifetime: 'P730D' }),
    says: 'fail',
  },
  {
    check: 'sync.phs',
    good: {
      organization: [{ id: 'o', onPremisesSyncEnabled: true }],
      onPremisesSynchronization: [{ features: { passwordSyncEnabled: true } }],
    },
    bad: {
      organization: [{ id: 'o', onPremisesSyncEnabled: true }],
      onPremisesSynchronization: [{ features: { passwordSyncEnabled: false } }],
    },
    says: 'fail',
  },
  {
    check: 'app.credentials',
    good: appPolicy('passwordCredentials', { ...always, restrictionType: 'passwordAddition' }),
    bad: { defaultAppManagementPolicy: { isEnabled: false } },
    says: 'fail',
  },
  { check: 'session.idle', good: idle('01:30:00'), bad: idle('1.00:00:00'), says: 'fail' },
  {
    check: 'sync.takeover',
    good: {
      organization: [{ id: 'o', onPremisesSyncEnabled: true }],
      onPremisesSynchronization: [
        { features: { blockSoftMatchEnabled: true, blockCloudObjectTakeoverThroughHardMatchEnabled: true } },
      ],
    },
    bad: {
      organization: [{ id: 'o', onPremisesSyncEnabled: true }],
      onPremisesSynchronization: [
        { features: { blockSoftMatchEnabled: true, blockCloudObjectTakeoverThroughHardMatchEnabled: false } },
      ],
    },
    says: 'fail',
  },
];

const accountExamples: readonly CheckExample[] = [
  {
    check: 'user.risky',
    good: { riskyUsers: [] },
    bad: { riskyUsers: [{ id: 'u0', riskState: 'atRisk', riskLevel: 'high' }] },
    says: 'fail',
  },
  {
    check: 'signin.detections',
    good: { riskDetections: [{ id: 'd', riskState: 'remediated', riskLevel: 'high' }] },
    bad: { riskDetections: [{ id: 'd', riskState: 'atRisk', riskLevel: 'low' }] },
    says: 'warning',
  },
  {
    check: 'signin.legacy.use',
    good: { signIns: [{ userId: 'u0', clientAppUsed: 'IMAP4', status: { errorCode: 50126 } }] },
    bad: { signIns: [{ userId: 'u0', clientAppUsed: 'IMAP4', status: { errorCode: 0 } }] },
    says: 'fail',
  },
  { check: 'user.stale', good: signedIn('2026-11-01T00:00:00Z'), bad: signedIn('2026-01-01T00:00:00Z'), says: 'fail' },
  {
    check: 'user.stale.guest',
    good: signedIn('2026-11-01T00:00:00Z', 'Guest'),
    bad: signedIn('2026-01-01T00:00:00Z', 'Guest'),
    says: 'fail',
  },
  {
    check: 'tenant.alerts',
    good: { alerts: [] },
    bad: { alerts: [{ id: 'a', severity: 'high', status: 'new', createdDateTime: '2026-11-01T00:00:00Z' }] },
    says: 'fail',
  },
];

export const directoryExamples: readonly CheckExample[] = [
  ...roleExamples,
  ...methodExamples,
  ...settingExamples,
  ...accountExamples,
];
