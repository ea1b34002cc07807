import type { JsonObject } from '../json-reader.ts';
import { type PolicyParts, policy } from '../testing/policies.ts';
import { all, policiesOf } from '../testing/snapshots.ts';
import { verdictTable } from '../testing/verdict-table.ts';

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
    evidence: ['conditionalAccessPolicies: "Policy" … enabled … applies (id-of-Policy)'],
  },
  {
    when: 'MFA',
    snapshot: policiesOf(policy({ applications: registering })),
    says: 'warning',
    message: 'any device … password alone.',
    evidence: ['conditionalAccessPolicies: not covered: registration of sign-in methods'],
  },
  {
    when: 'MFA, but for a group',
    snapshot: policiesOf(policy({ applications: registering, users: all({ excludeGroups: ['g'] }) })),
    says: 'warning',
    message: 'any device … password alone … exclude',
    evidence: ['conditionalAccessPolicies: not covered: registration of sign-in methods'],
  },
  {
    when: 'MFA, in report-only mode',
    snapshot: policiesOf(policy({ applications: registering, state: 'enabledForReportingButNotEnforced' })),
    says: 'fail',
    message: 'No enabled … policy … managed devices',
    evidence: ['conditionalAccessPolicies: not covered: registration of sign-in methods'],
  },
  {
    when: 'terms of use',
    snapshot: policiesOf(
      policy({ applications: registering, grant: { operator: 'OR', builtInControls: [], termsOfUse: ['t'] } }),
    ),
    says: 'fail',
    message: 'No enabled … policy … managed devices',
    evidence: ['conditionalAccessPolicies: not covered: registration of sign-in methods'],
  },
]);

verdictTable('ca.risk.signin', [
  {
    when: 'MFA each time',
    snapshot: highRisk({ session: freshEach }),
    says: 'pass',
    message: 'medium or high risk … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" … enabled … applies (id-of-Policy)'],
  },
  {
    when: 'MFA every hour',
    snapshot: highRisk({ session: { signInFrequency: { isEnabled: true, value: 1, type: 'hours' } } }),
    says: 'fail',
    message: 'No enabled … policy … medium or high risk',
    evidence: [
      'conditionalAccessPolicies: not covered: medium-risk sign-ins',
      'conditionalAccessPolicies: not covered: high-risk sign-ins',
    ],
  },
  {
    when: 'a block',
    snapshot: highRisk({ grant: blockAll }),
    says: 'pass',
    message: 'medium or high risk … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" … enabled … blocks (id-of-Policy)'],
  },
]);
