import type { JsonObject } from '../../facts/json-reader.ts';
import { policy } from '../../testing/policies.ts';
import { all, off } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const methods = (list: JsonObject, more: JsonObject = {}): JsonObject => ({
  authenticationMethodsPolicy: {
    authenticationMethodConfigurations: Object.entries(list).map(([id, state]) => ({ id, state })),
    ...more,
  },
});
const feature = (
  state: string | null = 'enabled',
  more: JsonObject = { includeTarget: { id: 'all_users' } },
): JsonObject => ({ state, ...more });
const authenticator = (app: unknown, place: unknown, more: JsonObject = {}): JsonObject => ({
  authenticationMethodsPolicy: {
    authenticationMethodConfigurations: [
      {
        id: 'MicrosoftAuthenticator',
        state: 'enabled',
        featureSettings: { displayAppInformationRequiredState: app, displayLocationInformationRequiredState: place },
        ...more,
      },
    ],
  },
});

verdictTable('mfa.methods.weak', [
  {
    when: 'both are on',
    snapshot: methods({ Sms: 'enabled', Voice: 'enabled' }),
    says: 'fail',
    message: 'allowed: SMS, voice call',
    evidence: [
      'authenticationMethodsPolicy: sms: state = enabled',
      'authenticationMethodsPolicy: voice: state = enabled',
    ],
  },
  {
    when: 'voice is not listed',
    snapshot: methods({ Sms: 'disabled' }),
    says: 'couldNotCheck',
    message: 'does not say … off: voice call',
    evidence: [
      'authenticationMethodsPolicy: sms: state = disabled',
      'authenticationMethodsPolicy: voice: state = not listed',
    ],
  },
  {
    when: 'the migration is under way',
    snapshot: methods({ Sms: 'disabled', Voice: 'disabled' }, { policyMigrationState: 'migrationInProgress' }),
    says: 'warning',
    message: 'off here: SMS, voice call',
    evidence: [
      'authenticationMethodsPolicy: sms: state = disabled',
      'authenticationMethodsPolicy: voice: state = disabled',
      'authenticationMethodsPolicy: policyMigrationState = migrationinprogress',
    ],
  },
  {
    when: 'the migration is complete',
    snapshot: methods({ Sms: 'disabled', Voice: 'disabled' }, { policyMigrationState: 'migrationComplete' }),
    says: 'pass',
    message: 'off: SMS, voice call',
    evidence: [
      'authenticationMethodsPolicy: sms: state = disabled',
      'authenticationMethodsPolicy: voice: state = disabled',
    ],
  },
]);

verdictTable('mfa.methods.low', [
  {
    when: 'all are off, before the migration',
    snapshot: methods(
      { Sms: 'disabled', Voice: 'disabled', Email: 'disabled' },
      { policyMigrationState: 'preMigration' },
    ),
    says: 'warning',
    message:
      'Turned off here: SMS, voice call, email one-time passcode. The legacy MFA policy is still in force and may allow them.',
    evidence: [
      'authenticationMethodsPolicy: sms: state = disabled',
      'authenticationMethodsPolicy: voice: state = disabled',
      'authenticationMethodsPolicy: email: state = disabled',
      'authenticationMethodsPolicy: policyMigrationState = premigration',
    ],
  },
]);

