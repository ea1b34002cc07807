import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { whatIfQuestion } from '../../findings/what-if/what-if-request.ts';
import { policy } from '../../testing/policies.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

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
});
