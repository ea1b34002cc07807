import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { type PolicyParts, policy } from '../testing/policies.ts';
import { policiesOf } from '../testing/snapshots.ts';

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

saysExactly('ca.locations', [
  {
    when: 'a trusted place is allowed',
    snapshot: { ...policiesOf(byPlace(['Office'])), namedLocations: [site('office', true), site('home', false)] },
    says: 'pass',
    message: 'Sign-ins from outside the trusted locations are blocked, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and blocks (id-of-Policy)'],
  },
  {
    when: 'a place that is not trusted is allowed',
    snapshot: {
      ...policiesOf(byPlace(['office', 'home'])),
      namedLocations: [site('office', true), site('home', false)],
    },
    says: 'warning',
    message: 'Sign-ins are blocked by location, but some allowed locations are not marked as trusted.',
    evidence: ['conditionalAccessPolicies: "Policy" allows a location that is not marked as trusted (id-of-Policy)'],
  },
  {
    when: 'the places are not known',
    snapshot: policiesOf(byPlace(['office'])),
    says: 'couldNotCheck',
    message: 'This was not checked, because the data was not collected: named locations.',
    recommendation: 'Run a scan that collects this data, then look again.',
  },
  {
    when: 'a plan allows an unknown place',
    snapshot: policiesOf(byPlace(['AllTrusted']), byPlace(['office'], { name: 'Plan', state: 'disabled' })),
    says: 'pass',
    message: 'Sign-ins from outside the trusted locations are blocked, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and blocks (id-of-Policy)'],
  },
  {
    when: 'a policy without allowed places',
    snapshot: { ...policiesOf(byPlace([])), namedLocations: [] },
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that sign-ins from outside the trusted locations are blocked.',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
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
  },
  {
    when: 'a place that is not trusted, of one application',
    snapshot: {
      ...policiesOf(byPlace(['home'], { applications: { includeApplications: ['x'] } })),
      namedLocations: [site('home', false)],
    },
    says: 'fail',
    message:
      'It is not ensured that sign-ins from outside the trusted locations are blocked: "Policy" applies to other or fewer sign-ins. Not covered: sign-ins of users.',
    evidence: [
      'conditionalAccessPolicies: "Policy" is enabled and has the control, but not for all these sign-ins (id-of-Policy)',
      'conditionalAccessPolicies: not covered: sign-ins of users',
    ],
  },
]);

saysExactly('ca.signinfreq.unmanaged', [
  {
    when: 'compliant devices are left out',
    snapshot: unmanaged('exclude', 'device.isCompliant -eq True'),
    says: 'pass',
    message: 'Sessions on unmanaged devices end after a set time, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
  },
  {
    when: 'compliant devices are taken in',
    snapshot: unmanaged('include', 'device.isCompliant -eq True'),
    says: 'fail',
    message: 'No enabled Conditional Access policy ensures that sessions on unmanaged devices end after a set time.',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
  },
  {
    when: 'devices that are not joined',
    snapshot: unmanaged('include', 'device.trustType  -ne  "ServerAD"'),
    says: 'pass',
    message: 'Sessions on unmanaged devices end after a set time, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
  },
  {
    when: 'no filter',
    snapshot: policiesOf(
      policy({ grant: null, session: { signInFrequency: { isEnabled: true, value: 1, type: 'hours' } } }),
    ),
    says: 'fail',
    message: 'No enabled Conditional Access policy ensures that sessions on unmanaged devices end after a set time.',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
  },
]);
