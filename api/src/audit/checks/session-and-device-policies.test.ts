import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { type PolicyParts, policy } from '../testing/policies.ts';
import { policiesOf, refused } from '../testing/snapshots.ts';

const blockAll = { operator: 'OR', builtInControls: ['block'] };
const every = (value: unknown, type: unknown, more: JsonObject = {}): JsonObject =>
  policiesOf(policy({ grant: null, session: { signInFrequency: { isEnabled: true, value, type, ...more } } }));
const adminSession = (signInFrequency: JsonObject, persistentBrowser: JsonObject): JsonObject =>
  policiesOf(policy({ session: { signInFrequency, persistentBrowser } }));
const hours = (value: number): JsonObject => ({ isEnabled: true, value, type: 'hours' });
const approved = { operator: 'OR', builtInControls: ['compliantApplication'] };
const insider = (insiderRiskLevels: string | null, more: PolicyParts = {}): JsonObject =>
  policiesOf(policy({ grant: blockAll, conditions: insiderRiskLevels === null ? {} : { insiderRiskLevels }, ...more }));
const networkAt = (displayName: string, isTrusted: unknown, ipRanges: unknown): JsonObject => ({
  displayName,
  isTrusted,
  ipRanges,
});
const range = { cidrAddress: '192.0.2.0/24' };

saysExactly('ca.signinfreq.all', [
  {
    when: 'every seven days',
    snapshot: every(7, 'days'),
    says: 'pass',
    message: 'Every user has to sign in again after seven days at most, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
  },
  {
    when: 'every eight days',
    snapshot: every(8, 'days'),
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that every user has to sign in again after seven days at most.',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
  },
  {
    when: 'every nought hours',
    snapshot: every(0, 'hours'),
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that every user has to sign in again after seven days at most.',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
  },
  {
    when: 'a value without a unit',
    snapshot: every(5, null),
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that every user has to sign in again after seven days at most.',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
  },
  {
    when: 'each time',
    snapshot: every(null, null, { frequencyInterval: 'everyTime' }),
    says: 'pass',
    message: 'Every user has to sign in again after seven days at most, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
  },
  {
    when: 'switched off',
    snapshot: policiesOf(
      policy({ grant: null, session: { signInFrequency: { isEnabled: false, value: 1, type: 'hours' } } }),
    ),
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that every user has to sign in again after seven days at most.',
    evidence: ['conditionalAccessPolicies: not covered: sign-ins of users'],
  },
]);

saysExactly('ca.signinfreq.admins', [
  {
    when: 'five hours, never kept',
    snapshot: adminSession(hours(5), { isEnabled: true, mode: 'never' }),
    says: 'fail',
    message:
      'It is not ensured that administrators sign in again after four hours at most and no browser session stays: "Policy" covers a part only. Not covered: time-out in sign-ins of holders of Global Administrator.',
    evidence: [
      'conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)',
      'conditionalAccessPolicies: not covered: time-out in sign-ins of holders of Global Administrator',
    ],
  },
  {
    when: 'four hours, always kept',
    snapshot: adminSession(hours(4), { isEnabled: true, mode: 'always' }),
    says: 'fail',
    message:
      'It is not ensured that administrators sign in again after four hours at most and no browser session stays: "Policy" covers a part only. Not covered: browser sessions that stay, in sign-ins of holders of Global Administrator.',
    evidence: [
      'conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)',
      'conditionalAccessPolicies: not covered: browser sessions that stay, in sign-ins of holders of Global Administrator',
    ],
  },
]);

saysExactly('ca.app.restrictions', [
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
    message: 'Microsoft 365 limits what unmanaged devices can do, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
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
    message: 'Microsoft 365 limits what unmanaged devices can do, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
  },
  {
    when: 'all applications',
    snapshot: policiesOf(policy({ grant: null, session: { applicationEnforcedRestrictions: { isEnabled: true } } })),
    says: 'fail',
    message: 'No enabled Conditional Access policy ensures that Microsoft 365 limits what unmanaged devices can do.',
    evidence: [
      'conditionalAccessPolicies: not covered: sign-ins to Exchange Online',
      'conditionalAccessPolicies: not covered: sign-ins to SharePoint Online',
    ],
  },
]);

