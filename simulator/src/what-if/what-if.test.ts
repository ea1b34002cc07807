import { describe, expect, test } from 'vitest';
import { deviceMatches } from './device-rule.ts';
import { isInAny } from './sign-in-places.ts';
import { whatIf } from './what-if.ts';
import { type FindUser, readWhatIf } from './what-if-request.ts';

const user = '10000000-0000-4000-8000-000000000001';
const find: FindUser = (id) => (id === user ? { id, kind: '', tenant: '', groups: ['g1'], roles: [] } : null);
const body = (conditions: object, context: object = {}) => ({
  signInIdentity: { '@odata.type': '#microsoft.graph.userSignIn', userId: user },
  signInContext: { '@odata.type': '#microsoft.graph.applicationContext', includeApplications: ['app'], ...context },
  signInConditions: conditions,
});
const policy = (conditions: object, state = 'enabled') => ({
  id: 'p',
  state,
  conditions: {
    clientAppTypes: ['all'],
    users: { includeUsers: ['All'] },
    applications: { includeApplications: ['All'] },
    ...conditions,
  },
});
function reasonOf(conditions: object, signIn: object, context: object = {}, state = 'enabled'): unknown {
  const { appliedOnly: _, ...read } = readWhatIf(body(signIn, context), find);
  return whatIf([policy(conditions, state)], [], read)[0]?.analysisReasons;
}

describe('what a policy makes of a sign-in', () => {
  test('is told with the condition that leaves it out, as Microsoft does', () => {
    expect(reasonOf({}, {})).toBe('notSet');
    expect(reasonOf({}, {}, {}, 'disabled')).toBe('policyNotEnabled');
    expect(reasonOf({}, {}, {}, 'enabledForReportingButNotEnforced')).toBe('notSet');
    expect(reasonOf({ users: { includeUsers: ['All'], excludeGroups: ['G1'] } }, {})).toBe('users');
    expect(reasonOf({ applications: { includeApplications: ['Office365'] } }, {})).toBe('application');
    expect(reasonOf({ clientAppTypes: ['browser'] }, { clientAppType: 'other' })).toBe('clientApps');
    expect(reasonOf({ platforms: { includePlatforms: ['linux'] } }, { devicePlatform: 'iOS' })).toBe('devicePlatform');
    expect(reasonOf({ signInRiskLevels: ['high'] }, { signInRiskLevel: 'low' })).toBe('signInRisk');
    expect(reasonOf({ userRiskLevels: ['high'] }, {})).toBe('userRisk');
    const flow = { authenticationFlows: { transferMethods: 'deviceCodeFlow' } };
    expect(reasonOf(flow, {})).toBe('authenticationFlow');
    expect(reasonOf(flow, { authenticationFlow: { transferMethod: 'deviceCodeFlow' } })).toBe('notSet');
  });

  test('of a user action is that of policies on this action alone', () => {
    const context = { '@odata.type': '#microsoft.graph.userActionContext', userAction: 'registerOrJoinDevices' };
    expect(reasonOf({}, {}, context)).toBe('userActions');
    expect(reasonOf({ applications: { includeUserActions: ['urn:user:registerdevice'] } }, {}, context)).toBe('notSet');
  });

  test('is refused for a body that is not of the documented form', () => {
    expect(() => readWhatIf({}, find)).toThrow('signInConditions');
    expect(() => readWhatIf(body({ clientAppType: 'telnet' }), find)).toThrow('clientAppType');
    expect(() => readWhatIf(body({}), () => null)).toThrow('does not exist');
  });
});

test.each([
  ['device.isCompliant -eq True', { isCompliant: true }, {}],
  ['device.trustType -in ["AzureAD", "ServerAD"]', { trustType: 'ServerAD' }, { trustType: 'Workplace' }],
  ['not (device.model -contains "hub")', {}, { model: 'Surface Hub' }],
  [
    '(device.isCompliant -ne True) -and (device.trustType -ne "ServerAD")',
    { trustType: 'AzureAD' },
    { isCompliant: true },
  ],
  ['device.model -notStartsWith "Surface" -or device.isCompliant -eq True', { model: 'X' }, { model: 'surface 3' }],
])('the filter %s takes in one device and not the other', (rule, inside, outside) => {
  expect(deviceMatches(rule, inside)).toBe(true);
  expect(deviceMatches(rule, outside)).toBe(false);
});

test('an address lies in ranges of its own kind, and a country in those that are listed', () => {
  const office = {
    id: 'O',
    isTrusted: true,
    ipRanges: [{ cidrAddress: '10.1.0.0/16' }, { cidrAddress: '2001:db8::/32' }],
  };
  const inOffice = (address: string) => isInAny(['o'], [office], { address, country: undefined });
  expect(['10.1.2.3', '10.2.0.1', '2001:db8:1::1', '2001:db9::1'].map(inOffice)).toEqual([true, false, true, false]);
  const germany = { id: 'D', countriesAndRegions: ['DE'] };
  const from = (country: string | undefined) => isInAny(['d'], [office, germany], { address: '10.1.2.3', country });
  expect([from('de'), from('FR'), from(undefined)]).toEqual([true, false, null]);
  expect(isInAny(['AllTrusted'], [office], { address: '10.1.2.3', country: undefined })).toBe(true);
});
