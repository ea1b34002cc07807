import type { JsonObject } from '../../facts/json-reader.ts';
import { type PolicyParts, policy } from '../../testing/policies.ts';
import { policiesOf } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const site = (id: string, isTrusted: boolean): JsonObject => ({ id, displayName: id, isTrusted });
const byPlace = (excludeLocations: string[], more: PolicyParts = {}): JsonObject =>
  policy({
    grant: { operator: 'OR', builtInControls: ['block'] },
    conditions: { locations: { includeLocations: ['All'], excludeLocations } },
    ...more,
  });
const unmanaged = (mode: string, rule: string, more: PolicyParts = {}): JsonObject =>
  policiesOf(
    policy({
      grant: null,
      session: { signInFrequency: { isEnabled: true, value: 1, type: 'hours' } },
      conditions: { devices: { deviceFilter: { mode, rule } } },
      ...more,
    }),
  );

verdictTable('ca.locations', [
  {
    when: 'a trusted place is allowed',
    snapshot: { ...policiesOf(byPlace(['Office'])), namedLocations: [site('office', true), site('home', false)] },
    says: 'pass',
    message: 'outside the trusted locations … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)'],
  },
  {
    when: 'a place that is not trusted is allowed',
    snapshot: {
      ...policiesOf(byPlace(['office', 'home'])),
      namedLocations: [site('office', true), site('home', false)],
    },
    says: 'warning',
    message: 'outside the trusted locations … blocked … except for location home',
    recommendation: 'Microsoft Entra admin center > Entra ID > Conditional Access >',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)',
      'conditionalAccessPolicies: not covered: location home',
    ],
  },
  {
    when: 'the places are not known',
    snapshot: policiesOf(byPlace(['office'])),
    says: 'couldNotCheck',
    message: 'not collected: named locations',
    recommendation: 'Run a scan',
  },
  {
    when: 'a plan allows an unknown place',
    snapshot: policiesOf(byPlace(['AllTrusted']), byPlace(['office'], { name: 'Plan', state: 'disabled' })),
    says: 'pass',
    message: 'outside the trusted locations … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)'],
  },
  {
    when: 'a policy without allowed places',
    snapshot: { ...policiesOf(byPlace([])), namedLocations: [] },
    says: 'warning',
    message: 'No policy speaks of … outside the trusted locations',
    evidence: ['conditionalAccessPolicies: "Policy" is on and blocks (id-of-Policy)'],
  },
  {
    when: 'one place is blocked',
    snapshot: {
      ...policiesOf(
        policy({
          grant: { operator: 'OR', builtInControls: ['block'] },
          conditions: { locations: { includeLocations: ['cellar'], excludeLocations: ['AllTrusted'] } },
        }),
      ),
      namedLocations: [],
    },
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that sign-ins from outside the trusted locations are blocked.',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
    affected: ['people users: All users'],
  },
  {
    when: 'a place that is not trusted, of one application',
    snapshot: {
      ...policiesOf(byPlace(['home'], { applications: { includeApplications: ['x'] } })),
      namedLocations: [site('home', false)],
    },
    says: 'fail',
    recommendation: 'widen "Policy" (on)',
    message: 'not ensure … Not covered: sign-ins of users',
    evidence: [
      'conditionalAccessPolicies: "Policy" is on and has the control, but is too narrow (id-of-Policy)',
      'conditionalAccessPolicies: not covered: sign-ins of users',
    ],
    affected: ['people users: All users'],
  },
]);

verdictTable('ca.signinfreq.unmanaged', [
  {
    when: 'compliant devices are left out',
    snapshot: unmanaged('exclude', 'device.isCompliant -eq True'),
    says: 'pass',
    message: 'unmanaged devices … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'compliant devices are taken in',
    snapshot: unmanaged('include', 'device.isCompliant -eq True'),
    says: 'fail',
    message: 'No enabled … policy … unmanaged devices',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
    affected: ['people users: All users'],
  },
  {
    when: 'devices that are not joined',
    snapshot: unmanaged('include', 'device.trustType  -ne  "ServerAD"'),
    says: 'pass',
    message: 'unmanaged devices … by "Policy"',
    evidence: ['conditionalAccessPolicies: "Policy" is on and applies (id-of-Policy)'],
  },
  {
    when: 'no filter',
    snapshot: policiesOf(
      policy({ grant: null, session: { signInFrequency: { isEnabled: true, value: 1, type: 'hours' } } }),
    ),
    says: 'fail',
    message: 'No enabled … policy … unmanaged devices',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
    affected: ['people users: All users'],
  },
]);
