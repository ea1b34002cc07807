import type { JsonObject } from '../../facts/json-reader.ts';
import { type PolicyParts, policy } from '../../testing/policies.ts';
import { policiesOf } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const blockAll = { operator: 'OR', builtInControls: ['block'] };
const every = (value: unknown, type: unknown, more: JsonObject = {}): JsonObject =>
  policiesOf(policy({ grant: null, session: { signInFrequency: { isEnabled: true, value, type, ...more } } }));
const adminSession = (signInFrequency: JsonObject, persistentBrowser: JsonObject): JsonObject =>
  policiesOf(policy({ session: { signInFrequency, persistentBrowser } }));
const hours = (value: number): JsonObject => ({ isEnabled: true, value, type: 'hours' });
const approved = { operator: 'OR', builtInControls: ['compliantApplication'] };
const insider = (insiderRiskLevels: string | null, more: PolicyParts = {}): JsonObject =>
  policiesOf(policy({ grant: blockAll, conditions: insiderRiskLevels === null ? {} : { insiderRiskLevels }, ...more }));

verdictTable('ca.signinfreq.all', [
  {
    when: 'every seven days',
    snapshot: every(7, 'days'),
    says: 'pass',
    message: 'seven days … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'every eight days',
    snapshot: every(8, 'days'),
    says: 'fail',
    message: 'No enabled … policy … seven days',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
    affected: ['people users: All users'],
  },
  {
    when: 'every nought hours',
    snapshot: every(0, 'hours'),
    says: 'fail',
    message: 'No enabled … policy … seven days',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
    affected: ['people users: All users'],
  },
  {
    when: 'a value without a unit',
    snapshot: every(5, null),
    says: 'fail',
    message: 'No enabled … policy … seven days',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
    affected: ['people users: All users'],
  },
  {
    when: 'each time',
    snapshot: every(null, null, { frequencyInterval: 'everyTime' }),
    says: 'pass',
    message: 'seven days … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'switched off',
    snapshot: policiesOf(
      policy({ grant: null, session: { signInFrequency: { isEnabled: false, value: 1, type: 'hours' } } }),
    ),
    says: 'fail',
    message: 'No enabled … policy … seven days',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
    affected: ['people users: All users'],
  },
]);

verdictTable('ca.signinfreq.admins', [
  {
    when: 'five hours, never kept',
    snapshot: adminSession(hours(5), { isEnabled: true, mode: 'never' }),
    says: 'fail',
    message: 'four hours … "Policy" covers … Not covered: time-out … Global Administrator',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)',
      'conditionalAccessPolicies: not covered: time-out in sign-ins of holders of Global Administrator',
    ],
    affected: ['role 62e90394-69f5-4237-9190-012177145e10: Global Administrator'],
  },
  {
    when: 'four hours, always kept',
    snapshot: adminSession(hours(4), { isEnabled: true, mode: 'always' }),
    says: 'fail',
    message: 'four hours … "Policy" covers … Not covered: browser sessions … Global Administrator',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)',
      'conditionalAccessPolicies: not covered: browser sessions that stay, in sign-ins of holders of Global Administrator',
    ],
    affected: ['role 62e90394-69f5-4237-9190-012177145e10: Global Administrator'],
  },
]);

verdictTable('ca.app.restrictions', [
  {
    when: 'Exchange and SharePoint',
    snapshot: policiesOf(
      policy({
        grant: null,
        applications: {
          includeApplications: [' 00000002-0000-0FF1-ce00-000000000000', '00000003-0000-0ff1-ce00-000000000000'],
        },
        session: { applicationEnforcedRestrictions: { isEnabled: true } },
      }),
    ),
    says: 'pass',
    message: 'unmanaged devices … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'Office 365',
    snapshot: policiesOf(
      policy({
        grant: null,
        applications: { includeApplications: ['Office365'] },
        session: { applicationEnforcedRestrictions: { isEnabled: true } },
      }),
    ),
    says: 'pass',
    message: 'unmanaged devices … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'all applications',
    snapshot: policiesOf(policy({ grant: null, session: { applicationEnforcedRestrictions: { isEnabled: true } } })),
    says: 'fail',
    message: 'No enabled … policy … unmanaged devices',
    evidence: [
      'conditionalAccessPolicies: not covered: sign-ins to Exchange Online',
      'conditionalAccessPolicies: not covered: sign-ins to SharePoint Online',
    ],
    affected: ['people users: All users'],
  },
]);

verdictTable('ca.apps.mobile', [
  {
    when: 'both platforms',
    snapshot: policiesOf(
      policy({ grant: approved, conditions: { platforms: { includePlatforms: ['android', 'iOS'] } } }),
    ),
    says: 'pass',
    message: 'approved or protected apps … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'no platform is named',
    snapshot: policiesOf(policy({ grant: approved })),
    says: 'fail',
    message: 'No enabled … policy … approved or protected apps',
    evidence: [
      'conditionalAccessPolicies: not covered: apps on android',
      'conditionalAccessPolicies: not covered: apps on ios',
    ],
    affected: ['people users: All users'],
  },
]);

verdictTable('ca.insider', [
  {
    when: 'elevated',
    snapshot: insider('elevated'),
    says: 'pass',
    message: 'insider risk are blocked … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)'],
  },
  {
    when: 'everybody is blocked',
    snapshot: insider(null),
    says: 'fail',
    message: 'No enabled … policy … insider risk are blocked',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)',
      'conditionalAccessPolicies: not covered: users with elevated insider risk',
    ],
    affected: ['people users: All users'],
  },
]);

verdictTable('ca.insider.office', [
  {
    when: 'elevated',
    snapshot: insider('elevated'),
    says: 'pass',
    message: 'by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)'],
  },
  {
    when: 'everybody is blocked',
    snapshot: insider(null),
    says: 'fail',
    message: 'No enabled … policy',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)',
      'conditionalAccessPolicies: not covered: users with elevated insider risk',
    ],
    affected: ['people users: All users'],
  },
]);
