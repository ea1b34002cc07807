import type { VerdictChange } from '@tenantry/contract/drift';
import { describe, expect, it } from 'vitest';
import type { DomainDns } from '../../facts/domain-dns.ts';
import { collected, type Facts } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import type { RoleHolding } from '../../facts/role-facts.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { verdictAttention } from './attention.ts';
import { settingsDrift } from './settings-drift.ts';
import { settingsSnapshot } from './settings-snapshot.ts';

const titles = (before: Facts, after: Facts) =>
  settingsDrift(settingsSnapshot(before), settingsSnapshot(after)).changes.flatMap(({ attention }) =>
    attention ? [`${attention.weight}: ${attention.title}`] : [],
  );
const facts = (name: string, value: unknown): Facts => ({ [name]: collected(value, testNow) }) as Facts;

const users = { includeUsers: ['All'], excludeUsers: ['u1'] };
const policy = (over: JsonObject = {}): JsonObject => ({
  id: 'p1',
  displayName: 'MFA for all',
  state: 'enabled',
  conditions: { users, applications: { includeApplications: ['All'] }, clientAppTypes: ['all'] },
  grantControls: { operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] },
  ...over,
});
const policies = (...list: JsonObject[]) => facts('conditionalAccessPolicies', list);
const under = (over: JsonObject) =>
  policies(policy({ conditions: { ...(policy().conditions as JsonObject), ...over } }));

describe('a Conditional Access policy', () => {
  it.each([
    ['is deleted', policies(), ['critical: Conditional Access policy deleted']],
    ['is turned off', policies(policy({ state: 'disabled' })), ['critical: Conditional Access policy turned off']],
    [
      'is set to report-only',
      policies(policy({ state: 'enabledForReportingButNotEnforced' })),
      ['critical: Conditional Access policy set to report-only'],
    ],
    [
      'excludes one more',
      under({ users: { ...users, excludeUsers: ['u1', 'u2'] } }),
      ['high: New exclusion from a Conditional Access policy'],
    ],
    ['excludes one less', under({ users: { ...users, excludeUsers: [] } }), []],
    [
      'holds for some only',
      under({ users: { ...users, includeUsers: ['u7'] } }),
      ['high: Conditional Access policy covers less'],
    ],
    [
      'gets a condition',
      under({ locations: { includeLocations: ['office'] } }),
      ['high: Conditional Access policy covers less'],
    ],
    ['gets a condition that everything meets', under({ locations: { includeLocations: ['All'] } }), []],
    [
      'asks for one control less',
      policies(policy({ grantControls: { operator: 'AND', builtInControls: ['mfa'] } })),
      ['high: Conditional Access policy requires less'],
    ],
    [
      'asks for one of two',
      policies(policy({ grantControls: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] } })),
      ['high: Conditional Access policy requires less'],
    ],
    ['blocks instead', policies(policy({ grantControls: { operator: 'OR', builtInControls: ['block'] } })), []],
    ['has another name', policies(policy({ displayName: 'Other' })), []],
    ['has one more beside it', policies(policy(), policy({ id: 'p2', state: 'disabled' })), []],
  ])('that %s is weighed', (_, after, expected) => expect(titles(policies(policy()), after)).toEqual(expected));

  it('that is widened, or was not enabled, needs no attention', () => {
    const some = under({ users: { includeUsers: ['u7'] } });
    expect(titles(some, under({ users: { includeUsers: ['All'] } }))).toEqual([]);
    const off = policies(policy({ state: 'disabled' }));
    expect(titles(off, policies())).toEqual([]);
    expect(titles(off, policies(policy()))).toEqual([]);
    const office = under({ locations: { includeLocations: ['office'] } });
    expect(titles(office, policies(policy()))).toEqual([]);
  });
});

const globalAdministrator = '62e90394-69f5-4237-9190-012177145e10';
const holding = (over: Partial<RoleHolding> = {}): RoleHolding => ({
  roleTemplateId: globalAdministrator,
  roleName: 'Global Administrator',
  principalId: 'u1',
  principalType: 'user',
  name: 'Ann',
  upn: 'ann@contoso.example',
  viaGroupId: null,
  eligible: false,
  ...over,
});
const roles = (...holdings: RoleHolding[]) =>
  facts('roles', { holdings, accounts: [], unresolvedGroups: [], eligibility: 'read' });

