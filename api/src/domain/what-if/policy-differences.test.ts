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

const withParts = (parts: Record<string, unknown>) => ({ ...one, ...parts });
const fields = (approved: Record<string, unknown>, found: Record<string, unknown>) =>
  draftDifferences([withParts(approved)], [withParts(found)]).map(({ field }) => field);
const frequency = (more: Record<string, unknown>) => ({
  sessionControls: { signInFrequency: { isEnabled: true, type: 'hours', value: 4, ...more } },
});

test.each([
  [
    'what a sign-in frequency asks anew',
    frequency({}),
    frequency({ authenticationType: 'primaryAndSecondaryAuthentication', frequencyInterval: 'timeBased' }),
  ],
  [
    'session controls that are off',
    { sessionControls: null },
    { sessionControls: { signInFrequency: { isEnabled: false, value: 4 }, disableResilienceDefaults: false } },
  ],
  [
    'the operator of one control',
    { grantControls: { operator: 'AND', builtInControls: ['mfa'] } },
    { grantControls: { operator: 'OR', builtInControls: ['mfa'] } },
  ],
  ['a grant without a control', { grantControls: null }, { grantControls: { operator: 'OR', builtInControls: [] } }],
  ['the case of words', { state: 'Enabled' }, { state: 'enabled' }],
  [
    'the order of words in one text',
    { conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow, authenticationTransfer' } } },
    { conditions: { authenticationFlows: { transferMethods: 'authenticationTransfer,deviceCodeFlow' } } },
  ],
])('%s: the same, however it is written', (_name, approved, found) => {
  expect(fields(approved, found)).toEqual([]);
});

test.each([
  [
    'who signs in anew',
    frequency({}),
    frequency({ authenticationType: 'secondaryAuthentication' }),
    'sessionControls.signInFrequency.authenticationType',
  ],
  [
    'the operator of two controls',
    { grantControls: { operator: 'AND', builtInControls: ['mfa', 'compliantDevice'] } },
    { grantControls: { operator: 'OR', builtInControls: ['mfa', 'compliantDevice'] } },
    'grantControls.operator',
  ],
  ['a letter of the name', { displayName: 'One' }, { displayName: 'one' }, 'displayName'],
])('%s: another', (_name, approved, found, field) => {
  expect(fields(approved, found)).toEqual([field]);
});

test('a custom strength that was changed and kept its id is not what was approved; one that is told by its id alone may be', () => {
  const of = (more: Record<string, unknown>) => ({
    grantControls: {
      operator: 'OR',
      builtInControls: [],
      authenticationStrength: { id: 's', displayName: 'Ours', ...more },
    },
  });
  const approved = of({ allowedCombinations: ['fido2', 'windowsHelloForBusiness'] });
  expect(fields(approved, of({ allowedCombinations: ['windowsHelloForBusiness', 'fido2'] }))).toEqual([]);
  expect(fields(approved, of({ displayName: 'Renamed' }))).toEqual([]);
  expect(fields(approved, of({ allowedCombinations: ['fido2', 'windowsHelloForBusiness', 'password,sms'] }))).toEqual([
    'grantControls.authenticationStrength.allowedCombinations',
  ]);
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
