import type { JsonObject } from '../../facts/json-reader.ts';
import { type PolicyParts, policy } from '../../testing/policies.ts';
import { all, policiesOf } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const blockAll = { operator: 'OR', builtInControls: ['block'] };
const registering = { includeUserActions: ['urn:user:registersecurityinfo'] };
const device = { operator: 'OR', builtInControls: ['compliantDevice', 'domainJoinedDevice'] };
const highRisk = (more: PolicyParts): JsonObject =>
  policiesOf(policy({ conditions: { signInRiskLevels: ['high', 'medium'] }, ...more }));
const freshEach = { signInFrequency: { isEnabled: true, frequencyInterval: 'everyTime' } };

verdictTable('ca.mfa.secinfo', [
  {
    when: 'a managed device',
    snapshot: policiesOf(policy({ applications: registering, grant: device })),
    says: 'pass',
    message: 'managed devices … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'MFA',
    snapshot: policiesOf(policy({ applications: registering })),
    says: 'warning',
    recommendation: 'change "Policy" (on)',
    message: 'any device … password alone.',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and does not ask for this (id-of-Policy)',
      'conditionalAccessPolicies: not covered: registration of sign-in methods',
    ],
    affected: ['people users: All users'],
  },
  {
    when: 'MFA, but for a group',
    snapshot: policiesOf(policy({ applications: registering, users: all({ excludeGroups: ['g'] }) })),
    says: 'warning',
    recommendation: 'change "Policy" (on)',
    message: 'any device … password alone … exclude',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and does not ask for this (id-of-Policy)',
      'conditionalAccessPolicies: not covered: registration of sign-in methods',
    ],
    affected: ['people users: All users'],
  },
  {
    when: 'MFA, in report-only mode',
    snapshot: policiesOf(policy({ applications: registering, state: 'enabledForReportingButNotEnforced' })),
    says: 'fail',
    recommendation: 'change "Policy" (report-only)',
    message: 'No enabled … policy … managed devices',
    evidence: [
      'conditionalAccessPolicies: "Policy" is report-only and does not ask for this (id-of-Policy)',
      'conditionalAccessPolicies: not covered: registration of sign-in methods',
    ],
    affected: ['people users: All users'],
  },
  {
    when: 'terms of use',
    snapshot: policiesOf(
      policy({ applications: registering, grant: { operator: 'OR', builtInControls: [], termsOfUse: ['t'] } }),
    ),
    says: 'fail',
    recommendation: 'change "Policy" (on)',
    message: 'managed devices',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and does not ask for this (id-of-Policy)',
      'conditionalAccessPolicies: not covered: registration of sign-in methods',
    ],
    affected: ['people users: All users'],
  },
]);

verdictTable('ca.risk.signin', [
  {
    when: 'MFA each time',
    snapshot: highRisk({ session: freshEach }),
    says: 'pass',
    message: 'medium or high risk … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'MFA every hour',
    snapshot: highRisk({ session: { signInFrequency: { isEnabled: true, value: 1, type: 'hours' } } }),
    says: 'fail',
    recommendation: 'change "Policy" (on)',
    message: 'medium or high risk',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and does not ask for this (id-of-Policy)',
      'conditionalAccessPolicies: not covered: medium-risk sign-ins',
      'conditionalAccessPolicies: not covered: high-risk sign-ins',
    ],
    affected: ['people users: All users'],
  },
  {
    when: 'a block',
    snapshot: highRisk({ grant: blockAll }),
    says: 'pass',
    message: 'medium or high risk … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)'],
  },
]);
