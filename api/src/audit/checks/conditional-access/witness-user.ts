import type { GuestType, Witness } from '@tenantry/contract/witness';
import { type Facts, factOf } from '../../facts/facts.ts';
import { roleName } from '../../microsoft/privileged-roles.ts';
import type { Literal } from '../satisfiability/assignment.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { accountName, groupName, guestNames } from './item-names.ts';
import { kindOf } from './items.ts';
import { type FullSignIn, isStillPast } from './nearest-sign-in.ts';
import { perFacts } from './per-facts.ts';
import type { Past } from './requirement.ts';
import type { SignInSpace } from './sign-in-space.ts';
import { type CanSignIn, candidates, whyNobody } from './witness-accounts.ts';
import { identityOf, itemsOf, type Truth, truthOf } from './witness-identity.ts';

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

/** Why none of the accounts that a policy names can sign in. */
const nobody = {
  gone: 'the accounts to which all of this applies are disabled, or no longer in the directory',
  agent: 'the accounts to which all of this applies are those of agents, which sign in otherwise than people',
} as const;
const noAccount = 'no account is known to whom all of this applies';
const noGuest = 'no guest is known to whom all of this applies';

const asksForNoRole = ({ target }: Past): boolean => target.not?.some((item) => kindOf(item) === 'role') === true;

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

/** Groups and roles by which policies tell the account apart; where none is chosen, some account. */
function partsOf(space: SignInSpace, signIn: FullSignIn, facts: Facts, is: (item: string) => boolean | null) {
  const items = itemsOf(space, (literal) => signIn.holds(literal), is);
  const ofKind = (kind: string, name: (id: string) => string) =>
    items.filter((item) => kindOf(item) === kind).map((item) => ({ id: idOf(item), name: name(idOf(item)) }));
  return { groups: ofKind('group', (id) => groupName(id, facts)), roles: ofKind('role', roleName) };
}

/** Who is meant where no account fits: those who are named, or any of a kind; and why there is none. */
function nobodyOf(named: readonly string[], isOfSome: boolean, guest: GuestType | null, facts: Facts) {
  const reasons = new Set(named.map(whyNobody(facts)));
  const [reason = null] = reasons.size === 1 ? reasons : [];
  if (named.length > 0 && reason !== null) return { name: accountName(named[0] ?? '', facts), open: [nobody[reason]] };
  return { name: null, open: guest === null ? [noAccount] : isOfSome ? [noGuest] : [] };
}

/** What of the account is not known and decides whether its sign-in gets past, as clauses. */
function unsureOf(
  space: SignInSpace,
  signIn: FullSignIn,
  facts: Facts,
  past: Past,
  { known, unknown }: ReturnType<typeof identityOf>,
): string[] {
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
  const fixed = space.fixed(past.target);
  if (
    asksForNoRole(past) &&
    [...unknown].some(([literal, item]) => kindOf(item) === 'role' && fixed.includes(-literal))
  )
    open.push('whether the account holds an administrative role is not known');
  return open;
}

/** The first of the accounts whose sign-in gets past, as far as groups and roles are known. */
function fitting(
  space: SignInSpace,
  signIn: FullSignIn,
  past: Past,
  accounts: readonly string[],
  truth: Truth,
): string | undefined {
  const fixed = space.fixed(past.target);
  return accounts.find((id) => {
    const { known } = identityOf(space, id, truth);
    const keeps = (literal: Literal): boolean => {
      const value = known.get(Math.abs(literal));
      return value === undefined || value === literal > 0;
    };
    return fixed.every(keeps) && isStillPast(space, past.protections, signIn, known);
  });
}

/** Somebody asked for them by id: they hold a role, or a policy or the customer names them. */
const askedFor = perFacts((facts) => new Set(factOf(facts, 'users')?.accounts.map(({ id }) => id.toLowerCase())));

/** Whether nothing sets an account apart from others, as far as it is known. */
function likeOthers(space: SignInSpace, facts: Facts, truth: Truth): (account: string) => boolean {
  const held = heldRoles(facts);
  const special = askedFor(facts);
  return (account) => {
    const { active, eligible } = held.of(account);
    if (special.has(account)) return false;
    return active.length + eligible.length === 0 && ![...space.identities.keys()].some((item) => truth(account, item));
  };
}

/** Who signs in: an account of the directory for which the sign-in gets past, as far as one is known. */
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
  const named = [...space.identities]
    .filter(([item, literal]) => signIn.holds(literal) && kindOf(item) === 'user')
    .map(([item]) => idOf(item))
    .sort();
  const isAccount = named.length > 0;
  const guestTenant = home === '' || home === 'other' || home === 'any' ? null : home;
  const isLikeOthers = likeOthers(space, facts, truth);
  const accounts = candidates(space, signIn, facts, canSignIn, isLikeOthers);
  const id = fitting(space, signIn, past, accounts, truth);
  const parts = partsOf(space, signIn, facts, (item) => (id === undefined ? false : truth(id, item)));
  const base = { guest, guestTenant, ...parts };
  const isOfSome = parts.groups.length > 0 || parts.roles.length > 0;
  if (id === undefined) {
    const { name, open } = nobodyOf(named, isOfSome || isAccount || home === 'any', guest, facts);
    const anybody = whoIsNotNamed(guest, parts.roles, parts.groups, asksForNoRole(past));
    return { user: { ...base, id: null, name: name ?? anybody, isUsual: false }, open };
  }
  const open = unsureOf(space, signIn, facts, past, identityOf(space, id, truth));
  if (canSignIn(id, guest === null) !== false && !isPastAsAnyGuest(space, signIn, past))
    open.push('whether the account is a guest is not known');
  // Of whom something is not known, that may be what sets them apart.
  const isUsual = open.length === 0 && !isAccount && !isOfSome && isLikeOthers(id);
  return { user: { ...base, id, name: accountName(id, facts), isUsual }, open: [...new Set(open)] };
}
