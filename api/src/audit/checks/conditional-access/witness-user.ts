import type { GuestType, Witness } from '@tenantry/contract/witness';
import { type Facts, factOf } from '../../facts/facts.ts';
import { roleName } from '../../microsoft/privileged-roles.ts';
import type { Literal } from '../satisfiability/assignment.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { accountName, groupName, guestNames } from './item-names.ts';
import { kindOf } from './items.ts';
import { type FullSignIn, isStillPast } from './nearest-sign-in.ts';
import type { Past } from './requirement.ts';
import type { SignInSpace } from './sign-in-space.ts';
import { type CanSignIn, candidates } from './witness-accounts.ts';

export type UserOfSignIn = { user: Witness['user']; open: string[] };

const guestTypeOf: Readonly<Record<string, GuestType>> = {
  internalguest: 'internalGuest',
  b2bcollaborationguest: 'b2bCollaborationGuest',
  b2bcollaborationmember: 'b2bCollaborationMember',
  b2bdirectconnectuser: 'b2bDirectConnectUser',
  otherexternaluser: 'otherExternalUser',
  serviceprovider: 'serviceProvider',
};
const idOf = (item: string): string => item.slice(item.indexOf(':') + 1);

const nobodyLeft = 'the accounts to which all of this applies are disabled, or no longer in the directory';
const noAccount = 'no account is known to whom all of this applies';
const noGuest = 'no guest is known to whom all of this applies';

/** Whether the item is true of the account; null where nobody knows. */
type Truth = (account: string, item: string) => boolean | null;

function truthOf(facts: Facts): Truth {
  const roles = heldRoles(facts);
  const groups = new Map(
    (factOf(facts, 'excludedGroups') ?? []).flatMap(({ id, members }) =>
      members === null
        ? []
        : [
            [
              id.toLowerCase(),
              {
                all: members.count === members.listed.length,
                ids: new Set(members.listed.map((one) => one.id.toLowerCase())),
              },
            ] as const,
          ],
    ),
  );
  return (account, item) => {
    const kind = kindOf(item);
    const id = idOf(item);
    if (kind === 'user') return id === account;
    if (kind === 'role') return roles.of(account).active.includes(id) ? true : roles.mayHoldMore(id) ? null : false;
    const group = groups.get(id);
    if (group === undefined) return null;
    return group.ids.has(account) ? true : group.all ? false : null;
  };
}

/** What would be true of a sign-in by the account: by literal, and what of it nobody knows. */
function identityOf(space: SignInSpace, account: string, truth: Truth) {
  const known = new Map<Literal, boolean>();
  const unknown = new Map<Literal, string>();
  for (const [item, literal] of space.identities) {
    const value = truth(account, item);
    if (value === null && known.get(literal) !== true) unknown.set(literal, item);
    else if (value !== null) known.set(literal, value || known.get(literal) === true);
  }
  for (const [literal, value] of known) if (value) unknown.delete(literal);
  for (const literal of unknown.keys()) known.delete(literal);
  return { known, unknown };
}

/** Whether the sign-in gets past whatever kind of guest its account is. */
function isPastAsAnyGuest(space: SignInSpace, signIn: FullSignIn, { protections }: Past): boolean {
  const values = space.terms.allDimensions.find(({ name }) => name === 'guest')?.values ?? new Map<string, Literal>();
  const none = new Map([...values.values()].map((literal) => [literal, false]));
  return [...values.values()].every((literal) =>
    isStillPast(space, protections, signIn, new Map(none).set(literal, true)),
  );
}

function whoIsNotNamed(
  guest: GuestType | null,
  roles: readonly { name: string }[],
  groups: readonly { name: string }[],
  holdsNone: boolean,
): string {
  const member = holdsNone ? 'any member without an administrative role' : 'any member';
  const who = guest === null ? member : `any of the ${guestNames[guest.toLowerCase()] ?? guest}`;
  const of = [...roles.map(({ name }) => `with the role ${name}`), ...groups.map(({ name }) => `in the group ${name}`)];
  return [who, ...of].join(' ');
}

/**
 * Who signs in: an account of the directory for which the sign-in gets past, as far as one is known. Of guests that no policy names
 * none is: what kind of guest an account is, the directory does not tell.
 */