saysExactly('ca.apps.mobile', [
  {
    when: 'both platforms',
    snapshot: policiesOf(
      policy({ grant: approved, conditions: { platforms: { includePlatforms: ['android', 'iOS'] } } }),
    ),
    says: 'pass',
    message: 'Mobile devices use approved or protected apps only, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and applies (id-of-Policy)'],
  },
  {
    when: 'no platform is named',
    snapshot: policiesOf(policy({ grant: approved })),
    says: 'fail',
    message: 'No enabled Conditional Access policy ensures that mobile devices use approved or protected apps only.',
    evidence: [
      'conditionalAccessPolicies: not covered: apps on android',
      'conditionalAccessPolicies: not covered: apps on ios',
    ],
  },
]);

saysExactly('ca.insider', [
  {
    when: 'elevated',
    snapshot: insider('elevated'),
    says: 'pass',
    message: 'Users with elevated insider risk are blocked, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and blocks (id-of-Policy)'],
  },
  {
    when: 'everybody is blocked',
    snapshot: insider(null),
    says: 'fail',
    message: 'No enabled Conditional Access policy ensures that users with elevated insider risk are blocked.',
    evidence: ['conditionalAccessPolicies: not covered: users with elevated insider risk'],
  },
]);

saysExactly('ca.insider.office', [
  {
    when: 'elevated',
    snapshot: insider('elevated'),
    says: 'pass',
    message: 'Office 365 is closed to users with elevated insider risk, by "Policy".',
    evidence: ['conditionalAccessPolicies: "Policy" is enabled and blocks (id-of-Policy)'],
  },
  {
    when: 'everybody is blocked',
    snapshot: insider(null),
    says: 'fail',
    message:
      'No enabled Conditional Access policy ensures that Office 365 is closed to users with elevated insider risk.',
    evidence: ['conditionalAccessPolicies: not covered: users with elevated insider risk'],
  },
]);

saysExactly('ca.locations.trusted', [
  {
    when: 'a trusted one has no addresses',
    snapshot: { namedLocations: [networkAt('Home', true, [])] },
    says: 'fail',
    message: 'No trusted network is defined.',
    evidence: ['namedLocations: 1 named locations, 0 trusted with address ranges'],
  },
  {
    when: 'one does not tell',
    snapshot: { namedLocations: [networkAt('Home', null, [range])] },
    says: 'couldNotCheck',
    message: 'Of some named locations it is not told whether they are trusted.',
    evidence: ['namedLocations: 1 named locations, 0 trusted with address ranges'],
  },
  {
    when: 'one does not tell, one is trusted',
    snapshot: { namedLocations: [networkAt('Home', null, [range]), networkAt('Office', true, [range])] },
    says: 'pass',
    message: 'Trusted networks are defined: Office.',
    evidence: ['namedLocations: 2 named locations, 1 trusted with address ranges'],
  },
  {
    when: 'a country',
    snapshot: { namedLocations: [{ displayName: 'Norway', countriesAndRegions: ['NO'] }] },
    says: 'fail',
    message: 'No trusted network is defined.',
    evidence: ['namedLocations: 1 named locations, 0 trusted with address ranges'],
  },
  {
    when: 'there is none',
    snapshot: { namedLocations: [] },
    says: 'fail',
    message: 'No trusted network is defined.',
    evidence: ['namedLocations: 0 named locations, 0 trusted with address ranges'],
  },
  {
    when: 'they were refused',
    snapshot: { namedLocations: refused },
    says: 'notPermitted',
    message: 'Microsoft refused to show this data (named locations) to the audit application.',
    recommendation: 'Grant the application permission Policy.Read.All and give admin consent again.',
    evidence: ['namedLocations: 403 Authorization_RequestDenied: '],
  },
]);
