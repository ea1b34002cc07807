import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { directorySyncRoles, globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { block, policy } from '../../testing/policies.ts';
import { all, off, policiesOf } from '../../testing/snapshots.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

type Row = [when: string, check: string, snapshot: JsonObject, status: string];

function holds(rows: readonly Row[]): void {
  test.each(rows)('%s (%s)', (_when, check, snapshot, status) => {
    const found = verdictFor(check, snapshot);
    expect(found.status, found.message).toBe(status);
  });
}

const modern = { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] };
const licensed = {
  subscribedSkus: [{ capabilityStatus: 'Enabled', servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }],
};
const exchange = '00000002-0000-0ff1-ce00-000000000000';
const place = (id: string, isTrusted: boolean, ...cidr: string[]): JsonObject => ({
  id,
  displayName: id,
  isTrusted,
  ipRanges: cidr.map((cidrAddress) => ({ cidrAddress })),
});
const from = (includeLocations: string[], excludeLocations: string[] = []): JsonObject => ({
  locations: { includeLocations, excludeLocations },
});
const filter = (mode: string, rule: string): JsonObject => ({ devices: { deviceFilter: { mode, rule } } });
const guestsOf = (guestOrExternalUserTypes: string, ...members: string[]): JsonObject => ({
  guestOrExternalUserTypes,
  externalTenants: members.length === 0 ? null : { membershipKind: 'enumerated', members },
});
const orDevice = { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] };

describe('a policy on modern clients alone leaves legacy ones open', () => {
  const legacy = policy({
    name: 'Legacy',
    grant: block,
    conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
  });
  const unknown = {
    platforms: { includePlatforms: ['all'], excludePlatforms: ['android', 'iOS', 'windows', 'macOS', 'linux'] },
  };
  const rows: [check: string, conditions: JsonObject][] = [
    ['ca.risk.user', { userRiskLevels: ['high'] }],
    ['ca.risk.user.block', { userRiskLevels: ['high'] }],
    ['ca.risk.signin', { signInRiskLevels: ['medium', 'high'] }],
    ['ca.risk.signin.high', { signInRiskLevels: ['high'] }],
    ['ca.risk.signin.block', { signInRiskLevels: ['medium', 'high'] }],
    ['ca.locations', from(['All'], ['AllTrusted'])],
    ['ca.platforms', unknown],
    ['ca.insider', { insiderRiskLevels: 'elevated' }],
    ['ca.coverage', {}],
  ];
  holds(
    rows.flatMap(([check, conditions]): Row[] => {
      const narrow = policy({ grant: block, conditions: { ...conditions, ...modern } });
      return [
        ['nothing else', check, { ...policiesOf(narrow), ...licensed }, 'warning'],
        ['legacy clients are blocked', check, { ...policiesOf(narrow, legacy), ...licensed }, 'pass'],
      ];
    }),
  );
});

describe('guests of the same organizations', () => {
  const but = (guests: JsonObject) => policy({ users: all({ excludeGuestsOrExternalUsers: guests }) });
  const only = (guests: JsonObject) => policy({ name: 'Guests', users: { includeGuestsOrExternalUsers: guests } });
  const kind = 'b2bCollaborationGuest';
  holds([
    [
      'left out and taken in',
      'ca.mfa.guests',
      policiesOf(but(guestsOf(kind, 't1', 't2')), only(guestsOf(kind, 't2', 't1'))),
      'pass',
    ],
    [
      'one of two taken in',
      'ca.mfa.guests',
      policiesOf(but(guestsOf(kind, 't1', 't2')), only(guestsOf(kind, 't1'))),
      'warning',
    ],
    [
      'of another kind taken in',
      'ca.mfa.guests',
      policiesOf(but(guestsOf(kind, 't1')), only(guestsOf('serviceProvider', 't1'))),
      'warning',
    ],
    ['all of the kind taken in', 'ca.mfa.all', policiesOf(but(guestsOf(kind, 't1')), only(guestsOf(kind))), 'pass'],
    [
      'left out by two policies, one organization each',
      'ca.mfa.all',
      policiesOf(but(guestsOf(kind, 't1')), { ...but(guestsOf(kind, 't2')), id: 'b' }),
      'pass',
    ],
    [
      'without a home, left out by both',
      'ca.mfa.all',
      policiesOf(but(guestsOf('internalGuest', 't1')), { ...but(guestsOf('internalGuest', 't2')), id: 'b' }),
      'warning',
    ],
  ]);
});

