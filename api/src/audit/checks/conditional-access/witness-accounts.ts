import type { UserFacts } from '../../facts/account-facts.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { Literal } from '../satisfiability/assignment.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { kindOf } from './items.ts';
import type { FullSignIn } from './nearest-sign-in.ts';
import type { SignInSpace } from './sign-in-space.ts';

/** How many accounts are held against the policies until one is found that fits. */
const triedAccounts = 200;

const idOf = (item: string): string => item.slice(item.indexOf(':') + 1);

/** Whether the account could be the member, or the guest, who signs in; null where the directory does not say. */
export type CanSignIn = (account: string, isGuest: boolean) => boolean | null;

type Member = { id: string; name: string; agent?: true | undefined };

/** Members of groups that policies exclude, as far as they are listed: by lower-case ids of the groups. */
function membersOf(facts: Facts): Map<string, { listed: readonly Member[]; isWhole: boolean }> {
  return new Map(
    (factOf(facts, 'excludedGroups') ?? []).flatMap(({ id, members }) =>
      members === null
        ? []
        : [[id.toLowerCase(), { listed: members.listed, isWhole: members.count === members.listed.length }] as const],
    ),
  );
}

const accountsOf = (users: UserFacts | undefined) => [...(users?.accounts ?? []), ...(users?.examples ?? [])];

/** @param declared items that policies leave out on purpose, and declared accounts: nobody of these stands for others */
export function whoCanSignIn(facts: Facts, declared: ReadonlySet<string>): CanSignIn {
  const users = factOf(facts, 'users');
  const known = new Map(accountsOf(users).map((account) => [account.id.toLowerCase(), account]));
  const out = new Set([...(users?.missing ?? []), ...(users?.disabledIds ?? []).map((id) => id.toLowerCase())]);
  const guests = new Set<string>();
  for (const [group, { listed }] of membersOf(facts))
    for (const { id, name, agent } of listed) {
      if (declared.has(`group:${group}`) || agent === true) out.add(id.toLowerCase());
      if (name.toLowerCase().includes('#ext#')) guests.add(id.toLowerCase());
    }
  return (id, isGuest) => {
    if (declared.has(`user:${id}`) || out.has(id)) return false;
    const { enabled = null, guest = null, agent } = known.get(id) ?? {};
    const isFrom = guest ?? (guests.has(id) ? true : null);
    if (enabled === false || agent === true || (isFrom !== null && isFrom !== isGuest)) return false;
    return enabled === null || isFrom === null ? null : true;
  };
}

/**
 * What is true of nobody who could sign in, by the literals of the policies' accounts and groups: accounts that are disabled or gone,
 * and groups of these alone. A sign-in has none of it where it does not have to.
 */
export function trueOfNobody(space: SignInSpace, facts: Facts, canSignIn: CanSignIn): Literal[] {
  const members = membersOf(facts);
  const isOut = (id: string): boolean => canSignIn(id, false) === false && canSignIn(id, true) === false;
  const isOfNobody = (item: string): boolean => {
    if (kindOf(item) === 'user') return isOut(idOf(item));
    const group = kindOf(item) === 'group' ? members.get(idOf(item)) : undefined;
    return group?.isWhole === true && group.listed.every(({ id }) => isOut(id.toLowerCase()));
  };
  const alike = Map.groupBy(space.identities, ([, literal]) => literal);
  return [...alike].filter(([, items]) => items.every(([item]) => isOfNobody(item))).map(([literal]) => literal);
}

/**
 * Accounts that may stand for whoever signs in: by what must be true of them, else any member, in the order of their ids.
 * @param isUsual whether nothing sets the account apart from others: then it stands for them before who holds a role
 */
export function candidates(
  space: SignInSpace,
  signIn: FullSignIn,
  facts: Facts,
  canSignIn: CanSignIn,
  isUsual: (account: string) => boolean,
): string[] {
  const trueItems = [...space.identities].filter(([, literal]) => signIn.holds(literal)).map(([item]) => item);
  const ofKind = (kind: string): string[] => trueItems.filter((item) => kindOf(item) === kind).map(idOf);
  const isGuest = (signIn.valueOf('guest') ?? 'none') !== 'none';
  const held = heldRoles(facts);
  const anybody = (): string[] =>
    accountsOf(factOf(facts, 'users'))
      .map(({ id }) => id.toLowerCase())
      .filter((id) => canSignIn(id, false) === true);
  const members = membersOf(facts);
  const inGroups = (groups: readonly string[]): string[] =>
    groups.flatMap((group) => members.get(group)?.listed.map(({ id }) => id.toLowerCase()) ?? []);
  const withRoles = (wanted: readonly string[]): string[] =>
    (factOf(facts, 'roles')?.holdings ?? [])
      .filter(({ principalType }) => principalType === 'user')
      .map(({ principalId }) => principalId.toLowerCase())
      .filter((id) => wanted.some((role) => held.of(id).active.includes(role)));
  const [users, groups, roles] = [ofKind('user'), ofKind('group'), ofKind('role')];
  const isAnybody = users.length + groups.length + roles.length === 0;
  const ids =
    users.length > 0 ? users : groups.length > 0 ? inGroups(groups) : roles.length > 0 ? withRoles(roles) : anybody();
  // Who is known to be fit comes first.
  const rank = (id: string): string =>
    `${canSignIn(id, isGuest) === null ? 1 : 0} ${isAnybody && !isUsual(id) ? 1 : 0} ${id}`;
  return [...new Set(ids)]
    .filter((id) => canSignIn(id, isGuest) !== false)
    .map((id) => [rank(id), id] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, id]) => id)
    .slice(0, triedAccounts);
}
