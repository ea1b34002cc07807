import { describe, expect, it } from 'vitest';
import { factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { whatIfQuestion } from '../../findings/what-if/what-if-request.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { policy } from '../../testing/policies.ts';
import { testNow, verdictFor } from '../../testing/verdict-for.ts';
import { catalog } from '../catalog.ts';
import { noExemption } from '../shared/check.ts';

const person = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  userPrincipalName: `${id}@example.com`,
  userType: 'Member',
  accountEnabled: true,
  ...more,
});
const off = { accountEnabled: false };
const guest = { userType: 'Guest', userPrincipalName: 'a_b.com#EXT#@example.com' };
const users = Array.from({ length: 40 }, (_, index) => person(`u${String(index).padStart(2, '0')}`));
const groups = (...members: JsonObject[]): JsonObject => ({
  groups: [{ id: 'g', displayName: 'Kitchen', groupTypes: [], members }],
});
const witness = (list: JsonObject[], more: JsonObject = {}) =>
  verdictFor('ca.mfa.all', {
    users,
    securityDefaults: { isEnabled: false },
    conditionalAccessPolicies: list,
    ...more,
  }).witness;
const without = (exclude: JsonObject, name = 'Policy') =>
  policy({ name, users: { includeUsers: ['All'], ...exclude } });