describe('applications and the groups they belong to', () => {
  const but = (...excludeApplications: string[]) =>
    policy({ applications: { includeApplications: ['All'], excludeApplications } });
  const only = (...includeApplications: string[]) => policy({ name: 'Only', applications: { includeApplications } });
  holds([
    ['Office 365 is left out', 'ca.mfa.azure', policiesOf(but('Office365')), 'pass'],
    ['the admin portals are left out', 'ca.mfa.azure', policiesOf(but('MicrosoftAdminPortals')), 'pass'],
    ['it is left out itself', 'ca.mfa.azure', policiesOf(but('797f4846-ba00-4fd7-ba43-dac1f8f63013')), 'fail'],
    [
      'one of Office 365 is left out, all of it taken in',
      'ca.mfa.all',
      policiesOf(but(exchange), only('Office365')),
      'pass',
    ],
    ['Office 365 is left out, one of it taken in', 'ca.mfa.all', policiesOf(but('Office365'), only(exchange)), 'fail'],
    [
      'an unknown one is left out, Office 365 taken in',
      'ca.mfa.all',
      policiesOf(but('90000000-0000-4000-8000-000000000001'), only('Office365')),
      'warning',
    ],
  ]);
});

describe('places', () => {
  const but = (...ids: string[]) => policy({ conditions: from(['All'], ids) });
  const only = (...ids: string[]) => policy({ name: 'Only', conditions: from(ids) });
  const places = {
    namedLocations: [
      place('office', true, '1.2.3.0/24'),
      place('region', false, '1.2.0.0/16'),
      place('v6', false, '2001:db8::/32'),
    ],
  };
  holds([
    [
      'a trusted one is left out, all trusted taken in',
      'ca.mfa.all',
      { ...policiesOf(but('office'), only('AllTrusted')), ...places },
      'pass',
    ],
    [
      'one that is not trusted is left out',
      'ca.mfa.all',
      { ...policiesOf(but('region'), only('AllTrusted')), ...places },
      'warning',
    ],
    [
      'it is left out, a wider one taken in',
      'ca.mfa.all',
      { ...policiesOf(but('office'), only('region')), ...places },
      'pass',
    ],
    [
      'the wider one is left out, it is taken in',
      'ca.mfa.all',
      { ...policiesOf(but('region'), only('office')), ...places },
      'warning',
    ],
    [
      'two that share no address are left out by one policy each',
      'ca.mfa.all',
      { ...policiesOf(but('region'), { ...but('v6'), id: 'b' }), ...places },
      'pass',
    ],
    // The MFA trusted IPs are trusted too, and Graph does not tell them.
    [
      'all trusted are left out, those of the list taken in',
      'ca.mfa.all',
      { ...policiesOf(but('AllTrusted'), only('office')), ...places },
      'warning',
    ],
    [
      'the list could not be read',
      'ca.mfa.all',
      { ...policiesOf(but('office'), only('AllTrusted')), namedLocations: { error: { status: 403, code: 'x' } } },
      'notPermitted',
    ],
  ]);
});

