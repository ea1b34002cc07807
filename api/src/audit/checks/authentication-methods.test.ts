import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { policy } from '../testing/policies.ts';
import { all, off } from '../testing/snapshots.ts';

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

saysExactly('mfa.methods.weak', [
  {
    when: 'both are on',
    snapshot: methods({ Sms: 'enabled', Voice: 'enabled' }),
    says: 'fail',
    message: 'Weak sign-in methods are allowed: SMS, voice call.',
    evidence: [
      'authenticationMethodsPolicy: sms: state = enabled',
      'authenticationMethodsPolicy: voice: state = enabled',
    ],
  },
  {
    when: 'voice is not listed',
    snapshot: methods({ Sms: 'disabled' }),
    says: 'couldNotCheck',
    message: "Microsoft's answer does not say whether these methods are off: voice call.",
    evidence: [
      'authenticationMethodsPolicy: sms: state = disabled',
      'authenticationMethodsPolicy: voice: state = not listed',
    ],
  },
  {
    when: 'the migration is under way',
    snapshot: methods({ Sms: 'disabled', Voice: 'disabled' }, { policyMigrationState: 'migrationInProgress' }),
    says: 'warning',
    message: 'Switched off here: SMS, voice call. The old MFA policy is still in force beside it and may allow them.',
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
    message: 'Switched off: SMS, voice call.',
    evidence: [
      'authenticationMethodsPolicy: sms: state = disabled',
      'authenticationMethodsPolicy: voice: state = disabled',
    ],
  },
]);

saysExactly('mfa.methods.low', [
  {
    when: 'all are off, before the migration',
    snapshot: methods(
      { Sms: 'disabled', Voice: 'disabled', Email: 'disabled' },
      { policyMigrationState: 'preMigration' },
    ),
    says: 'warning',
    message:
      'Switched off here: SMS, voice call, e-mail one-time passcode. The old MFA policy is still in force beside it and may allow them.',
    evidence: [
      'authenticationMethodsPolicy: sms: state = disabled',
      'authenticationMethodsPolicy: voice: state = disabled',
      'authenticationMethodsPolicy: email: state = disabled',
      'authenticationMethodsPolicy: policyMigrationState = premigration',
    ],
  },
]);

saysExactly('mfa.methods.fatigue', [
  {
    when: 'its state is not told',
    snapshot: {
      authenticationMethodsPolicy: { authenticationMethodConfigurations: [{ id: 'MicrosoftAuthenticator' }] },
    },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not say how Microsoft Authenticator is set up.",
  },
  {
    when: 'it is not used',
    snapshot: methods({ MicrosoftAuthenticator: 'disabled' }),
    says: 'notApplicable',
    message: 'Microsoft Authenticator is not used in this tenant.',
    evidence: ['authenticationMethodsPolicy: microsoftAuthenticator: state = disabled'],
  },
  {
    when: 'codes are allowed too',
    snapshot: authenticator(feature(), feature(), { isSoftwareOathEnabled: true }),
    says: 'warning',
    message: 'Microsoft Authenticator shows application and place, but also allows one-time codes, which show neither.',
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
    message: 'Microsoft Authenticator does not show every user which application and place a request comes from.',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = default, for all_users',
    ],
  },
  {
    when: 'nothing is set',
    snapshot: authenticator(undefined, undefined),
    says: 'fail',
    message: 'Microsoft Authenticator does not show every user which application and place a request comes from.',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: not set',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: not set',
    ],
  },
  {
    when: 'nothing is set, in writing',
    snapshot: authenticator(null, null),
    says: 'fail',
    message: 'Microsoft Authenticator does not show every user which application and place a request comes from.',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: not set',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: not set',
    ],
  },
  {
    when: 'the place has another form',
    snapshot: authenticator(feature(), 'yes'),
    says: 'couldNotCheck',
    message:
      "Microsoft's answer does not say whether Microsoft Authenticator shows application and place to every user.",
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: not set',
    ],
  },
  {
    when: 'the place is in an unknown state, the application is off',
    snapshot: authenticator(feature('disabled'), feature('paused')),
    says: 'fail',
    message: 'Microsoft Authenticator does not show every user which application and place a request comes from.',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = disabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = paused, for all_users',
    ],
  },
  {
    when: 'the place has no state',
    snapshot: authenticator(feature(), feature(null)),
    says: 'couldNotCheck',
    message:
      "Microsoft's answer does not say whether Microsoft Authenticator shows application and place to every user.",
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = not set, for all_users',
    ],
  },
  {
    when: 'it is aimed at a group',
    snapshot: authenticator(feature(), feature('enabled', { includeTarget: { id: 'group-a' } })),
    says: 'fail',
    message: 'Microsoft Authenticator does not show every user which application and place a request comes from.',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for group-a',
    ],
  },
  {
    when: 'it is aimed at nobody who is told',
    snapshot: authenticator(feature(), feature('enabled', { includeTarget: {} })),
    says: 'couldNotCheck',
    message:
      "Microsoft's answer does not say whether Microsoft Authenticator shows application and place to every user.",
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for nobody who is told',
    ],
  },
  {
    when: 'no target is given',
    snapshot: authenticator(feature('enabled', {}), feature('enabled', { includeTarget: null })),
    says: 'pass',
    message: 'Microsoft Authenticator shows every user which application and place a request comes from.',
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
    message: 'Microsoft Authenticator shows every user which application and place a request comes from.',
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
    message: 'Microsoft Authenticator does not show every user which application and place a request comes from.',
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
    message: 'Microsoft Authenticator does not show every user which application and place a request comes from.',
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
    message: 'Microsoft Authenticator shows every user which application and place a request comes from.',
    evidence: [
      'authenticationMethodsPolicy: displayAppInformationRequiredState: state = enabled, for all_users',
      'authenticationMethodsPolicy: displayLocationInformationRequiredState: state = enabled, for all_users',
    ],
  },
]);