verdictTable('mfa.methods.fatigue', [
  {
    when: 'its state is not told',
    snapshot: {
      authenticationMethodsPolicy: { authenticationMethodConfigurations: [{ id: 'MicrosoftAuthenticator' }] },
    },
    says: 'couldNotCheck',
    message: 'does not say … Authenticator',
  },
  {
    when: 'it is not used',
    snapshot: methods({ MicrosoftAuthenticator: 'disabled' }),
    says: 'notApplicable',
    message: 'Authenticator … not used',
    evidence: ['authenticationMethodsPolicy: microsoftAuthenticator: state = disabled'],
  },
  {
    when: 'codes are allowed too',
    snapshot: authenticator(feature(), feature(), { isSoftwareOathEnabled: true }),
    says: 'warning',
    message: 'one-time codes',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: isSoftwareOathEnabled = true',
    ],
  },
  {
    when: 'the place is shown by default of Microsoft',
    snapshot: authenticator(feature(), feature('default')),
    says: 'fail',
    message: 'Authenticator does not show',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = default, for all_users',
    ],
  },
  {
    when: 'nothing is set',
    snapshot: authenticator(undefined, undefined),
    says: 'fail',
    message: 'Authenticator does not show',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: not set',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: not set',
    ],
  },
  {
    when: 'nothing is set, in writing',
    snapshot: authenticator(null, null),
    says: 'fail',
    message: 'Authenticator does not show',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: not set',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: not set',
    ],
  },
  {
    when: 'the place has another form',
    snapshot: authenticator(feature(), 'yes'),
    says: 'couldNotCheck',
    message: 'does not say',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: not set',
    ],
  },
  {
    when: 'the place is in an unknown state, the application is off',
    snapshot: authenticator(feature('disabled'), feature('paused')),
    says: 'fail',
    message: 'Authenticator does not show',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = disabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = paused, for all_users',
    ],
  },
  {
    when: 'the place has no state',
    snapshot: authenticator(feature(), feature(null)),
    says: 'couldNotCheck',
    message: 'does not say',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = not set, for all_users',
    ],
  },
  {
    when: 'it is aimed at a group',
    snapshot: authenticator(feature(), feature('enabled', { includeTarget: { id: 'group-a' } })),
    says: 'fail',
    message: 'Authenticator does not show',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for group-a',
    ],
  },
  {
    when: 'it is aimed at nobody who is told',
    snapshot: authenticator(feature(), feature('enabled', { includeTarget: {} })),
    says: 'couldNotCheck',
    message: 'does not say',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for nobody who is told',
    ],
  },
  {
    when: 'no target is given',
    snapshot: authenticator(feature('enabled', {}), feature('enabled', { includeTarget: null })),
    says: 'pass',
    message: 'Authenticator shows',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for all_users',
    ],
  },
  {
    when: 'nobody is left out, in zeros',
    snapshot: authenticator(
      feature(),
      feature('enabled', {
        includeTarget: { id: 'all_users' },
        excludeTarget: { id: '00000000-0000-0000-0000-000000000000' },
      }),
    ),
    says: 'pass',
    message: 'Authenticator shows',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for all_users',
    ],
  },
  {
    when: 'a group is left out whose id begins and ends with zeros',
    snapshot: authenticator(
      feature(),
      feature('enabled', { includeTarget: { id: 'all_users' }, excludeTarget: { id: '00000000-a' } }),
    ),
    says: 'fail',
    message: 'Authenticator does not show',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for all_users, without 00000000-a',
    ],
  },
  {
    when: 'a group is left out whose id ends with zeros',
    snapshot: authenticator(
      feature(),
      feature('enabled', { includeTarget: { id: 'all_users' }, excludeTarget: { id: 'a-0000' } }),
    ),
    says: 'fail',
    message: 'Authenticator does not show',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for all_users, without a-0000',
    ],
  },
  {
    when: 'an empty exclusion',
    snapshot: authenticator(
      feature(),
      feature('enabled', { includeTarget: { id: 'all_users' }, excludeTarget: { id: '' } }),
    ),
    says: 'pass',
    message: 'Authenticator shows',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for all_users',
    ],
  },
]);

