import { describe, expect, test } from 'vitest';
import { collected, type Facts, failed } from '../../facts/facts.ts';
import type { PolicyGroups } from '../../facts/group-facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import type { RoleFacts, RoleHolding } from '../../facts/role-facts.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { block, policy } from '../../testing/policies.ts';
import { mfaOfUser, type Person } from './mfa-of-user.ts';

const now = new Date('2026-11-20T00:00:00Z');
const ann: Person = { id: 'ANN', userType: 'Member', external: false };
const guest: Person = { id: 'guest', userType: 'Guest', external: true };
const noGroups: PolicyGroups = { groupsOf: () => [], unread: new Map() };
const inGroup = (group: string, ...members: string[]): PolicyGroups => ({
  groupsOf: (id) => (members.includes(id) ? [group] : []),
  unread: new Map(),
});
const unreadGroup = (group: string): PolicyGroups => ({ ...noGroups, unread: new Map([[group, '403 Denied']]) });
const noRoles: RoleFacts = { holdings: [], accounts: [], unresolvedGroups: [], eligibility: 'read' };
const holds = (change: Partial<RoleHolding> = {}): RoleFacts => ({
  ...noRoles,
  holdings: [
    {
      roleTemplateId: globalAdministratorId,
      roleName: 'Global Administrator',
      principalId: 'ann',
      principalType: 'user',
      name: 'Ann',
      upn: null,
      viaGroupId: null,
      eligible: false,
      ...change,
    },
  ],
});
const refused = failed({ status: 403, code: 'Authorization_RequestDenied', message: '' }, now);
const facts = (policies: JsonObject[], more: Partial<Facts> = {}): Facts => ({
  securityDefaults: collected({ isEnabled: false }, now),
  conditionalAccessPolicies: collected(policies, now),
  roles: collected(noRoles, now),
  ...more,
});
const all = (rest: JsonObject = {}) => policy({ users: { includeUsers: ['All'], ...rest } });
const enforced = (known: Facts, person: Person = ann, groups = noGroups) => mfaOfUser(known, groups)(person).enforced;
const admins = { includeRoles: [globalAdministratorId] };

describe('multifactor authentication is required of an account', () => {
  test.each<[string, Facts, Person?, PolicyGroups?]>([
    ['by a policy on everybody', facts([all()])],
    ['by security defaults', { securityDefaults: collected({ isEnabled: true }, now) }],
    ['by a policy on the account', facts([policy({ users: { includeUsers: ['ann'] } })])],
    ['that leaves out somebody else', facts([all({ excludeUsers: ['bob'] })])],
    ['that leaves out a group it is not in', facts([all({ excludeGroups: ['G'] })]), ann, inGroup('g', 'bob')],
    ['by a policy on its group', facts([policy({ users: { includeGroups: ['G'] } })]), ann, inGroup('g', 'ann')],
    ['that leaves out guests, where it is none', facts([all({ excludeUsers: ['GuestsOrExternalUsers'] })])],
    [
      'by a policy on guests, where it is one',
      facts([policy({ users: { includeUsers: ['GuestsOrExternalUsers'] } })]),
      guest,
    ],
    ['by a policy on its role', facts([policy({ users: admins })], { roles: collected(holds(), now) })],
    ['that leaves out a role it does not hold', facts([all({ excludeRoles: [globalAdministratorId] })])],
    [
      'that is blocked where it is left out',
      facts([
        all({ excludeUsers: ['ann'] }),
        policy({ name: 'block', users: { includeUsers: ['ann'] }, grant: block }),
      ]),
    ],
    [
      'though the members of a group that another policy takes in are not known',
      facts([all(), policy({ name: 'more', users: { includeGroups: ['g'] } })]),
      ann,
      unreadGroup('g'),
    ],
    ['though another policy cannot be read', facts([all(), { ...policy({ name: 'odd' }), conditions: 5 }])],
  ])('%s', (_, known, person, groups) => {
    expect(enforced(known, person, groups)).toBe(true);
  });
});

