import { maxEmergencyAccounts } from '@tenantry/contract/emergency-accounts';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { allAdminRoles, block, policy } from '../../testing/policies.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const p2 = { subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }] };
const person = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  userPrincipalName: `${id}@example.com`,
  userType: 'Member',
  accountEnabled: true,
  ...more,
});
const users = Array.from({ length: 40 }, (_, index) => person(`u${index}`));
const group = (id: string, displayName: string, ...members: string[]): JsonObject => ({
  groups: [{ id, displayName, groupTypes: [], members: members.map((name) => person(name)) }],
});

const why = (list: JsonObject[], more: JsonObject = {}, checkId = 'ca.mfa.all') =>
  verdictFor(checkId, { users, securityDefaults: { isEnabled: false }, conditionalAccessPolicies: list, ...more })
    .notCovered;

/** The reasons of the only policy. */
function reasonsOf(list: JsonObject[], more: JsonObject = {}, checkId?: string) {
  const found = why(list, more, checkId);
  expect(found?.policyCount).toBe(1);
  return found?.policies[0]?.reasons.map(({ part, how, items }) => ({ part, how, items }));
}

const everybody = { includeUsers: ['All'] };
const withConditions = (conditions: JsonObject) => [policy({ conditions })];

/** What is told of the policy of this name, which excludes one account that no other covers. */
const excludingOne = (name: string) => ({
  policies: [
    {
      id: `id-of-${name}`,
      name,
      reasons: [
        {
          part: 'people',
          how: 'excludes',
          items: ['account u3@example.com'],
          itemCount: 1,
          accounts: [{ id: 'u3', name: 'u3@example.com' }],
          accountCount: 1,
        },
      ],
    },
  ],
  policyCount: 1,
  accepted: [],
  expected: [],
  ifDeclared: { accounts: ['u3@example.com'], status: 'pass' },
});

