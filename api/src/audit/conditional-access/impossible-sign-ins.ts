import { holders, mayHaveMore } from '../checks/role-holders.ts';
import { type DatasetName, type Facts, factOf } from '../facts.ts';

/** Whether an item can be true of no sign-in that has the others already. */
export type Impossible = (item: string, signIn: ReadonlySet<string>) => boolean;

const after = (item: string, prefix: string): string | null =>
  item.startsWith(prefix) ? item.slice(prefix.length) : null;

/**
 * What the directory rules out: an excluded account that is a member is no gap for guests, and one that does not hold a
 * role is none for its holders. Where the directory was not read, everything stays possible.
 * @param assumed what counts as ruled out besides: all that cannot be known for want of these datasets
 */
export function impossibleSignIns(facts: Facts, assumed: readonly DatasetName[] = []): Impossible {
  const accounts = factOf(facts, 'users')?.accounts ?? [];
  const idsOf = (isGuest: boolean) =>
    new Set(accounts.filter(({ guest }) => guest === isGuest).map(({ id }) => id.toLowerCase()));
  const members = idsOf(false);
  const guests = idsOf(true);
  const isMember = (id: string): boolean => members.has(id) || (assumed.includes('users') && !guests.has(id));
  const holdersOf = new Map<string, ReadonlySet<string> | null>();
  const known = (role: string): ReadonlySet<string> | null => {
    if (!holdersOf.has(role)) holdersOf.set(role, knownHolders(facts, role));
    return holdersOf.get(role) ?? null;
  };
  return (item, signIn) => {
    const account = after(item, 'user:');
    if (account === null) return false;
    return [...signIn].some((other) => {
      if (other.startsWith('guest:')) return isMember(account);
      const role = after(other, 'role:');
      if (role === null) return false;
      const people = known(role);
      return people === null ? assumed.includes('roles') : !people.has(account);
    });
  };
}

/** Everybody who holds a role or can activate it; null where there may be more. */
function knownHolders(facts: Facts, role: string): ReadonlySet<string> | null {
  const roles = factOf(facts, 'roles');
  const isRole = (id: string): boolean => id.toLowerCase() === role;
  if (roles === undefined || roles.eligibility === 'asGiven' || mayHaveMore(roles, isRole) !== null) return null;
  return new Set(holders(facts, roles, isRole).map(({ id }) => id.toLowerCase()));
}
