import { describe, expect, test } from 'vitest';
import { policy } from '../../audit/testing/policies.ts';
import { readDraft } from './read-draft.ts';

const good = policy({ name: 'Good' });
const { conditions } = good as { conditions: Record<string, unknown> };

describe('a draft that Graph would not take says what to do', () => {
  test.each([
    ['a name', { ...good, displayName: ' ' }, 'Give the policy a "displayName"'],
    ['its state', { ...good, state: 'on' }, 'Set "state" to "enabled"'],
    ['whom it is for', { ...good, conditions: { ...conditions, users: {} } }, 'Say whom it is for'],
    ['what it is for', { ...good, conditions: { ...conditions, applications: {} } }, 'Say what it is for'],
    ['clients', { ...good, conditions: { ...conditions, clientAppTypes: undefined } }, '"conditions.clientAppTypes"'],
    ['an operator', { ...good, grantControls: { builtInControls: ['mfa', 'block'] } }, '"AND" or "OR"'],
    ['known controls', { ...good, grantControls: { operator: 'OR', builtInControls: ['magic'] } }, 'Use the controls'],
    [
      'a known strength',
      { ...good, grantControls: { operator: 'OR', builtInControls: [], authenticationStrength: { id: 'x' } } },
      'allowedCombinations',
    ],
    [
      'levels of risk',
      { ...good, conditions: { ...conditions, userRiskLevels: ['severe'] } },
      '"conditions.userRiskLevels" does not have the form of Microsoft Graph',
    ],
    [
      'a rule of a size that Microsoft takes',
      {
        ...good,
        conditions: { ...conditions, devices: { deviceFilter: { mode: 'include', rule: 'x'.repeat(3073) } } },
      },
      'under 3072 characters',
    ],
  ])('of %s', (_name, wrong, told) => {
    const [problem, ...more] = readDraft([wrong], []).problems;
    expect(problem?.message).toContain(told);
    expect(more).toEqual([]);
  });

  test('of two policies with one id', () => {
    expect(readDraft([good, good], [good]).problems[0]?.message).toContain('another policy has its id');
  });
});

test('what takes the more work the more there is of it has limits of its own, in what the draft changes', () => {
  const filtered = Array.from({ length: 4 }, (_, at) => {
    const rule = Array.from({ length: 90 }, (__, index) => `device.model -contains "${at}.${index}"`).join(' -or ');
    const devices = { deviceFilter: { mode: 'include', rule } };
    return { ...policy({ name: `P${at}` }), conditions: { ...conditions, devices } };
  });
  expect(readDraft(filtered, []).problems).toMatchObject([{ message: expect.stringContaining('hold 360') }]);
  expect(readDraft(filtered, filtered).problems).toEqual([]);
  const externalTenants = { membershipKind: 'enumerated', members: Array.from({ length: 301 }, (_, at) => `${at}`) };
  const guests = { includeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'serviceProvider', externalTenants } };
  const [problem] = readDraft([{ ...good, conditions: { ...conditions, users: guests } }], []).problems;
  expect(problem?.message).toContain('at most 300 organizations');
});

test('what the tenant has is taken as it is, and what has no id gets one', () => {
  const strange = { ...good, id: 'strange', state: 'unknownFutureValue' };
  expect(readDraft([strange], [strange]).problems).toEqual([]);
  expect(readDraft([{ ...strange, displayName: 'Changed' }], [strange]).problems).toHaveLength(1);
  const { id: _, ...without } = good;
  expect(readDraft([without], []).policies).toMatchObject([{ id: 'new-1', displayName: 'Good' }]);
});