describe('why a policy that is there does not cover', () => {
  it('an excluded account, by name, and what declaring it would change', () => {
    const found = why([policy({ users: { ...everybody, excludeUsers: ['u3'] } })]);
    expect(found).toEqual(excludingOne('Policy'));
  });

  it('an excluded group, with its accounts', () => {
    const list = [policy({ users: { ...everybody, excludeGroups: ['g'] } })];
    const found = why(list, group('g', 'Kitchen', 'u1', 'u2'));
    expect(found?.policies[0]?.reasons).toMatchObject([
      { part: 'people', how: 'excludes', accountCount: 2, accounts: [{ id: 'u1' }, { id: 'u2' }] },
    ]);
    expect(found?.ifDeclared).toMatchObject({ status: 'pass' });
    expect(why(list)?.policies[0]?.reasons).toMatchObject([{ accountCount: null, accounts: [] }]);
    expect(why(list)?.ifDeclared).toBeNull();
  });

  it('more accounts than anybody declares: declaring them is not in question', () => {
    const excludeUsers = users.slice(0, 12).map(({ id }) => id);
    const found = why([policy({ users: { ...everybody, excludeUsers } })]);
    expect(found?.policies[0]?.reasons[0]).toMatchObject({ itemCount: 12, accountCount: 12 });
    expect([found?.policies[0]?.reasons[0]?.items.length, found?.policies[0]?.reasons[0]?.accounts?.length]).toEqual([
      10, 10,
    ]);
    expect(found?.ifDeclared).toBeNull();
  });

  it('an excluded role', () => {
    const excludeRoles = ['62e90394-69f5-4237-9190-012177145e10'];
    const directoryRoles = [{ displayName: 'Global Administrator', members: [person('u7')] }];
    const found = why([policy({ users: { ...everybody, excludeRoles } })], { directoryRoles });
    expect(found?.policies[0]?.reasons).toMatchObject([
      { part: 'people', how: 'excludes', items: ['role Global Administrator'], accounts: [{ id: 'u7' }] },
    ]);
    expect(found?.ifDeclared).toBeNull();
  });

  it('excluded guests', () => {
    const reasons = reasonsOf([policy({ users: { ...everybody, excludeUsers: ['GuestsOrExternalUsers'] } })], {
      users: [...users, person('guest', { userType: 'Guest' })],
    });
    expect(reasons).toMatchObject([{ part: 'people', how: 'excludes' }]);
    expect(reasons?.[0]?.items).toContain('guests (B2B collaboration)');
  });

  it('only some people: administrators alone are no pilot, one group is', () => {
    expect(reasonsOf([policy({ users: { includeGroups: ['pilot'] } })])).toEqual([
      { part: 'people', how: 'only', items: ['group pilot'] },
    ]);
    expect(why([policy({ users: allAdminRoles })])).toBeUndefined();
  });

  it('an excluded application', () => {
    const applications = { includeApplications: ['All'], excludeApplications: ['app-1'] };
    expect(reasonsOf([policy({ applications })])).toEqual([
      { part: 'resources', how: 'excludes', items: ['application app-1'] },
    ]);
  });

  it('an excluded location, by name', () => {
    const namedLocations = [
      { id: 'l', displayName: 'Office', isTrusted: true, ipRanges: [{ cidrAddress: '192.0.2.0/24' }] },
    ];
    const locations = { includeLocations: ['All'], excludeLocations: ['l'] };
    expect(reasonsOf(withConditions({ locations }), { namedLocations })).toEqual([
      { part: 'locations', how: 'excludes', items: ['location Office'] },
    ]);
  });

  it('platforms that it does not reach', () => {
    expect(reasonsOf(withConditions({ platforms: { includePlatforms: ['windows'] } }))).toEqual([
      { part: 'platforms', how: 'only', items: ['devices with windows'] },
    ]);
    const platforms = { includePlatforms: ['all'], excludePlatforms: ['android'] };
    expect(reasonsOf(withConditions({ platforms }))).toEqual([
      { part: 'platforms', how: 'excludes', items: ['devices with android'] },
    ]);
  });

  it('clients that it does not reach', () => {
    expect(reasonsOf(withConditions({ clientAppTypes: ['browser'] }))).toEqual([
      { part: 'clients', how: 'only', items: ['browsers'] },
    ]);
  });

  it('a filter for devices', () => {
    const deviceFilter = { mode: 'exclude', rule: 'device.isCompliant -eq True' };
    expect(reasonsOf(withConditions({ devices: { deviceFilter } }))).toEqual([
      { part: 'devices', how: 'excludes', items: ['devices that match "device.isCompliant -eq True"'] },
    ]);
  });

  it('a level of risk that it leaves to others', () => {
    expect(
      reasonsOf([policy({ conditions: { signInRiskLevels: ['high'] }, grant: block })], p2, 'ca.risk.signin.block'),
    ).toEqual([{ part: 'risk', how: 'only', items: ['sign-in risk high'] }]);
  });

  it('a block of just what is asked for that is too narrow otherwise, and no other block', () => {
    const conditions = { userRiskLevels: ['high'], platforms: { includePlatforms: ['android'] } };
    const narrow = policy({ name: 'Risk', conditions, grant: block });
    const other = policy({ name: 'Other', conditions: { platforms: conditions.platforms }, grant: block });
    const found = why([narrow, other], p2, 'ca.risk.user.block');
    expect(found?.policies.map(({ name, reasons }) => [name, reasons.map(({ part }) => part)])).toEqual([
      ['Risk', ['platforms']],
    ]);
    const legacy = policy({
      name: 'Legacy',
      conditions: { clientAppTypes: ['exchangeActiveSync', 'other'], platforms: conditions.platforms },
      grant: block,
    });
    expect(reasonsOf([legacy, other], {}, 'ca.legacy')).toEqual([
      { part: 'platforms', how: 'only', items: ['devices with android'] },
    ]);
    expect(why([legacy, narrow], p2)).toBeUndefined();
  });

  it('report-only, and off', () => {
    expect(reasonsOf([policy({ state: 'enabledForReportingButNotEnforced' })])).toEqual([
      { part: 'state', how: 'report-only', items: [] },
    ]);
    expect(reasonsOf([policy({ state: 'disabled' })])).toEqual([{ part: 'state', how: 'off', items: [] }]);
  });

  it('a device in the place of MFA', () => {
    const found = why([policy({ grant: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] } })]);
    expect(JSON.stringify(found?.policies ?? [])).not.toContain('people');
  });

  it('a block of legacy clients is nothing to widen while everybody is let in, nor where one account is left out', () => {
    const legacy = policy({
      name: 'Block legacy authentication',
      conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
      grant: block,
    });
    const pilot = policy({ name: 'Pilot', users: { includeGroups: ['pilot'] } });
    expect(why([legacy])).toBeUndefined();
    expect(why([legacy, pilot])?.policies.map(({ name }) => name)).toEqual(['Pilot']);
    const most = policy({ name: 'Most', users: { ...everybody, excludeUsers: ['u3'] } });
    expect(why([legacy, most])?.policies.map(({ name }) => name)).toEqual(['Most']);
  });

  it('a block of legacy clients that leaves out whom nothing else keeps out of these clients', () => {
    const legacy = policy({
      name: 'Block legacy authentication',
      users: { ...everybody, excludeUsers: ['u3'] },
      conditions: { clientAppTypes: ['exchangeActiveSync', 'other'] },
      grant: block,
    });
    const modern = policy({
      name: 'Modern',
      conditions: { clientAppTypes: ['browser', 'mobileAppsAndDesktopClients'] },
    });
    const found = why([legacy, modern])?.policies.map(({ name, reasons }) => [name, reasons.map(({ part }) => part)]);
    expect(found).toEqual([
      ['Block legacy authentication', ['people']],
      ['Modern', ['clients']],
    ]);
  });

  it('no more than one covers what the other leaves out', () => {
    const list = [
      policy({ name: 'A', users: { ...everybody, excludeGroups: ['a'] } }),
      policy({ name: 'B', users: { ...everybody, excludeGroups: ['b'] } }),
    ];
    const found = why(list);
    // Whoever is in both groups gets past: each alone is covered by the other policy.
    expect(found?.policies.map(({ reasons }) => reasons.map(({ items }) => items))).toEqual([
      [['group a']],
      [['group b']],
    ]);
  });

  it('what is declared is named as accepted, and is no reason', () => {
    const exemptions = { 'ca.mfa.all': { capExclusions: { users: ['u3'] } } };
    const list = [policy({ users: { ...everybody, excludeUsers: ['u3', 'u4'] } })];
    const found = why(list, { exemptions });
    expect(found?.accepted).toEqual(['account u3@example.com']);
    expect(found?.policies[0]?.reasons[0]?.items).toEqual(['account u4@example.com']);
    expect(found?.ifDeclared).toEqual({ accounts: ['u4@example.com'], status: 'pass' });
  });

  it('what declaring would change is what the check itself would say: a trusted location stays too large', () => {
    const namedLocations = [
      { id: 'l', displayName: 'Half', isTrusted: true, ipRanges: [{ cidrAddress: '0.0.0.0/1' }] },
    ];
    const list = [
      policy({
        users: { ...everybody, excludeUsers: ['u3'] },
        conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } },
      }),
    ];
    const exemptions = { 'ca.mfa.all': { capExclusions: { users: ['u3'] } } };
    const more = { users, securityDefaults: { isEnabled: false }, conditionalAccessPolicies: list, namedLocations };
    expect(why(list, { namedLocations })?.ifDeclared).toMatchObject({ accounts: ['u3@example.com'], status: 'fail' });
    expect(verdictFor('ca.mfa.all', { ...more, exemptions }).status).toBe('fail');
  });

  it('a declared account in a group with one that is not: the other alone is to be declared, and signs in', () => {
    const list = [policy({ users: { ...everybody, excludeGroups: ['g'] } })];
    const exemptions = { 'ca.mfa.all': { capExclusions: { users: ['u0'] } } };
    const more = { ...group('g', 'Kitchen', 'u0', 'u5'), exemptions };
    expect(why(list, more)).toMatchObject({
      accepted: [],
      declaredWithOthers: ['u0@example.com'],
      ifDeclared: { accounts: ['u5@example.com'], status: 'pass' },
    });
    const snapshot = { users, securityDefaults: { isEnabled: false }, conditionalAccessPolicies: list, ...more };
    expect(verdictFor('ca.mfa.all', snapshot).witness?.user).toMatchObject({ id: 'u5' });
    const others = users.slice(10, 10 + maxEmergencyAccounts).map(({ id }) => id);
    const many = { 'ca.mfa.all': { capExclusions: { users: ['u0', ...others] } } };
    expect(why(list, { ...more, exemptions: many })?.ifDeclared).toBeNull();
  });

  it('a pass, and a tenant without any policy that comes near, have nothing to explain', () => {
    expect(why([policy()])).toBeUndefined();
    expect(why([])).toBeUndefined();
  });
});

