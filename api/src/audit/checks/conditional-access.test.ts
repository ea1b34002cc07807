import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { type PolicyParts, policy } from '../testing/policies.ts';
import { all, policiesOf } from '../testing/snapshots.ts';

const blockAll = { operator: 'OR', builtInControls: ['block'] };
const registering = { includeUserActions: ['urn:user:registersecurityinfo'] };
const device = { operator: 'OR', builtInControls: ['compliantDevice', 'domainJoinedDevice'] };
const highRisk = (more: PolicyParts): JsonObject =>
  policiesOf(policy({ conditions: { signInRiskLevels: ['high', 'medium'] }, ...more }));
const freshEach = { signInFrequency: { isEnabled: true, frequencyInterval: 'everyTime' } };

saysExactly('ca.mfa.secinfo', [
  {
    when: 'a managed device',
    snapshot: policiesOf(policy({ applications: registering, grant: device })),
    says: 'pass',
    message: 'Sign-in methods can be registered from managed devices only, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
  },
  {
    when: 'MFA',
    snapshot: policiesOf(policy({ applications: registering })),
    says: 'warning',
    message: 'Sign-in methods can be registered from any device, but not with a password alone.',
    evidence: ['conditionalAccessPolicies: not covered: registration of sign-in methods'],
  },
  {
    when: 'MFA, but for a group',
    snapshot: policiesOf(policy({ applications: registering, users: all({ excludeGroups: ['g'] }) })),
    says: 'warning',
    message:
      'Sign-in methods can be registered from any device, but not with a password alone, apart from what the policies exclude.',
    evidence: ['conditionalAccessPolicies: not covered: registration of sign-in methods'],
  },
  {
    when: 'MFA, in report-only mode',
    snapshot: policiesOf(policy({ applications: registering, state: 'enabledForReportingButNotEnforced' })),
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that sign-in methods can be registered from managed devices only.',
    evidence: ['conditionalAccessPolicies: not covered: registration of sign-in methods'],
  },
  {
    when: 'terms of use',
    snapshot: policiesOf(
      policy({ applications: registering, grant: { operator: 'OR', builtInControls: [], termsOfUse: ['t'] } }),
    ),
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that sign-in methods can be registered from managed devices only.',
    evidence: ['conditionalAccessPolicies: not covered: registration of sign-in methods'],
  },
]);

saysExactly('ca.risk.signin', [
  {
    when: 'MFA each time',
    snapshot: highRisk({ session: freshEach }),
    says: 'pass',
    message: 'Sign-ins at medium or high risk need fresh multifactor authentication or are blocked, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
  },
  {
    when: 'MFA every hour',
    snapshot: highRisk({ session: { signInFrequency: { isEnabled: true, value: 1, type: 'hours' } } }),
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that sign-ins at medium or high risk need fresh multifactor authentication or are blocked.',
    evidence: [
      'conditionalAccessPolicies: not covered: medium-risk sign-ins',
      'conditionalAccessPolicies: not covered: high-risk sign-ins',
    ],
  },
  {
    when: 'a block',
    snapshot: highRisk({ grant: blockAll }),
    says: 'pass',
    message: 'Sign-ins at medium or high risk need fresh multifactor authentication or are blocked, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and blocks (id-of-Policy)'],
  },
]);