saysExactly('mfa.methods.migration', [
  {
    when: 'it was never needed',
    snapshot: { authenticationMethodsPolicy: { policyMigrationState: null } },
    says: 'pass',
    message: 'The tenant never had the old MFA and password reset policies.',
    evidence: ['authenticationMethodsPolicy: policyMigrationState = null'],
  },
  {
    when: 'it is not told',
    snapshot: { authenticationMethodsPolicy: {} },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the state of the migration.",
    evidence: ['authenticationMethodsPolicy: policyMigrationState = null'],
  },
  {
    when: 'it is under way',
    snapshot: { authenticationMethodsPolicy: { policyMigrationState: 'migrationInProgress' } },
    says: 'fail',
    message: 'The old MFA and password reset policies are still in force beside the new ones.',
    evidence: ['authenticationMethodsPolicy: policyMigrationState = migrationinprogress'],
  },
  {
    when: 'it is of an unknown state',
    snapshot: { authenticationMethodsPolicy: { policyMigrationState: 'paused' } },
    says: 'couldNotCheck',
    message: 'The state of the migration is not one that is known.',
    evidence: ['authenticationMethodsPolicy: policyMigrationState = paused'],
  },
]);

saysExactly('mfa.security.defaults', [
  {
    when: 'they are on beside a policy',
    snapshot: {
      securityDefaults: { isEnabled: true },
      conditionalAccessPolicies: [policy(), policy({ name: 'Off', state: 'disabled' })],
    },
    says: 'warning',
    message: 'Security defaults are on although Conditional Access policies are enabled.',
    evidence: ['securityDefaults: isEnabled = true', 'conditionalAccessPolicies: 1 enabled policies'],
  },
  {
    when: 'they are on, and policies are not known',
    snapshot: { securityDefaults: { isEnabled: true } },
    says: 'pass',
    message: 'Security defaults are on and give every user the basic protection.',
    evidence: ['securityDefaults: isEnabled = true'],
  },
  {
    when: 'they are on, beside a report-only policy',
    snapshot: {
      securityDefaults: { isEnabled: true },
      conditionalAccessPolicies: [policy({ state: 'enabledForReportingButNotEnforced' })],
    },
    says: 'pass',
    message: 'Security defaults are on and give every user the basic protection.',
    evidence: ['securityDefaults: isEnabled = true', 'conditionalAccessPolicies: 0 enabled policies'],
  },
  {
    when: 'it is not told',
    snapshot: { securityDefaults: {}, conditionalAccessPolicies: [policy()] },
    says: 'couldNotCheck',
    message: 'The answer of Microsoft (security defaults) does not say what is needed to judge this.',
    recommendation: 'Scan again. If it stays so, look at the setting in the admin center yourself.',
  },
  {
    when: 'a policy takes their place',
    snapshot: { ...off, conditionalAccessPolicies: [policy()] },
    says: 'pass',
    message: 'Conditional Access takes the place of security defaults and requires MFA of every user.',
    evidence: [
      'securityDefaults: isEnabled = false',
      'conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)',
    ],
  },
  {
    when: 'a policy with an exclusion takes their place',
    snapshot: { ...off, conditionalAccessPolicies: [policy({ users: all({ excludeGroups: ['g'] }) })] },
    says: 'warning',
    message: 'Security defaults are off, and Conditional Access requires MFA not everywhere.',
    evidence: [
      'securityDefaults: isEnabled = false',
      'conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)',
      'conditionalAccessPolicies: not covered: group g',
    ],
  },
  {
    when: 'a report-only policy is no protection',
    snapshot: { ...off, conditionalAccessPolicies: [policy({ state: 'enabledForReportingButNotEnforced' })] },
    says: 'fail',
    message: 'Neither security defaults nor Conditional Access require MFA of every user.',
    evidence: ['securityDefaults: isEnabled = false', 'conditionalAccessPolicies: not covered: sign-ins of users'],
  },
  {
    when: 'policies were refused',
    snapshot: { ...off, conditionalAccessPolicies: { error: { status: 403, code: 'Forbidden' } } },
    says: 'notPermitted',
    message: 'Microsoft refused to show this data (Conditional Access policies) to the audit application.',
    recommendation: 'Grant the application permission Policy.Read.All and give admin consent again.',
    evidence: ['conditionalAccessPolicies: 403 Forbidden: '],
  },
]);