export function userOf(
  space: SignInSpace,
  signIn: FullSignIn,
  facts: Facts,
  past: Past,
  canSignIn: CanSignIn,
): UserOfSignIn {
  const truth = truthOf(facts);
  const [kind = 'none', home = ''] = (signIn.valueOf('guest') ?? 'none').split('@');
  const guest = guestTypeOf[kind] ?? null;
  const isTrue = ([, literal]: readonly [string, Literal]): boolean => signIn.holds(literal);
  const literals = new Map(
    [...space.identities]
      .filter(isTrue)
      .map(([item, literal]) => [literal, item] as const)
      .reverse(),
  );
  const items = [...literals.values()].sort();
  const groups = items
    .filter((item) => kindOf(item) === 'group')
    .map((item) => ({ id: idOf(item), name: groupName(idOf(item), facts) }));
  const roles = items
    .filter((item) => kindOf(item) === 'role')
    .map((item) => ({ id: idOf(item), name: roleName(idOf(item)) }));
  const named = [...space.identities]
    .filter((identity) => isTrue(identity) && kindOf(identity[0]) === 'user')
    .map(([item]) => idOf(item))
    .sort();
  const isAccount = named.length > 0;
  const guestTenant = home === '' || home === 'other' || home === 'any' ? null : home;
  const base = { guest, guestTenant, groups, roles };
  const holdsNone = past.target.not?.some((item) => kindOf(item) === 'role') === true;
  const fixed = space.fixed(past.target);
  const fits = (id: string): boolean => {
    const { known } = identityOf(space, id, truth);
    const keeps = (literal: Literal): boolean => {
      const value = known.get(Math.abs(literal));
      return value === undefined || value === literal > 0;
    };
    return fixed.every(keeps) && isStillPast(space, past.protections, signIn, known);
  };
  const held = heldRoles(facts);
  // Somebody asked for them by id: they hold a role, or a policy or the customer names them.
  const special = new Set(factOf(facts, 'users')?.accounts.map((account) => account.id.toLowerCase()));
  const isLikeOthers = (account: string): boolean => {
    const { active, eligible } = held.of(account);
    if (special.has(account)) return false;
    return active.length + eligible.length === 0 && ![...space.identities.keys()].some((item) => truth(account, item));
  };
  const id =
    guest !== null && !isAccount ? undefined : candidates(space, signIn, facts, canSignIn, isLikeOthers).find(fits);
  if (id === undefined) {
    const isNobodyLeft = isAccount && named.every((one) => canSignIn(one, guest !== null) === false);
    const name = isNobodyLeft ? accountName(named[0] ?? '', facts) : whoIsNotNamed(guest, roles, groups, holdsNone);
    const isOfSome = groups.length > 0 || roles.length > 0 || isAccount || home === 'any';
    const open = isNobodyLeft ? [nobodyLeft] : guest === null ? [noAccount] : isOfSome ? [noGuest] : [];
    return { user: { ...base, id: null, name, isUsual: false }, open };
  }
  const { known, unknown } = identityOf(space, id, truth);
  const all = new Map([...known, ...[...unknown.keys()].map((literal) => [literal, signIn.holds(literal)] as const)]);
  const unsure = [...unknown].filter(([literal]) => {
    const other = new Map(all).set(literal, !signIn.holds(literal));
    return !isStillPast(space, past.protections, signIn, other);
  });
  const open = unsure.map(([, item]) =>
    kindOf(item) === 'group'
      ? `whether the account is in the group ${groupName(idOf(item), facts)} is not known`
      : `whether the account holds the role ${roleName(idOf(item))} is not known`,
  );
  if (holdsNone && [...unknown].some(([literal, item]) => kindOf(item) === 'role' && fixed.includes(-literal)))
    open.push('whether the account holds an administrative role is not known');
  if (canSignIn(id, guest === null) !== false && !isPastAsAnyGuest(space, signIn, past))
    open.push('whether the account is a guest is not known');
  // Of whom something is not known, that may be what sets them apart.
  const isUsual = open.length === 0 && !isAccount && groups.length === 0 && roles.length === 0 && isLikeOthers(id);
  return { user: { ...base, id, name: accountName(id, facts), isUsual }, open: [...new Set(open)] };
}
