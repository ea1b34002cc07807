import { groupBy } from '@tenantry/contract/group-by';
import type { UserFacts } from '../../facts/account-facts.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { Literal } from '../satisfiability/assignment.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { kindOf } from './items.ts';
import type { Avoided, FullSignIn } from './nearest-sign-in.ts';
import { perFacts } from './per-facts.ts';
import type { SignInSpace } from './sign-in-space.ts';

/** How many accounts are held against the policies until one is found that fits. */
const triedAccounts = 200;

const idOf = (item: string): string => item.slice(item.indexOf(':') + 1);

/** Whether the account could be the member, or the guest, who signs in; null where the directory does not say. */
export type CanSignIn = (account: string, isGuest: boolean) => boolean | null;

type Member = { id: string; name: string; agent?: true | undefined };

/** Members of groups that policies exclude, as far as they are listed: by lower-case ids of the groups. */
const membersOf = perFacts(
  (facts) =>
    new Map<string, { listed: readonly Member[]; isWhole: boolean }>(
      (factOf(facts, 'excludedGroups') ?? []).flatMap(({ id, members }) =>
        members === null
          ? []
          : [[id.toLowerCase(), { listed: members.listed, isWhole: members.count === members.listed.length }] as const],
      ),
    ),
);

const accountsOf = (users: UserFacts | undefined) => [...(users?.accounts ?? []), ...(users?.examples ?? [])];

/** Who is in the directory, by ids in lower case. */
const directoryOf = perFacts((facts) => {
  const users = factOf(facts, 'users');
  const members = [...membersOf(facts).values()].flatMap(({ listed }) => listed);
  const idsOf = (list: readonly Member[]): Set<string> => new Set(list.map(({ id }) => id.toLowerCase()));
  return {
    known: new Map(accountsOf(users).map((account) => [account.id.toLowerCase(), account])),
    gone: new Set([...(users?.missing ?? []), ...(users?.disabledIds ?? [])].map((id) => id.toLowerCase())),
    agents: idsOf(members.filter(({ agent }) => agent === true)),
    guests: idsOf(members.filter(({ name }) => name.toLowerCase().includes('#ext#'))),
  };
});

/** Why an account that a policy names cannot sign in as a person does, whoever it is; null where that is not why. */
export function whyNobody(facts: Facts): (account: string) => 'gone' | 'agent' | null {
  const { known, gone, agents } = directoryOf(facts);
  return (account) => {
    if (gone.has(account) || known.get(account)?.enabled === false) return 'gone';
    return agents.has(account) || known.get(account)?.agent === true ? 'agent' : null;
  };
}

/** @param declared items that policies leave out on purpose, and declared accounts: nobody of these stands for others */
export function whoCanSignIn(facts: Facts, declared: ReadonlySet<string>): CanSignIn {
  const { known, gone, agents, guests } = directoryOf(facts);
  const ofGroups = [...membersOf(facts)].filter(([group]) => declared.has(`group:${group}`));
  const intended = new Set(ofGroups.flatMap(([, { listed }]) => listed.map(({ id }) => id.toLowerCase())));
  return (id, isGuest) => {
    if (declared.has(`user:${id}`) || intended.has(id) || gone.has(id) || agents.has(id)) return false;
    const { enabled = null, guest = null, agent } = known.get(id) ?? {};
    const isFrom = guest ?? (guests.has(id) ? true : null);
    if (enabled === false || agent === true || (isFrom !== null && isFrom !== isGuest)) return false;
    return enabled === null || isFrom === null ? null : true;
  };
}

/** Where it is false, whoever is in one of these groups is a guest. */
function memberIn({ terms }: SignInSpace, groups: readonly Literal[]): Literal {
  const noGuest = terms.allDimensions.find(({ name }) => name === 'guest')?.values.get('none') ?? terms.never;
  const isMemberIn = terms.solver.variable();
  for (const group of groups) terms.implies([-isMemberIn, group], -noGuest);
  return isMemberIn;
}

/**
 * What is true of nobody who could sign in, by the literals of the policies' accounts and groups: accounts that are disabled or gone,
 * and groups of these alone. And that a member is in a group that is known to have guests alone.
 */
export function trueOfNobody(space: SignInSpace, facts: Facts, canSignIn: CanSignIn): Avoided {
  const members = membersOf(facts);
  /** Whether nobody whom the item means can sign in as one of these. */
  const isOfNone = (item: string, isGuest: readonly boolean[]): boolean => {
    const isOut = (id: string): boolean => isGuest.every((one) => canSignIn(id, one) === false);
    if (kindOf(item) === 'user') return isOut(idOf(item));
    const group = kindOf(item) === 'group' ? members.get(idOf(item)) : undefined;
    return group?.isWhole === true && group.listed.every(({ id }) => isOut(id.toLowerCase()));
  };
  const alike = [...groupBy(space.identities, ([, literal]) => literal)];
  const without = (isGuest: readonly boolean[]): Literal[] =>
    alike.filter(([, items]) => items.every(([item]) => isOfNone(item, isGuest))).map(([literal]) => literal);
  const ofNobody = without([false, true]);
  const ofGuests = without([false]).filter((literal) => !ofNobody.includes(literal));
  return [ofNobody, ofGuests.length === 0 ? [] : [memberIn(space, ofGuests)]];
}

/**
 * Accounts that may stand for whoever signs in: by what must be true of them, else any member, in the order of their ids. Of guests that
 * no policy names, by itself or by a group, none is: what kind of guest an account is, the directory does not tell.
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
  const anybody = (): string[] => [...directoryOf(facts).known.keys()].filter((id) => canSignIn(id, false) === true);
  const members = membersOf(facts);
  const inGroups = (groups: readonly string[]): string[] =>
    groups
      .flatMap((group) => members.get(group)?.listed.map(({ id }) => id.toLowerCase()) ?? [])
      // A guest is somebody of whom it is known.
      .filter((id) => !isGuest || canSignIn(id, false) === false);
  const withRoles = (wanted: readonly string[]): string[] =>
    (factOf(facts, 'roles')?.holdings ?? [])
      .filter(({ principalType }) => principalType === 'user')
      .map(({ principalId }) => principalId.toLowerCase())
      .filter((id) => wanted.some((role) => held.of(id).active.includes(role)));
  const [users, groups, roles] = [ofKind('user'), ofKind('group'), ofKind('role')];
  const isAnybody = users.length + groups.length + roles.length === 0;
  const others = (): string[] => (isGuest ? [] : roles.length > 0 ? withRoles(roles) : anybody());
  const ids = users.length > 0 ? users : groups.length > 0 ? inGroups(groups) : others();
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