describe('multifactor authentication is not required of an account', () => {
  test.each<[string, Facts, Person?, PolicyGroups?]>([
    ['without any policy', facts([])],
    ['that is left out', facts([all({ excludeUsers: ['Ann'] })])],
    ['whose group is left out', facts([all({ excludeGroups: ['G'] })]), ann, inGroup('g', 'ann')],
    [
      'by a policy on a group it is not in',
      facts([policy({ users: { includeGroups: ['g'] } })]),
      ann,
      inGroup('g', 'bob'),
    ],
    ['by a policy that is only tried out', facts([policy({ state: 'enabledForReportingButNotEnforced' })])],
    ['by a policy on one application', facts([policy({ applications: { includeApplications: ['x'] } })])],
    [
      'by a policy that trusts a place',
      facts([policy({ conditions: { locations: { includeLocations: ['All'], excludeLocations: ['AllTrusted'] } } })]),
    ],
    [
      'that may choose a managed device instead',
      facts([policy({ grant: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] } })]),
    ],
    ['that is a guest, where guests are left out', facts([all({ excludeUsers: ['GuestsOrExternalUsers'] })]), guest],
    [
      'whose role counts within an administrative unit alone',
      facts([policy({ users: admins })], {
        roles: collected(holds({ scoped: true }), now),
      }),
    ],
    [
      'that can activate a role that is left out',
      facts([all({ excludeRoles: [globalAdministratorId] })], {
        roles: collected(holds({ eligible: true }), now),
      }),
    ],
  ])('%s', (_, known, person, groups) => {
    expect(enforced(known, person, groups)).toBe(false);
  });
});

describe('nothing is said of an account', () => {
  const someGuests = {
    guestOrExternalUserTypes: 'b2bCollaborationGuest',
    externalTenants: { membershipKind: 'enumerated', members: ['t'] },
  };
  test.each<[string, RegExp, Facts, Person?, PolicyGroups?]>([
    [
      'where the policies were refused',
      /refused.*Conditional Access policies/,
      facts([], { conditionalAccessPolicies: refused }),
    ],
    [
      'where there are no policies and security defaults are not known',
      /refused.*security defaults/,
      facts([], { securityDefaults: refused }),
    ],
    [
      'where the members of a group that is left out are not known',
      /members of a group.*403 Denied/,
      facts([all({ excludeGroups: ['g'] })]),
      ann,
      unreadGroup('g'),
    ],
    [
      'where the members of the group that is taken in are not known',
      /members of a group/,
      facts([policy({ users: { includeGroups: ['g'] } })]),
      ann,
      unreadGroup('g'),
    ],
    [
      'where a policy is on roles and their holders are not known',
      /role assignments/,
      facts([policy({ users: admins })], { roles: refused }),
    ],
    [
      'where the members of a group that holds a role are not known',
      /group that holds a role/,
      facts([policy({ users: admins })], {
        roles: collected(
          { ...noRoles, unresolvedGroups: [{ id: 'g', name: 'G', roleTemplateId: globalAdministratorId }] },
          now,
        ),
      }),
    ],
    [
      'where the only policy cannot be read',
      /1 policy could not be read \("odd"\)/,
      facts([{ ...policy({ name: 'odd' }), conditions: 5 }]),
    ],
    [
      'that is a guest of who knows where',
      /guests of some organizations/,
      facts([all({ excludeGuestsOrExternalUsers: someGuests })]),
      guest,
    ],
    [
      'that may be a guest',
      /whether this account is one/,
      facts([all({ excludeUsers: ['GuestsOrExternalUsers'] })]),
      { ...ann, userType: null },
    ],
  ])('%s', (_, because, known, person = ann, groups = noGroups) => {
    expect(mfaOfUser(known, groups)(person)).toEqual({ enforced: null, because: expect.stringMatching(because) });
  });

  test('guests of some organizations being left out says all of a member', () => {
    expect(enforced(facts([all({ excludeGuestsOrExternalUsers: someGuests })]))).toBe(true);
  });
});

test('accounts of the same standing are judged alike, whoever came first', () => {
  const mfaOf = mfaOfUser(facts([all({ excludeUsers: ['ann'], excludeGroups: ['g'] })]), inGroup('g', 'bob'));
  const people = ['bob', 'cleo', 'ann', 'dora', 'bob'].map((id) => mfaOf({ ...ann, id }).enforced);
  expect(people).toEqual([false, true, false, true, false]);
});
