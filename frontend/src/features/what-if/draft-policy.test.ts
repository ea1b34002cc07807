import { describe, expect, test } from 'vitest';
import {
  type Names,
  type Policy,
  pastedPolicies,
  peopleFrom,
  peopleLines,
  policySummary,
  withForm,
  withPolicies,
} from './draft-policy.ts';

const names: Names = {
  users: [{ id: 'u1', name: 'ada@contoso.example' }],
  groups: [{ id: 'g1', name: 'Pilot' }],
  roles: [{ id: 'r1', name: 'Global Administrator' }],
  locations: [],
  applications: [{ id: 'All', name: 'All resources' }],
};
const policy: Policy = {
  id: 'p1',
  displayName: 'MFA',
  state: 'enabled',
  conditions: {
    clientAppTypes: ['all'],
    users: { includeUsers: ['All'], excludeUsers: ['u1'], excludeGroups: ['g1'], excludeRoles: ['r1'] },
    applications: { includeApplications: ['All'] },
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
};

describe('people of a policy', () => {
  test('read as they are written, by name', () => {
    const lines = peopleLines(policy, 'exclude', names);
    expect(lines).toEqual(['ada@contoso.example', 'group: Pilot', 'role: Global Administrator']);
    expect(peopleFrom(lines.join('\n'), names)).toEqual({ Users: ['u1'], Groups: ['g1'], Roles: ['r1'] });
    expect(peopleFrom('all users', names)).toEqual({ Users: ['All'], Groups: [], Roles: [] });
  });

  test('who is not known is told, unless an object id is given', () => {
    expect(peopleFrom('group: Nobody', names)).toContain('no group called "Nobody"');
    const id = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
    expect(peopleFrom(`group: ${id}`, names)).toEqual({ Users: [], Groups: [id], Roles: [] });
  });

  test('a form changes what it shows, and leaves the rest', () => {
    const people = { Users: ['All'], Groups: [], Roles: [] };
    const changed = withForm(policy, {
      name: 'MFA for all',
      state: 'disabled',
      people: { include: people, exclude: { Users: [], Groups: ['g1'], Roles: [] } },
      grant: { operator: 'OR', controls: ['block'] },
    });
    expect(changed).toMatchObject({
      id: 'p1',
      displayName: 'MFA for all',
      state: 'disabled',
      conditions: { clientAppTypes: ['all'], users: { excludeUsers: [], excludeGroups: ['g1'] } },
      grantControls: { builtInControls: ['block'] },
    });
  });
});

test('a policy in one line', () => {
  expect(policySummary(policy, names)).toBe(
    'All users except ada@contoso.example, group: Pilot and 1 more, All resources: Multifactor authentication',
  );
});

describe('pasted JSON', () => {
  test.each([
    ['one policy', policy],
    ['a list', [policy]],
    ['an answer of Graph', { value: [policy] }],
  ])('may be %s', (_name, value) => {
    expect(pastedPolicies(JSON.stringify(value))).toEqual([policy]);
  });

  test.each([
    ['', 'Paste the JSON'],
    ['{"id": ', 'This is no JSON'],
    ['[]', 'holds no policy'],
    ['[{"displayName": "x"}]', 'Entry 1 is no Conditional Access policy'],
  ])('that is none says what to do: %s', (text, told) => {
    expect(pastedPolicies(text)).toContain(told);
  });

  test('takes the place of the policy with its id, and others are added', () => {
    const changed = { ...policy, state: 'disabled' };
    const { id: _, ...without } = policy;
    const all = withPolicies([policy], [changed, without]);
    expect(all).toHaveLength(2);
    expect(all[0]).toEqual(changed);
    expect(String(all[1]?.id)).toMatch(/^new-/);
  });
});
