import type { JsonObject } from '../facts/json-reader.ts';
import type { CheckExample } from './check-example.ts';
import { allAdminRoles, block, phishingResistantStrength, policy, requireMfa } from './policies.ts';

const p2 = { subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }] };
const policies = (...list: JsonObject[]): JsonObject => ({ conditionalAccessPolicies: list });
const excludingGroup = { includeUsers: ['All'], excludeGroups: ['group-a'] };
const session = (signInFrequency: JsonObject, more: JsonObject = {}): JsonObject => ({
  signInFrequency: { isEnabled: true, frequencyInterval: 'timeBased', ...signInFrequency },
  ...more,
});
const never = { persistentBrowser: { isEnabled: true, mode: 'never' } };
const everyTime = session({ frequencyInterval: 'everyTime' });
const actions = (action: string): JsonObject => ({ includeUserActions: [action] });
const managed = { operator: 'OR', builtInControls: ['compliantDevice', 'domainJoinedDevice'] };
const apps = (...ids: string[]): JsonObject => ({ includeApplications: ids });

const globalAdministrator = (onPremisesSyncEnabled: boolean): JsonObject => ({
  displayName: 'Global Administrator',
  members: [{ id: 'u0', displayName: 'Emergency', accountEnabled: true, onPremisesSyncEnabled }],
});