describe('who signs in', () => {
  it('is nobody who was deleted or disabled, where somebody else gets past as well', () => {
    const list = [without({ excludeUsers: ['00-deleted', '01-off', 'u05'] })];
    const found = witness(list, { users: [...users, person('01-off', off)] });
    expect(found).toMatchObject({ user: { id: 'u05', name: 'u05@example.com' } });
    expect(found?.open).toBeUndefined();
  });

  it('also where policies tell them apart', () => {
    const list = [
      without({ excludeUsers: ['00-deleted', 'u05'] }),
      policy({ name: 'Other', users: { includeUsers: ['u09'], excludeUsers: ['00-deleted'] } }),
    ];
    expect(witness(list)?.user).toMatchObject({ id: 'u05' });
    expect(
      witness([without({ excludeUsers: ['u05'], excludeGroups: ['g'] })], groups(person('00', off)))?.user,
    ).toMatchObject({ id: 'u05', groups: [] });
  });

  it('is told not to be there any more where nobody else gets past', () => {
    const found = witness([without({ excludeUsers: ['00-deleted'] })]);
    expect(found?.user).toMatchObject({ id: null, name: '00-deleted', isUsual: false });
    expect(found?.open).toEqual([
      'the accounts to which all of this applies are disabled, or no longer in the directory',
    ]);
    expect(found && whatIfQuestion(found).request).toBeNull();
  });

  it('is a member of an excluded group who is known to be able to sign in, and no guest', () => {
    const list = [without({ excludeGroups: ['g'] })];
    const directory = { users: [...users, person('00-off', off), person('01-guest', guest)] };
    const found = witness(list, {
      ...directory,
      ...groups(person('00-off', off), person('01-guest', guest), person('u07')),
    });
    expect(found?.user).toMatchObject({ id: 'u07', guest: null });
    expect(found?.open).toBeUndefined();
  });

  it('has the name that the group tells of its member', () => {
    const found = witness([without({ excludeGroups: ['g'] })], groups(person('u07')));
    expect(found?.user).toMatchObject({ id: 'u07', name: 'u07@example.com' });
  });

  const administrators = (...members: string[]): JsonObject => ({
    directoryRoles: [
      {
        roleTemplateId: globalAdministratorId,
        displayName: 'Global Administrator',
        members: members.map((id) => person(id)),
      },
    ],
  });

  it('is any member of the directory, also one whom no policy names and who holds no role', () => {
    const named = policy({ name: 'Kitchen', users: { includeUsers: ['u01'] } });
    const found = witness([named], administrators('u00'));
    expect(found?.user).toMatchObject({ id: 'u02', name: 'u02@example.com', isUsual: true, roles: [], groups: [] });
    expect(found && whatIfQuestion(found).request).not.toBeNull();
  });

  it('does not stand for others where the only ones who are known are administrators', () => {
    const found = witness([], { users: [person('u00'), person('u01')], ...administrators('u00', 'u01') });
    expect(found?.user).toMatchObject({ id: 'u00', isUsual: false });
  });

  it('does not stand for others where it is in a group that policies tell apart', () => {
    const pilot = policy({ name: 'Pilot', users: { includeGroups: ['h'], excludeGroups: ['g'] } });
    const found = witness([pilot], { users: [person('u00')], ...groups(person('u00')) });
    expect(found?.user).toMatchObject({ id: 'u00', isUsual: false });
  });

  it('does not stand for others where nobody knows whether a policy is for them', () => {
    const found = witness([policy({ name: 'Pilot', users: { includeGroups: ['pilot'] } })]);
    expect(found?.user).toMatchObject({ id: 'u00', isUsual: false });
    expect(found?.open).toEqual(['whether the account is in the group pilot is not known']);
  });

  it('is in the group that lets them past, of several that policies do not tell apart', () => {
    const list = [without({ excludeGroups: ['g1', 'g2', 'g3'] })];
    const named = (id: string, displayName: string, ...members: JsonObject[]) => ({
      id,
      displayName,
      groupTypes: [],
      members,
    });
    const kitchen = named('g1', 'Kitchen', person('u20'));
    const bar = named('g2', 'Bar', person('u07'));
    const found = witness(list, { groups: [kitchen, bar] });
    expect(found?.user).toMatchObject({ id: 'u07', groups: [{ id: 'g2', name: 'Bar' }] });
    expect(witness(list, { groups: [named('g1', 'Kitchen'), bar] })?.user).toMatchObject({
      id: 'u07',
      groups: [{ id: 'g2' }],
    });
  });

  it('is a guest by name where an excluded group is known to have no others', () => {
    const directory = { users: [...users, person('01-guest', guest)] };
    const found = witness([without({ excludeGroups: ['g'] })], { ...directory, ...groups(person('01-guest', guest)) });
    expect(found?.user).toMatchObject({
      id: '01-guest',
      guest: 'b2bCollaborationGuest',
      groups: [{ name: 'Kitchen' }],
    });
    expect(found?.open).toBeUndefined();
    const closed = [
      without({ excludeGroups: ['g'] }),
      policy({ name: 'Guests', users: { includeUsers: ['GuestsOrExternalUsers'] } }),
    ];
    expect(witness(closed, { ...directory, ...groups(person('01-guest', guest)) })?.user).toMatchObject({
      id: null,
      guest: null,
    });
  });

  it('is no agent, which is not said to be disabled', () => {
    const agent = { '@odata.type': '#microsoft.graph.agentUser' };
    const found = witness([without({ excludeUsers: ['zz-agent'] })], { users: [...users, person('zz-agent', agent)] });
    expect(found?.user).toMatchObject({ id: null, name: 'zz-agent@example.com (agent user)' });
    expect(found?.open).toEqual([
      'the accounts to which all of this applies are those of agents, which sign in otherwise than people',
    ]);
  });

  it('is nobody in a declared group, who is not said to be disabled either', () => {
    const exemptions = { 'ca.mfa.all': { capExclusions: { groups: ['g'] } } };
    const list = [without({ excludeGroups: ['g'], excludeUsers: ['u05'] })];
    const found = witness(list, { ...groups(person('u05')), exemptions });
    expect(found?.user.id).toBeNull();
    expect(found?.open).toEqual(['no account is known to whom all of this applies']);
  });

  it('is judged from facts of before, which kept nobody but who was asked for', () => {
    const { facts } = factsFromSnapshot(
      { users, securityDefaults: { isEnabled: false }, conditionalAccessPolicies: [] },
      testNow,
    );
    const { examples: _, ...before } = factOf(facts, 'users') ?? {};
    const check = catalog.find(({ id }) => id === 'ca.mfa.all');
    const old = { ...facts, users: { ...facts.users, value: before } } as typeof facts;
    expect(check?.evaluate(old, { now: testNow, exemption: noExemption })).toMatchObject({
      status: 'fail',
      witness: { user: { id: null, name: 'any member' }, open: ['no account is known to whom all of this applies'] },
    });
  });
});