describe('levels of risk', () => {
  const at = (...signInRiskLevels: string[]) => policy({ conditions: { signInRiskLevels } });
  const every = at('none', 'low', 'medium', 'high');
  holds([
    ['all of them', 'ca.mfa.all', { ...policiesOf(every), ...licensed }, 'pass'],
    [
      'in two policies',
      'ca.mfa.all',
      { ...policiesOf(at('none', 'low'), { ...at('medium', 'high'), id: 'b' }), ...licensed },
      'pass',
    ],
    ['all but one', 'ca.mfa.all', { ...policiesOf(at('none', 'low', 'high')), ...licensed }, 'warning'],
    ['without the license that tells them', 'ca.mfa.all', { ...policiesOf(every), subscribedSkus: [] }, 'fail'],
  ]);
});

describe('devices', () => {
  const compliant = 'device.isCompliant -eq True';
  const either = policy({ grant: orDevice });
  const onCompliant = policy({ name: 'Compliant', conditions: filter('include', compliant) });
  const blockBut = (rule: string) => policy({ grant: block, conditions: filter('exclude', rule) });
  const hybrid = 'device.trustType -eq "ServerAD"';
  const needed = policy({ grant: { operator: 'OR', builtInControls: ['compliantDevice'] } });
  holds([
    ['MFA or a compliant device, and MFA on these', 'ca.mfa.all', policiesOf(either, onCompliant), 'pass'],
    ['MFA or a compliant device alone', 'ca.mfa.all', policiesOf(either), 'fail'],
    ['a compliant device, and MFA on these', 'ca.mfa.all', policiesOf(needed, onCompliant), 'pass'],
    [
      'MFA where the device is not compliant, and on compliant ones',
      'ca.mfa.all',
      policiesOf(policy({ conditions: filter('include', 'device.isCompliant -ne True') }), onCompliant),
      'pass',
    ],
    // Of a device that is not registered neither is true.
    [
      'MFA where it is compliant and where it is not',
      'ca.mfa.all',
      policiesOf(policy({ conditions: filter('include', 'device.isCompliant -eq False') }), onCompliant),
      'fail',
    ],
    ['a block but for compliant ones', 'ca.device', policiesOf(blockBut(compliant)), 'pass'],
    ['a block but for hybrid-joined ones', 'ca.device', policiesOf(blockBut(hybrid)), 'pass'],
    ['a block but for either', 'ca.device', policiesOf(blockBut(`${compliant} -or (${hybrid})`)), 'pass'],
    ['a block but for registered ones', 'ca.device', policiesOf(blockBut('device.trustType -ne null')), 'fail'],
    ['a block but for a model', 'ca.device', policiesOf(blockBut('device.model -startsWith "Surface"')), 'fail'],
    ['a block by a rule that cannot be read', 'ca.device', policiesOf(blockBut('device.isCompliant is true')), 'fail'],
  ]);

  test('the way past is named', () => {
    const { message } = verdictFor('ca.mfa.all', policiesOf(policy({ conditions: filter('exclude', compliant) })));
    expect(message).toContain('except for devices that match "device.isCompliant -eq True"');
  });
});

describe('directory synchronization', () => {
  const but = policy({ users: all({ excludeRoles: [...directorySyncRoles] }) });
  const synced = (value: boolean | null) => ({
    ...policiesOf(but),
    organization: [{ id: 'o', onPremisesSyncEnabled: value }],
  });
  holds([
    ['its roles are left out, as Microsoft asks', 'ca.mfa.all', synced(true), 'pass'],
    ['nothing is synchronized', 'ca.mfa.all', synced(null), 'warning'],
    ['whether anything is, is not known', 'ca.mfa.all', policiesOf(but), 'warning'],
    ['its roles are left out, as Microsoft asks', 'ca.exclusion.gaps', synced(true), 'pass'],
    [
      'another role is left out too',
      'ca.mfa.all',
      {
        ...synced(true),
        ...policiesOf(policy({ users: all({ excludeRoles: [...directorySyncRoles, globalAdministratorId] }) })),
      },
      'warning',
    ],
  ]);

  test('its exclusion is named', () => {
    const { message, evidence } = verdictFor('ca.mfa.all', synced(true));
    const names = 'role Directory Synchronization Accounts, role On Premises Directory Sync Account';
    expect(message).toContain(`Excluded as Microsoft advises: ${names}.`);
    expect(evidence.map(({ observed }) => observed)).toContain(`"Policy" excludes, as Microsoft advises: ${names}`);
  });
});