export const conditionalAccessExamples: readonly CheckExample[] = [
  { check: 'ca.mfa.all', good: policies(policy()), bad: policies(policy({ users: excludingGroup })), says: 'warning' },
  {
    check: 'ca.mfa.admins',
    good: policies(policy({ users: allAdminRoles })),
    bad: policies(policy({ users: { includeUsers: ['one'] } })),
    says: 'fail',
  },
  {
    check: 'ca.mfa.admins.phish',
    good: policies(policy({ users: allAdminRoles, grant: phishingResistantStrength })),
    bad: policies(policy()),
    says: 'fail',
  },
  {
    check: 'ca.mfa.all.phish',
    good: policies(policy({ grant: phishingResistantStrength })),
    bad: policies(policy()),
    says: 'fail',
  },
  {
    check: 'ca.mfa.guests',
    good: policies(policy({ users: { includeUsers: ['GuestsOrExternalUsers'] } })),
    bad: policies(
      policy({ users: { includeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'b2bCollaborationGuest' } } }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.mfa.azure',
    good: policies(policy({ applications: apps('797f4846-ba00-4fd7-ba43-dac1f8f63013') })),
    bad: policies(policy({ applications: apps('another-app') })),
    says: 'fail',
  },
  {
    check: 'ca.mfa.secinfo',
    good: policies(policy({ applications: actions('urn:user:registersecurityinfo'), grant: managed })),
    bad: policies(policy({ grant: managed })),
    says: 'fail',
  },
  {
    check: 'ca.legacy',
    good: policies(policy({ conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] }, grant: block })),
    bad: policies(policy({ conditions: { clientAppTypes: ['exchangeActiveSync'] }, grant: block })),
    says: 'fail',
  },
  {
    check: 'ca.risk.user',
    good: {
      ...p2,
      ...policies(
        policy({
          conditions: { userRiskLevels: ['high'] },
          grant: { operator: 'AND', builtInControls: ['mfa', 'passwordChange'] },
        }),
      ),
    },
    bad: {
      ...p2,
      ...policies(
        policy({
          conditions: { userRiskLevels: ['high'] },
          grant: { operator: 'OR', builtInControls: ['mfa', 'passwordChange'] },
        }),
      ),
    },
    says: 'fail',
  },
  {
    check: 'ca.risk.user.block',
    good: { ...p2, ...policies(policy({ conditions: { userRiskLevels: ['high'] }, grant: block })) },
    bad: {
      ...p2,
      ...policies(
        policy({
          conditions: { userRiskLevels: ['high'] },
          grant: { operator: 'AND', builtInControls: ['mfa', 'passwordChange'] },
        }),
      ),
    },
    says: 'warning',
  },
  {
    check: 'ca.risk.signin',
    good: { ...p2, ...policies(policy({ conditions: { signInRiskLevels: ['medium', 'high'] }, session: everyTime })) },
    bad: { ...p2, ...policies(policy({ conditions: { signInRiskLevels: ['high'] }, session: everyTime })) },
    says: 'fail',
  },
  {
    check: 'ca.risk.signin.high',
    good: { ...p2, ...policies(policy({ conditions: { signInRiskLevels: ['high'] }, grant: block })) },
    bad: { ...p2, ...policies(policy({ conditions: { signInRiskLevels: ['high'] } })) },
    says: 'fail',
  },
  {
    check: 'ca.risk.signin.block',
    good: { ...p2, ...policies(policy({ conditions: { signInRiskLevels: ['high', 'medium'] }, grant: block })) },
    bad: { ...p2, ...policies(policy({ conditions: { signInRiskLevels: ['high'] }, grant: block })) },
    says: 'fail',
  },
  {
    check: 'ca.devicecode',
    good: policies(
      policy({
        conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow,authenticationTransfer' } },
        grant: block,
      }),
    ),
    bad: policies(
      policy({ conditions: { authenticationFlows: { transferMethods: 'authenticationTransfer' } }, grant: block }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.authtransfer',
    good: policies(
      policy({ conditions: { authenticationFlows: { transferMethods: 'authenticationTransfer' } }, grant: block }),
    ),
    bad: policies(policy({ conditions: { authenticationFlows: { transferMethods: 'authenticationTransfer' } } })),
    says: 'fail',
  },
  {
    check: 'ca.device',
    good: policies(policy({ grant: managed })),
    bad: policies(policy({ grant: { operator: 'OR', builtInControls: ['compliantDevice', 'mfa'] } })),
    says: 'fail',
  },
  {
    check: 'ca.mfa.device.reg',
    good: policies(policy({ applications: actions('urn:user:registerdevice') })),
    bad: policies(policy()),
    says: 'fail',
  },
  {
    check: 'ca.signinfreq.admins',
    good: policies(policy({ users: allAdminRoles, grant: null, session: session({ value: 4, type: 'hours' }, never) })),
    bad: policies(policy({ users: allAdminRoles, grant: null, session: session({ value: 1, type: 'days' }, never) })),
    says: 'fail',
  },
  {
    check: 'ca.signinfreq.all',
    good: policies(policy({ grant: null, session: session({ value: 7, type: 'days' }) })),
    bad: policies(
      policy({
        grant: null,
        conditions: { clientAppTypes: ['browser'] },
        session: session({ value: 7, type: 'days' }),
      }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.intune.enrol',
    good: policies(policy({ applications: apps('d4ebce55-015a-49b5-a083-c84d1797ae8c'), session: everyTime })),
    bad: policies(policy({ applications: apps('d4ebce55-015a-49b5-a083-c84d1797ae8c') })),
    says: 'fail',
  },
  {
    check: 'ca.token',
    good: policies(
      policy({
        grant: null,
        conditions: { platforms: { includePlatforms: ['windows'] } },
        session: { secureSignInSession: { isEnabled: true } },
      }),
    ),
    bad: policies(
      policy({
        grant: null,
        conditions: { platforms: { includePlatforms: ['macOS'] } },
        session: { secureSignInSession: { isEnabled: true } },
      }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.apps.mobile',
    good: policies(
      policy({
        conditions: { platforms: { includePlatforms: ['android', 'iOS'] } },
        grant: { operator: 'OR', builtInControls: ['compliantApplication'] },
      }),
    ),
    bad: policies(
      policy({
        conditions: { platforms: { includePlatforms: ['iOS'] } },
        grant: { operator: 'OR', builtInControls: ['compliantApplication'] },
      }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.app.restrictions',
    good: policies(
      policy({
        applications: apps('Office365'),
        grant: null,
        session: { applicationEnforcedRestrictions: { isEnabled: true } },
      }),
    ),
    bad: policies(
      policy({
        applications: apps('Office365'),
        grant: null,
        session: { applicationEnforcedRestrictions: { isEnabled: false } },
      }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.insider',
    good: policies(policy({ conditions: { insiderRiskLevels: 'elevated' }, grant: block })),
    bad: policies(policy({ conditions: { insiderRiskLevels: 'minor' }, grant: block })),
    says: 'fail',
  },
  {
    check: 'ca.insider.office',
    good: policies(
      policy({ applications: apps('Office365'), conditions: { insiderRiskLevels: 'elevated' }, grant: block }),
    ),
    bad: policies(
      policy({ applications: apps('another-app'), conditions: { insiderRiskLevels: 'elevated' }, grant: block }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.reportonly',
    good: policies(policy()),
    bad: policies({
      ...policy({ state: 'enabledForReportingButNotEnforced' }),
      modifiedDateTime: '2026-01-01T00:00:00Z',
    }),
    says: 'warning',
  },
  {
    check: 'ca.breakglass',
    good: policies(policy({ users: { includeUsers: ['All'], excludeUsers: ['emergency'] } })),
    bad: policies(policy()),
    says: 'fail',
  },
  {
    check: 'ca.locations.trusted',
    good: {
      namedLocations: [
        { id: 'l', displayName: 'Office', isTrusted: true, ipRanges: [{ cidrAddress: '192.0.2.0/24' }] },
      ],
    },
    bad: {
      namedLocations: [
        { id: 'l', displayName: 'Office', isTrusted: false, ipRanges: [{ cidrAddress: '192.0.2.0/24' }] },
      ],
    },
    says: 'fail',
  },
  {
    check: 'ca.exclusion.gaps',
    good: policies(
      policy({ name: 'All', users: { includeUsers: ['All'], excludeGroups: ['g'] } }),
      policy({ name: 'Group', users: { includeGroups: ['g'] } }),
    ),
    bad: policies(policy({ users: { includeUsers: ['All'], excludeGroups: ['g'] } })),
    says: 'warning',
  },
  {
    check: 'ca.coverage',
    good: policies(policy()),
    bad: policies(policy({ grant: { operator: 'OR', builtInControls: ['passwordChange'] } })),
    says: 'fail',
  },
  {
    check: 'ca.ga.device.or.mfa',
    good: policies(
      policy({ users: allAdminRoles, grant: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] } }),
    ),
    bad: policies(policy({ users: { includeGroups: ['g'] } })),
    says: 'fail',
  },
  {
    check: 'ca.platforms',
    good: policies(
      policy({
        conditions: {
          platforms: { includePlatforms: ['all'], excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'] },
        },
        grant: block,
      }),
    ),
    bad: policies(policy({ conditions: { platforms: { includePlatforms: ['linux'] } }, grant: block })),
    says: 'fail',
  },
  {
    check: 'ca.sync.account',
    good: policies(
      policy({ users: { includeUsers: ['All'], excludeRoles: ['d29b2b05-8046-44ba-8758-1e26182fcf32'] } }),
    ),
    bad: { ...policies(policy()), organization: [{ onPremisesSyncEnabled: true }] },
    says: 'warning',
  },
  {
    check: 'ca.devops',
    good: policies(policy({ applications: apps('499b84ac-1321-427f-aa17-267ca6975798') })),
    bad: policies(policy()),
    says: 'warning',
  },
  {
    check: 'ca.groups.protected',
    good: {
      ...policies(policy({ users: excludingGroup })),
      groups: [{ id: 'group-a', displayName: 'A', isAssignableToRole: true }],
    },
    bad: { ...policies(policy({ users: excludingGroup })), groups: [{ id: 'group-a', displayName: 'A' }] },
    says: 'warning',
  },
  {
    check: 'ca.locations',
    good: policies(
      policy({
        conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
        grant: block,
      }),
    ),
    bad: policies(
      policy({
        conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
        grant: requireMfa,
      }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.admin.portals',
    good: policies(
      policy({
        applications: apps('MicrosoftAdminPortals'),
        users: { includeUsers: ['All'], excludeRoles: ['r'] },
        grant: block,
      }),
    ),
    bad: policies(
      policy({ applications: apps('MicrosoftAdminPortals'), users: { includeUsers: ['one'] }, grant: block }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.signinfreq.unmanaged',
    good: policies(
      policy({
        conditions: { devices: { deviceFilter: { mode: 'include', rule: 'device.isCompliant -ne True' } } },
        grant: null,
        session: session({ value: 1, type: 'hours' }),
      }),
    ),
    bad: policies(
      policy({
        conditions: { devices: { deviceFilter: { mode: 'include', rule: 'device.isCompliant -eq True' } } },
        grant: null,
        session: session({ value: 1, type: 'hours' }),
      }),
    ),
    says: 'fail',
  },
  {
    check: 'ca.deleted.refs',
    good: {
      ...policies(policy({ users: { includeUsers: ['All'], excludeUsers: ['u0'] } })),
      users: [{ id: 'u0', accountEnabled: true }],
    },
    bad: {
      ...policies(policy({ users: { includeUsers: ['All'], excludeUsers: ['u0'] } })),
      users: [{ id: 'u1', accountEnabled: true }],
    },
    says: 'warning',
  },
  {
    check: 'ca.breakglass.key',
    good: {
      ...policies(policy({ users: { includeUsers: ['All'], excludeUsers: ['u0'] } })),
      userRegistrationDetails: [{ id: 'u0', methodsRegistered: ['fido2SecurityKey'] }],
    },
    bad: {
      ...policies(policy({ users: { includeUsers: ['All'], excludeUsers: ['u0'] } })),
      userRegistrationDetails: [{ id: 'u0', methodsRegistered: ['mobilePhone'] }],
    },
    says: 'fail',
  },
  {
    check: 'ca.breakglass.admin',
    good: {
      ...policies(policy({ users: { includeUsers: ['All'], excludeUsers: ['u0'] } })),
      directoryRoles: [globalAdministrator(false)],
    },
    bad: {
      ...policies(policy({ users: { includeUsers: ['All'], excludeUsers: ['u0'] } })),
      directoryRoles: [globalAdministrator(true)],
    },
    says: 'warning',
  },
];