describe('why an exclusion is covered by no other policy', () => {
  const ofExclusions = (list: JsonObject[], more: JsonObject = {}) => why(list, more, 'ca.exclusion.gaps');
  const excluding = (name: string, exclude: JsonObject, more = {}) =>
    policy({ name, users: { ...everybody, ...exclude }, ...more });

  it('names the policy that leaves the account out, and what declaring it would change', () => {
    expect(ofExclusions([excluding('MFA', { excludeUsers: ['u3'] })])).toEqual(excludingOne('MFA'));
  });

  it('shows a sign-in of somebody who is left out and can sign in', () => {
    const snapshot = {
      users,
      securityDefaults: { isEnabled: false },
      conditionalAccessPolicies: [excluding('MFA', { excludeUsers: ['00-deleted', 'u3'] })],
    };
    const { witness } = verdictFor('ca.exclusion.gaps', snapshot);
    expect(witness).toMatchObject({ user: { id: 'u3', name: 'u3@example.com' }, client: 'browser' });
    expect(witness?.open).toBeUndefined();
  });

  it('does not name what another policy covers, nor a policy that leaves out nothing else', () => {
    const found = ofExclusions([
      excluding('A', { excludeUsers: ['u3', 'u4'] }),
      excluding('B', { excludeUsers: ['u5'] }, { applications: { includeApplications: ['x'] } }),
      policy({ name: 'C', users: { includeUsers: ['u4'] } }),
    ]);
    expect(found?.policies.map(({ name }) => name)).toEqual(['A']);
    expect(found?.policies[0]?.reasons.map(({ items }) => items)).toEqual([['account u3@example.com']]);
  });

  it('tells which condition of the policy it is: a platform, an application', () => {
    const platforms = { includePlatforms: ['all'], excludePlatforms: ['android'] };
    const applications = { includeApplications: ['All'], excludeApplications: ['app-1'] };
    const found = ofExclusions([policy({ conditions: { platforms }, applications })]);
    expect(found?.policies[0]?.reasons.map(({ part, how, items }) => ({ part, how, items }))).toEqual([
      { part: 'resources', how: 'excludes', items: ['application app-1'] },
      { part: 'platforms', how: 'excludes', items: ['devices with android'] },
    ]);
    expect(found?.ifDeclared).toBeNull();
  });

  it('names a policy in report-only mode that would cover it', () => {
    const found = ofExclusions([
      excluding('MFA', { excludeUsers: ['u3'] }),
      policy({ name: 'Pilot', state: 'enabledForReportingButNotEnforced' }),
      policy({ name: 'Kitchen', state: 'disabled', users: { includeGroups: ['g'] } }),
    ]);
    expect(found?.policies.map(({ name, reasons }) => [name, reasons[0]?.how])).toEqual([
      ['MFA', 'excludes'],
      ['Pilot', 'report-only'],
    ]);
  });

  it('counts what is declared as accepted, and a warning stays where others are left out', () => {
    const exemptions = { 'ca.exclusion.gaps': { capExclusions: { users: ['u3'] } } };
    const exclude = { excludeUsers: ['u3', 'u4'], excludeRoles: ['62e90394-69f5-4237-9190-012177145e10'] };
    const found = ofExclusions([excluding('MFA', exclude)], { exemptions });
    expect(found?.accepted).toEqual(['account u3@example.com']);
    expect(found?.ifDeclared).toEqual({ accounts: ['u4@example.com'], status: 'warning' });
    expect(ofExclusions([policy()])).toBeUndefined();
  });
});