describe('who is an administrator', () => {
  const intune = '3a2c62db-5318-420d-8d74-23affee5d9d5';
  const readers = '88d8e3e3-8f55-4a1e-953a-9b9898b8876b';
  const onAdmins = { ...off, ...policiesOf(policy({ users: { includeRoles: [globalAdministratorId] } })) };
  const role = (id: string, type: string) => ({
    roleTemplateId: id,
    displayName: id,
    members: [{ '@odata.type': `#microsoft.graph.${type}`, id: `holder of ${id}` }],
  });
  const schedule = (id: string) => ({
    roleTemplateId: id,
    displayName: id,
    assignments: [{ principalId: `holder of ${id}` }],
    rules: [],
  });
  const holding = (id: string, type: string): JsonObject => ({
    ...onAdmins,
    directoryRoles: [role(globalAdministratorId, 'user'), role(id, type)],
    privilegedRoles: [schedule(id)],
  });
  holds([
    ['no application', 'ca.mfa.admins', holding(intune, 'servicePrincipal'), 'pass'],
    ['every account with a privileged role', 'ca.mfa.admins', holding(intune, 'user'), 'fail'],
    ['nobody whose role is not privileged', 'ca.mfa.admins', holding(readers, 'user'), 'pass'],
  ]);
});

describe('external accounts', () => {
  const id = 'partner';
  const excluded = policiesOf(policy({ users: all({ excludeUsers: [id] }) }));
  const renamed = { id, userPrincipalName: 'p@example.com', userType: 'Member' };
  const tenant = (more: JsonObject): JsonObject => ({ ...excluded, users: [{ ...renamed, ...more }] });
  holds([
    ['a member of the house', 'ca.mfa.guests', tenant({ creationType: null, externalUserState: null }), 'pass'],
    [
      'invited and renamed',
      'ca.mfa.guests',
      tenant({ creationType: 'Invitation', externalUserState: 'Accepted' }),
      'warning',
    ],
    ['invited, not yet accepted', 'ca.mfa.guests', tenant({ externalUserState: 'PendingAcceptance' }), 'warning'],
    ['signed up by themselves', 'ca.mfa.guests', tenant({ creationType: 'SelfServiceSignUp' }), 'warning'],
  ]);
});

test('kinds of guest that were declared are named', () => {
  const guestUserTypes = [
    'internalGuest',
    'b2bCollaborationGuest',
    'b2bCollaborationMember',
    'b2bDirectConnectUser',
    'otherExternalUser',
    'serviceProvider',
  ];
  const snapshot = {
    ...policiesOf(policy({ users: all({ excludeUsers: ['GuestsOrExternalUsers'] }) })),
    exemptions: { 'ca.mfa.all': { capExclusions: { guestUserTypes } } },
  };
  const { status, message, evidence } = verdictFor('ca.mfa.all', snapshot);
  expect(status, message).toBe('pass');
  for (const text of [message, evidence.map(({ observed }) => observed).join()]) {
    expect(text).toContain('internal guests, guests (B2B collaboration), external members (B2B)');
    expect(text).toContain('service provider users');
  }
});

test('security defaults pass where policies ask everybody all the same', () => {
  const on = { securityDefaults: { isEnabled: true } };
  expect(verdictFor('ca.mfa.all', { ...policiesOf(policy()), ...on }).status).toBe('pass');
  expect(verdictFor('ca.mfa.all', { ...policiesOf(policy({ state: 'disabled' })), ...on }).status).toBe('warning');
});