describe('a role holder', () => {
  const exchange = { roleTemplateId: '29232cdf-9323-42fd-ade2-1d097af3e4de', roleName: 'Exchange Administrator' };
  it.each([
    ['a new Global Administrator', roles(), roles(holding()), ['critical: New Global Administrator']],
    [
      'a new eligible one',
      roles(),
      roles(holding({ eligible: true })),
      ['critical: New eligible Global Administrator'],
    ],
    ['one through a group', roles(), roles(holding({ viaGroupId: 'g1' })), ['critical: New Global Administrator']],
    ['another privileged role', roles(), roles(holding(exchange)), ['high: New Exchange Administrator']],
    [
      'one who was eligible before',
      roles(holding({ eligible: true })),
      roles(holding({ eligible: true }), holding()),
      ['high: Global Administrator: active, eligible before'],
    ],
    ['one who held it already', roles(holding({ viaGroupId: 'g1' })), roles(holding()), []],
    ['one who lost it', roles(holding()), roles(), []],
    [
      'a role without privileges',
      roles(),
      roles(holding({ roleTemplateId: '4a5d8f65-41da-4de4-8968-e035b65339cf', roleName: 'Reports Reader' })),
      [],
    ],
  ])('that is %s is weighed', (_, before, after, expected) => expect(titles(before, after)).toEqual(expected));

  it('stands before all other changes, the critical first', () => {
    const location = { id: 'l1', displayName: 'Office', isTrusted: false };
    const before = { ...roles(), ...policies(policy()), ...facts('namedLocations', [location]) };
    const after = {
      ...roles(holding()),
      ...policies(policy({ state: 'disabled', displayName: 'A' })),
      ...facts('namedLocations', [{ ...location, displayName: 'New office' }]),
    };
    const { changes } = settingsDrift(settingsSnapshot(before), settingsSnapshot(after));
    expect(changes.map(({ attention }) => attention?.weight)).toEqual(['critical', 'critical', undefined, undefined]);
  });
});

const dns = (over: Partial<DomainDns>): Facts =>
  facts('dns', [
    {
      domain: 'contoso.example',
      txt: { status: 'ok', values: ['v=spf1 -all'] },
      dmarc: { status: 'ok', values: ['v=DMARC1; p=reject'] },
      dkim: [],
      mx: { status: 'ok', values: ['10 mx.example'] },
      ...over,
    },
  ]);
const authorization = (permissions: JsonObject, over: JsonObject = {}) =>
  facts('authorizationPolicies', [{ id: 'authorizationPolicy', defaultUserRolePermissions: permissions, ...over }]);
const methods = (id: string, state: string) =>
  facts('authenticationMethodsPolicy', { authenticationMethodConfigurations: [{ id, state }] });
const domain = (authenticationType: string) => facts('domains', [{ id: 'contoso.example', authenticationType }]);
const none = { status: 'nodata' } as const;

