import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../facts/json-reader.ts';
import { policy } from '../testing/policies.ts';
import { verdictFor } from '../testing/verdict-for.ts';

const policies = (...conditionalAccessPolicies: JsonObject[]): JsonObject => ({ conditionalAccessPolicies });

type Row = [name: string, check: string, snapshot: JsonObject, status: string];

function holds(rows: readonly Row[]): void {
  test.each(rows)('%s (%s)', (_name, check, snapshot, status) => {
    const found = verdictFor(check, snapshot);
    expect(found.status, found.message).toBe(status);
  });
}

describe('security keys of emergency accounts', () => {
  const registered = (methodsRegistered: unknown): JsonObject => ({
    ...policies(policy({ users: { includeUsers: ['All'], excludeUsers: ['U0'] } })),
    userRegistrationDetails: [{ id: 'u0', methodsRegistered }],
  });
  holds([
    ['a key', 'ca.breakglass.key', registered(['mobilePhone', 'FIDO2SecurityKey']), 'pass'],
    [
      'a passkey of which the kind is not told',
      'ca.breakglass.key',
      registered(['passKeyDeviceBound']),
      'couldNotCheck',
    ],
    ['both', 'ca.breakglass.key', registered(['passKeyDeviceBound', 'fido2SecurityKey']), 'pass'],
    ['a passkey of the telephone', 'ca.breakglass.key', registered(['passKeyDeviceBoundAuthenticator']), 'fail'],
    ['methods of another form', 'ca.breakglass.key', registered('fido2SecurityKey'), 'couldNotCheck'],
  ]);
});

describe('registration of guests and members', () => {
  const row = (id: string, isMfaCapable: boolean, more: JsonObject = {}): JsonObject => ({ id, isMfaCapable, ...more });
  const account = (id: string, userType: string | null): JsonObject => ({ id, userType, accountEnabled: true });
  const users = [account('a', 'Member'), account('B', 'Guest')];
  holds([
    [
      'a guest by the list of users',
      'mfa.registration',
      { users, userRegistrationDetails: [row('a', true), row('b', false)] },
      'pass',
    ],
    [
      'a member by the report',
      'mfa.registration',
      { users, userRegistrationDetails: [row('a', true), row('b', false, { userType: 'member' })] },
      'fail',
    ],
    [
      'of unknown kind',
      'mfa.registration',
      { users: [account('a', null)], userRegistrationDetails: [row('a', false)] },
      'fail',
    ],
  ]);
});