verdictTable('mfa.methods.migration', [
  {
    when: 'it was never needed',
    snapshot: { authenticationMethodsPolicy: { policyMigrationState: null } },
    says: 'pass',
    message: 'never had',
    evidence: ['authenticationMethodsPolicy: policyMigrationState = null'],
  },
  {
    when: 'it is not told',
    snapshot: { authenticationMethodsPolicy: {} },
    says: 'couldNotCheck',
    message: 'response … migration',
    evidence: ['authenticationMethodsPolicy: policyMigrationState = null'],
  },
  {
    when: 'it is under way',
    snapshot: { authenticationMethodsPolicy: { policyMigrationState: 'migrationInProgress' } },
    says: 'fail',
    message: 'still in force',
    evidence: ['authenticationMethodsPolicy: policyMigrationState = migrationinprogress'],
  },
  {
    when: 'it is of an unknown state',
    snapshot: { authenticationMethodsPolicy: { policyMigrationState: 'paused' } },
    says: 'couldNotCheck',
    message: 'migration state is not recognized',
    evidence: ['authenticationMethodsPolicy: policyMigrationState = paused'],
  },
]);

verdictTable('mfa.security.defaults', [
  {
    when: 'they are on beside a policy',
    snapshot: {
      securityDefaults: { isEnabled: true },
      conditionalAccessPolicies: [policy(), policy({ name: 'Off', state: 'disabled' })],
    },
    says: 'warning',
    recommendation:
      'Make sure that Conditional Access requires MFA for all users, then turn security defaults off (Microsoft Entra admin center > Entra ID > Overview > Properties > Manage security defaults)',
    message: 'Security defaults are on beside enabled Conditional Access policies.',
    evidence: ['securityDefaults: isEnabled = true', 'conditionalAccessPolicies: 1 enabled policies'],
  },
  {
    when: 'they are on, and policies are not known',
    snapshot: { securityDefaults: { isEnabled: true } },
    says: 'pass',
    message: 'Security defaults are on',
    evidence: ['securityDefaults: isEnabled = true'],
  },
  {
    when: 'they are on, beside a report-only policy',
    snapshot: {
      securityDefaults: { isEnabled: true },
      conditionalAccessPolicies: [policy({ state: 'enabledForReportingButNotEnforced' })],
    },
    says: 'pass',
    message: 'Security defaults are on',
    evidence: ['securityDefaults: isEnabled = true', 'conditionalAccessPolicies: 0 enabled policies'],
  },
  {
    when: 'it is not told',
    snapshot: { securityDefaults: {}, conditionalAccessPolicies: [policy()] },
    says: 'couldNotCheck',
    message: '(security defaults) does not say',
    recommendation: 'Scan again … admin center',
  },
  {
    when: 'a policy takes their place',
    snapshot: { ...off, conditionalAccessPolicies: [policy()] },
    says: 'pass',
    message: 'Conditional Access',
    evidence: [
      'securityDefaults: isEnabled = false',
      'conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)',
    ],
  },
  {
    when: 'a policy with an exclusion takes their place',
    snapshot: { ...off, conditionalAccessPolicies: [policy({ users: all({ excludeGroups: ['g'] }) })] },
    says: 'warning',
    recommendation:
      'Microsoft Entra admin center > Entra ID > Conditional Access > Policies: remove the named exclusions, or cover them by another policy',
    message: 'defaults are off',
    evidence: [
      'securityDefaults: isEnabled = false',
      'conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)',
      'conditionalAccessPolicies: not covered: group g',
    ],
    affected: ['group g: g'],
  },
  {
    when: 'a report-only policy is no protection',
    snapshot: { ...off, conditionalAccessPolicies: [policy({ state: 'enabledForReportingButNotEnforced' })] },
    says: 'fail',
    recommendation: 'turn on "Policy" (report-only)',
    message: 'Neither … nor … MFA',
    evidence: [
      'securityDefaults: isEnabled = false',
      'conditionalAccessPolicies: "Policy" is report-only (id-of-Policy)',
      'conditionalAccessPolicies: not covered: sign-ins of users',
    ],
    affected: ['people users: All users'],
  },
  {
    when: 'policies were refused',
    snapshot: { ...off, conditionalAccessPolicies: { error: { status: 403, code: 'Forbidden' } } },
    says: 'notPermitted',
    message: 'refused … (Conditional Access policies) … the audit application',
    recommendation: 'application permission Policy.Read.All … admin consent',
    evidence: ['conditionalAccessPolicies: 403 Forbidden: '],
  },
]);