describe('a setting', () => {
  it.each([
    [
      'security defaults',
      facts('securityDefaults', { isEnabled: true }),
      facts('securityDefaults', { isEnabled: false }),
      'critical: Security defaults turned off',
    ],
    ['a new federated domain', facts('domains', []), domain('Federated'), 'critical: New federated domain'],
    ['a federated domain', domain('Managed'), domain('Federated'), 'critical: Domain converted to federated'],
    [
      'a trusted location',
      facts('namedLocations', [{ id: 'l', isTrusted: false }]),
      facts('namedLocations', [{ id: 'l', isTrusted: true }]),
      'high: Location marked as trusted',
    ],
    [
      'user consent',
      authorization({ permissionGrantPoliciesAssigned: [] }),
      authorization({
        permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.microsoft-user-default-legacy'],
      }),
      'critical: Users may consent to applications',
    ],
    [
      'guest rights',
      authorization({}, { guestUserRoleId: '2af84b1e-32c8-42b7-82bc-daa82404023b' }),
      authorization({}, { guestUserRoleId: 'a0b1b346-4d3e-4e8b-98f8-753987be4970' }),
      'high: Guests have the same access as members',
    ],
    [
      'invitations',
      authorization({}, { allowInvitesFrom: 'none' }),
      authorization({}, { allowInvitesFrom: 'everyone' }),
      'high: Everyone may invite guests',
    ],
    ['passkeys', methods('Fido2', 'enabled'), methods('Fido2', 'disabled'), 'high: Passkeys (FIDO2) turned off'],
    ['SMS', methods('Sms', 'disabled'), methods('Sms', 'enabled'), 'high: SMS turned on as a sign-in method'],
    [
      'trust',
      facts('crossTenantAccessPolicy', { inboundTrust: { isMfaAccepted: false } }),
      facts('crossTenantAccessPolicy', { inboundTrust: { isMfaAccepted: true } }),
      'high: MFA of other organizations is trusted',
    ],
    [
      'sharing',
      facts('sharepointSettings', { sharingCapability: 'disabled' }),
      facts('sharepointSettings', { sharingCapability: 'externalUserAndGuestSharing' }),
      'high: Files can be shared with anyone',
    ],
    ['DMARC', dns({}), dns({ dmarc: { status: 'ok', values: ['v=DMARC1; p=none'] } }), 'high: DMARC policy weakened'],
    ['a DMARC record', dns({}), dns({ dmarc: none }), 'high: DMARC record removed'],
    ['SPF', dns({}), dns({ txt: none }), 'high: SPF record removed'],
    ['MX', dns({}), dns({ mx: { status: 'ok', values: ['10 mx.attacker.example'] } }), 'high: MX records changed'],
    [
      'activation',
      facts('roleRules', [
        {
          roleTemplateId: globalAdministrator,
          roleName: 'Global Administrator',
          rules: [{ id: 'r', enabledRules: ['MultiFactorAuthentication'] }],
        },
      ]),
      facts('roleRules', [
        {
          roleTemplateId: globalAdministrator,
          roleName: 'Global Administrator',
          rules: [{ id: 'r', enabledRules: [] }],
        },
      ]),
      'high: Activating Global Administrator asks for less',
    ],
  ] as const)('that lets more in stands out, and its way back does not: %s', (_, before, after, expected) => {
    expect(titles(before, after)).toEqual([expected]);
    expect(titles(after, before).filter((title) => title !== 'high: MX records changed')).toEqual([]);
  });
});

describe('a verdict', () => {
  const change = (over: Partial<VerdictChange> = {}) =>
    verdictAttention({
      checkId: 'a',
      title: 'A',
      category: 'mfa',
      severity: 'high',
      from: 'pass',
      to: 'fail',
      direction: 'worse',
      message: '',
      affectedBefore: 0,
      affectedAfter: 1,
      newAffected: [],
      goneAffected: [],
      ...over,
    });

  it('stands out where a critical check got worse or one of high severity fails', () => {
    expect(change()?.title).toBe('High-severity check failed');
    expect(change({ severity: 'critical', from: 'fail' })?.weight).toBe('critical');
    expect(change({ from: 'fail' })).toBeNull();
    expect(change({ severity: 'medium' })).toBeNull();
    expect(change({ severity: 'critical', direction: 'better', to: 'pass' })).toBeNull();
    expect(change({ severity: 'critical', direction: 'unknown-now', to: 'couldNotCheck' })).toBeNull();
  });

  it('on alerts stands out where one of them is on a forwarding rule, also in place of another', () => {
    const alert = { checkId: 'tenant.alerts', newAffected: ['Suspicious inbox forwarding rule'] };
    expect(change(alert)).toEqual({ weight: 'critical', title: 'New alert: forwarding rule', kind: 'alert' });
    expect(change({ ...alert, direction: 'other' })?.weight).toBe('critical');
    expect(change({ ...alert, newAffected: null, direction: 'other' })).toBeNull();
    expect(change({ ...alert, from: 'couldNotCheck', direction: 'known-again' })).toBeNull();
  });
});
