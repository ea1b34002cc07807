import { expect, test } from 'vitest';
import { policy, requireMfa } from '../../audit/testing/policies.ts';
import { draftChanges, draftDifferences, samePolicy } from './policy-differences.ts';

const one = policy({ name: 'One', users: { includeUsers: ['All'], excludeUsers: ['A1', 'b2'] }, grant: requireMfa });

test('what Microsoft fills in, the order of lists and the case of ids make no difference', () => {
  const asGraphGivesIt = {
    ...one,
    createdDateTime: '2026-01-01T00:00:00Z',
    templateId: null,
    conditions: {
      ...(one.conditions as object),
      users: { includeUsers: ['All'], excludeUsers: ['B2', 'a1'], includeGroups: [], excludeRoles: [] },
      locations: null,
      'applications@odata.context': 'x',
    },
    grantControls: { ...requireMfa, termsOfUse: [], authenticationStrength: null },
    sessionControls: null,
  };
  expect(samePolicy(one, asGraphGivesIt)).toBe(true);
  expect(draftDifferences([one], [asGraphGivesIt])).toEqual([]);
});

test('each field that differs is told, as approved and as found', () => {
  const found = { ...one, state: 'disabled', grantControls: { operator: 'OR', builtInControls: ['block'] } };
  expect(draftDifferences([one], [found])).toEqual([
    { policy: 'One', field: 'state', approved: 'enabled', found: 'disabled' },
    { policy: 'One', field: 'grantControls.builtInControls', approved: 'mfa', found: 'block' },
  ]);
  expect(draftChanges([found], [one])).toEqual([
    '"One": State: off → on',
    '"One": Grant controls › Built in controls: block → mfa',
  ]);
});

test('a new policy is found again by its name, since Microsoft gives it an id', () => {
  const { id: _, ...drafted } = policy({ name: 'New' });
  expect(draftDifferences([{ ...drafted, id: 'new-1' }], [{ ...drafted, id: 'given' }])).toEqual([]);
});

test('policies that are missing, and those that nobody approved, are told as a whole', () => {
  const [two, three] = [policy({ name: 'Two' }), policy({ name: 'Three' })];
  expect(draftDifferences([one, two], [one, three])).toEqual([
    { policy: 'Two', field: '', approved: 'a policy', found: null },
    { policy: 'Three', field: '', approved: null, found: 'a policy' },
  ]);
  expect(draftChanges([one, three], [one, two])).toEqual(['"Two": new', '"Three": deleted']);
});
