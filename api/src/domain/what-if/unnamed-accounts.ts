import type { Person } from '../../audit/checks/conditional-access/mfa-of-user.ts';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { enumAt, type JsonObject, textsAt } from '../../audit/facts/json-reader.ts';
import type { Judged } from './judged.ts';

/** Who stands for somebody, or several, that nobody knows by name. */
export type Unnamed = {
  person: Person;
  label: string;
  /** How many that is; null where it is not known. */
  count: number | null;
  /** Why it is not sure that there is anybody; null where it is. */
  because: string | null;
  /** Told only of what does not happen to this one, by its id: they are alike but for a policy on kinds of guests. */
  unlike?: string;
};

type Directory = Pick<Judged, 'accounts' | 'isWholeDirectory' | 'disabled'>;

const ofUnknownKind = 'Of accounts that are not known by name it is not known whether any is of this kind.';
const withoutAccount = 'They have no account in this tenant, so that whether anybody signs in like this is not known.';

/** Who signs in without an account of the tenant. Policies for all users, and those for kinds of guests, reach them too. */
const outsiders: readonly Unnamed[] = [
  {
    person: { id: 'service-providers', userType: null, external: true, kind: 'serviceprovider' },
    label: 'Service providers: you and other partners, by delegated administration (GDAP)',
    count: null,
    because: withoutAccount,
  },
  ...[
    { id: 'direct-connect', kind: 'b2bdirectconnectuser', label: 'Users by B2B direct connect (shared channels)' },
    { id: 'other-external', kind: 'otherexternaluser', label: 'Other external users' },
  ].map(
    ({ id, kind, label }): Unnamed => ({
      person: { id, userType: null, external: true, kind },
      label,
      count: null,
      because: withoutAccount,
      unlike: 'service-providers',
    }),
  ),
];

/** Those of whom only the number is known: they are in nothing that was read, and that policies name. */
function othersOf(facts: Facts, accounts: Directory['accounts']): Unnamed[] {
  const users = factOf(facts, 'users');
  // A member who is from elsewhere counts among the guests, as in the scan.
  const knownGuests = accounts.filter(({ userType, external }) => userType === 'Guest' || external === true).length;
  const knownMembers = accounts.filter(({ userType, external }) => userType === 'Member' && external !== true).length;
  const left = (total: number | undefined, known: number) => (total === undefined ? null : Math.max(0, total - known));
  const members = left(users?.enabledMembers, knownMembers);
  const guests = left(users?.enabledGuests, knownGuests);
  const labelOf = (label: string, count: number | null) =>
    count === null ? label : `${label} (${count}, not known by name)`;
  const some: Unnamed[] = [
    {
      person: { id: 'other-members', userType: 'Member', external: false },
      label: labelOf('Other members', members),
      count: members,
      because: null,
    },
    {
      person: { id: 'other-guests', userType: 'Guest', external: true },
      label: labelOf('Other guests', guests),
      count: guests,
      because: null,
    },
  ];
  const kinds: Unnamed[] = [
    {
      person: { id: 'external-members', userType: 'Member', external: true },
      label: 'Other members who are from elsewhere',
      count: null,
      because: ofUnknownKind,
      unlike: 'other-guests',
    },
    {
      person: { id: 'internal-guests', userType: 'Guest', external: false },
      label: 'Other guests with an account of this tenant alone',
      count: null,
      because: ofUnknownKind,
      unlike: 'other-guests',
    },
  ];
  return [...some.filter(({ count }) => count !== 0), ...(guests === 0 ? [] : kinds)];
}

const words: ReadonlySet<string> = new Set(['all', 'none', 'guestsorexternalusers']);

/** Accounts that policies or groups name by an id that is none of the accounts which are known. */
function namedById(facts: Facts, directory: Directory, policies: readonly JsonObject[]): Unnamed[] {
  const known = new Set(directory.accounts.map(({ id }) => id.toLowerCase()));
  const found = new Map<string, string>();
  for (const policy of policies.filter((one) => enumAt(one, 'state') === 'enabled'))
    for (const key of ['includeUsers', 'excludeUsers'])
      for (const given of textsAt(policy, 'conditions', 'users', key)) {
        const id = given.trim().toLowerCase();
        if (id !== '' && !words.has(id)) found.set(id, `Account ${id}`);
      }
  for (const { members } of factOf(facts, 'excludedGroups') ?? [])
    for (const { id, name } of members?.listed ?? []) found.set(id.toLowerCase(), name);
  return [...found]
    .filter(([id]) => !known.has(id) && !directory.disabled.has(id))
    .map(([id, label]) => ({
      person: { id, userType: null, external: null },
      label,
      count: 1,
      because: 'It is not in the last synchronization of the directory: it may be new, or no longer there.',
    }));
}

/**
 * Everybody that the accounts which are known by name leave out. What is blocked or asked of them is told beside the others, so that
 * nobody reads "no account" where somebody may be.
 * @param policies of today and of the draft
 */
export const unnamedAccounts = (facts: Facts, directory: Directory, policies: readonly JsonObject[]): Unnamed[] => [
  ...outsiders,
  ...namedById(facts, directory, policies),
  ...(directory.isWholeDirectory ? [] : othersOf(facts, directory.accounts)),
];
