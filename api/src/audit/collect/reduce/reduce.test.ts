import { describe, expect, test } from 'vitest';
import { testNow } from '../../testing/verdict-for.ts';
import { groupReducer } from './groups.ts';
import { registrationReducer } from './registration.ts';
import { signInReducer } from './sign-ins.ts';
import { signInActivityReducer, userReducer } from './users.ts';

const page = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-0000-0000-${String(from + index).padStart(12, '0')}`,
    displayName: `Person ${from + index}`,
    userPrincipalName: `person.${from + index}@example.com`,
    userType: 'Member',
    accountEnabled: (from + index) % 10 !== 0,
    isMfaCapable: false,
    createdDateTime: '2020-01-01T00:00:00Z',
    signInActivity: { lastSuccessfulSignInDateTime: '2026-01-01T00:00:00Z' },
    assignedLicenses: [{ skuId: '05e9a617-0261-4cee-bb44-138d3ef5d965' }],
    clientAppUsed: 'IMAP4',
    userId: `u${from + index}`,
    status: { errorCode: 0 },
    groupTypes: ['Unified'],
    visibility: 'Public',
  }));

function factsAfter(users: number): { bytes: number; counts: number[] } {
  const accounts = userReducer(new Set());
  const activity = signInActivityReducer(testNow);
  const signIns = signInReducer(testNow);
  const groups = groupReducer(new Set());
  for (let from = 0; from < users; from += 1000) {
    const rows = page(from, 1000);
    for (const reducer of [accounts, activity, signIns, groups]) reducer.add(rows);
  }
  const registration = registrationReducer({ users: accounts.finish(), accountIds: new Set() });
  for (let from = 0; from < users; from += 1000) registration.add(page(from, 1000));
  const results = [accounts.finish(), activity.finish(), signIns.finish(), groups.finish(), registration.finish()];
  return {
    bytes: JSON.stringify(results).length,
    counts: [accounts.finish().total, activity.finish().staleMembers.count, registration.finish().members],
  };
}

describe('facts of a large directory', () => {
  test('stay of bounded size from 10,000 to 200,000 users, and count all of them', () => {
    const small = factsAfter(10_000);
    const large = factsAfter(200_000);
    expect(large.counts).toEqual([200_000, 180_000, 190_000]);
    expect(small.counts).toEqual([10_000, 9_000, 9_000]);
    expect(large.bytes).toBeLessThan(1_700_000);
  });
});

describe('users', () => {
  test('a failed attempt does not make an account look used', () => {
    const reducer = signInActivityReducer(testNow);
    const signInActivity = {
      lastSignInDateTime: '2026-11-19T00:00:00Z',
      lastSuccessfulSignInDateTime: '2025-01-01T00:00:00Z',
    };
    reducer.add([{ id: 'u', accountEnabled: true, signInActivity }]);
    expect(reducer.finish().staleMembers.count).toBe(1);
  });

  test('a new account that was never used is not stale yet', () => {
    const reducer = signInActivityReducer(testNow);
    reducer.add([{ id: 'u', accountEnabled: true, createdDateTime: '2026-11-01T00:00:00Z', signInActivity: null }]);
    expect(reducer.finish()).toMatchObject({ undated: 0, staleMembers: { count: 0 } });
  });

  test('of accounts that nobody asked for, a few enabled members are kept, the same in whatever order they come', () => {
    const rows = page(0, 3000);
    const guest = { ...rows[1], id: '00000000-0000-0000-0000-00000000000a', userType: 'Guest' };
    const kept = (list: readonly unknown[]) => {
      const reducer = userReducer(new Set([rows[2]?.id ?? '']), new Set([rows[2999]?.id ?? '', guest.id]));
      reducer.add(list.slice(0, 1000));
      reducer.add(list.slice(1000));
      return reducer.finish();
    };
    const facts = kept([...rows, guest]);
    expect(kept([guest, ...rows.toReversed()]).examples).toEqual(facts.examples);
    expect(facts.accounts.map(({ id }) => id)).toEqual([rows[2]?.id]);
    const named = (facts.examples ?? []).map(({ name, guest: isGuest }) => (isGuest ? 'guest' : name.split(' ')[1]));
    expect(named.slice(0, 4)).toEqual(['1', '3', '4', '5']);
    expect(named).toHaveLength(26);
    expect(named).toContain('guest');
    expect(named.at(-1)).toBe('2999');
  });

  test('a converted external account still counts as a guest', () => {
    const reducer = userReducer(new Set());
    reducer.add([{ id: 'u', userPrincipalName: 'a_b.com#EXT#@example.com', userType: 'Member', accountEnabled: true }]);
    expect(reducer.finish()).toMatchObject({ guests: 1, enabledMembers: 0 });
  });
});

describe('registration', () => {
  test('disabled accounts and guests are left out', () => {
    const users = userReducer(new Set());
    users.add([{ id: 'off', accountEnabled: false }]);
    const reducer = registrationReducer({ users: users.finish(), accountIds: new Set() });
    reducer.add([
      { id: 'off', isMfaCapable: false, userType: 'member' },
      { id: 'guest', isMfaCapable: false, userType: 'guest' },
      { id: 'in', isMfaCapable: true, userType: 'member' },
    ]);
    expect(reducer.finish()).toMatchObject({ members: 1, capable: 1, incapable: { count: 0 }, disabledExcluded: true });
  });
});

describe('sign-ins', () => {
  test('failed sign-ins and modern clients are no use of legacy authentication', () => {
    const reducer = signInReducer(testNow);
    reducer.add([
      { userId: 'a', clientAppUsed: 'Browser', status: { errorCode: 0 } },
      { userId: 'b', clientAppUsed: 'POP3', status: { errorCode: 50053 } },
      { userId: 'c', clientAppUsed: 'Authenticated SMTP', status: { errorCode: 0 } },
    ]);
    expect(reducer.finish()).toMatchObject({ successes: 1, failures: 1, users: { count: 1 } });
  });
});
