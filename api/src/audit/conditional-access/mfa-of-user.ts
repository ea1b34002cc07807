import { noExemption } from '../check.ts';
import { heldRoles } from '../directory-roles.ts';
import { type Facts, factOf } from '../facts.ts';
import { booleanAt, enumAt, isObject, objectAt, textsAt, valueAt } from '../json-reader.ts';
import { missingData } from '../missing-data.ts';
import { countOf, named } from '../sentence-parts.ts';
import { blocks, needsMfa } from './grant.ts';
import { type CaPolicy, type Condition, guestTypes, readPolicy, unreadablePolicies } from './policy.ts';
import { type Judgment, judge, type Requirement } from './requirement.ts';
import { everyClient } from './targets.ts';

/** What the policies may ask of one account. `external`: it signs in at another organization; null where not told. */
export type Person = { id: string; userType: 'Member' | 'Guest' | null; external: boolean | null };

/** Who is in the groups that enabled policies name. */
export type PolicyGroups = {
  /** Lower-case ids of the named groups that the account (in lower case) is in. */
  groupsOf(userId: string): readonly string[];
  /** Named groups whose members are not known, with the reason as a clause. */
  unread: ReadonlyMap<string, string>;
};

/** Null: it cannot be told, for this reason. */
export type MfaAnswer = { enforced: boolean; because: null } | { enforced: null; because: string };

const required: MfaAnswer = { enforced: true, because: null };
const notRequired: MfaAnswer = { enforced: false, because: null };
const untold = (because: string): MfaAnswer => ({ enforced: null, because });

/** True of an account that every condition on people lets through. */
const anybody = 'user:#somebody';
const identityKinds = new Set(['user', 'group', 'role', 'guest', 'someguest']);
const kindOf = (item: string): string => item.slice(0, item.indexOf(':'));
const isIdentity = (item: string): boolean => identityKinds.has(kindOf(item));

/** An account as items: those that are true of it, those that may become true, and those of which nobody knows. */
type Identity = { items: readonly string[]; possible: ReadonlySet<string>; unknown: ReadonlySet<string> };

/**
 * Says of each account whether security defaults or the enabled policies require multifactor authentication of it, by
 * the same search for gaps as the checks: for every application and every client, whatever else is true of a sign-in.
 * Being blocked altogether counts as required. Nothing is left out as declared: what an emergency account may skip, it
 * may skip. Pure; accounts of the same standing are judged once.
 * @param facts reads conditionalAccessPolicies, securityDefaults and roles
 */
export function mfaOfUser(facts: Facts, groups: PolicyGroups): (person: Person) => MfaAnswer {
  const defaultsOn = booleanAt(factOf(facts, 'securityDefaults'), 'isEnabled');
  if (defaultsOn === true) return () => required;
  const raw = factOf(facts, 'conditionalAccessPolicies');
  if (raw === undefined) {
    const answer = untold(missingData(facts, ['conditionalAccessPolicies']).message);
    return () => answer;
  }
  const policies = raw.map((policy) => withSomeGuests(readPolicy(policy, noExemption)));
  // Security defaults and enabled policies exclude one another in Entra; without a policy the switch decides.
  if (defaultsOn === null && !policies.some(({ state }) => state === 'enabled')) {
    const answer = untold(missingData(facts, ['securityDefaults']).message);
    return () => answer;
  }
  const identityOf = identities(facts, groups, policies);
  const answers = new Map<string, MfaAnswer>();
  return (person) => {
    const identity = identityOf(person);
    const key = JSON.stringify([identity.items, [...identity.possible], [...identity.unknown]]);
    const answer = answers.get(key) ?? answerFor(identity, policies, (item) => reasonOf(item, facts, groups));
    answers.set(key, answer);
    return answer;
  };
}

/** Guests of some organizations only: as an exclusion it lets past not every guest of the kind, but some. */
function withSomeGuests(policy: CaPolicy): CaPolicy {
  const users = objectAt(policy.raw, 'conditions', 'users');
  const guests = valueAt(users, 'excludeGuestsOrExternalUsers');
  const kind = enumAt(guests, 'externalTenants', 'membershipKind');
  const isWhole = textsAt(users, 'excludeUsers').some((one) => one.toLowerCase() === 'guestsorexternalusers');
  if (!isObject(guests) || kind === null || kind === 'all' || isWhole) return policy;
  return withPeople(policy, (people) => ({
    ...people,
    exclude: people.exclude.map((item) => (kindOf(item) === 'guest' ? `some${item}` : item)),
  }));
}

/** The first of a policy's conditions is the one on people. */
function withPeople(policy: CaPolicy, change: (people: Condition) => Condition): CaPolicy {
  return {
    ...policy,
    conditions: policy.conditions.map((condition, at) => (at === 0 ? change(condition) : condition)),
  };
}

const requirement = (items: readonly string[]): Requirement => ({
  targets: everyClient(items),
  satisfies: ({ grant }) => needsMfa(grant) || blocks(grant),
  alternative: ({ grant }) => blocks(grant),
});

function answerFor(identity: Identity, policies: readonly CaPolicy[], reason: (item: string) => string): MfaAnswer {
  const unreadable = unreadablePolicies(policies);
  const readable = policies.filter(({ unreadable }) => unreadable === null);
  const worst = judged(identity, readable, (item) => identity.unknown.has(item));
  // A policy that cannot be read, or that may reach the account, could only ask for more.
  if (worst.status === 'pass') return required;
  if (unreadable.length > 0) {
    const names = named(unreadable.map(({ name }) => `"${name}"`));
    return untold(`${countOf(unreadable.length, 'policy', 'policies')} could not be read (${names}).`);
  }
  const best =
    identity.unknown.size === 0
      ? worst
      : judged(
          identity,
          readable.map((policy) => withPeople(policy, atBest(identity.unknown))),
          () => false,
        );
  if (best.status === 'pass') return untold(named([...new Set([...identity.unknown].map(reason))], 3));
  const isOpen = best.open.length > 0 || best.gaps.length > 0;
  return isOpen ? notRequired : untold('The policies have too many exclusions to follow.');
}

/** Who an account is, is known: no other item on people can become true of its sign-in but the possible ones. */
function judged(identity: Identity, policies: readonly CaPolicy[], isUnknown: (item: string) => boolean): Judgment {
  const items = [anybody, ...identity.items];
  return judge(
    policies,
    requirement(items),
    (item) => isIdentity(item) && !identity.possible.has(item) && !isUnknown(item),
  );
}

/** The most that a policy can ask for: unknown inclusions taken as met, unknown exclusions as not. */
function atBest(unknownItems: ReadonlySet<string>): (people: Condition) => Condition {
  return (people) => ({
    all: people.all,
    include: people.include.map((item) => (unknownItems.has(item) ? anybody : item)),
    exclude: people.exclude.filter((item) => !unknownItems.has(item)),
  });
}

function guestKind({ userType, external }: Person): string | null | undefined {
  if (userType === null || external === null) return undefined;
  if (userType === 'Guest') return external ? 'b2bcollaborationguest' : 'internalguest';
  return external ? 'b2bcollaborationmember' : null;
}

/** Gives each account's items, as far as a policy names them: the others make no difference. */
function identities(facts: Facts, groups: PolicyGroups, policies: readonly CaPolicy[]) {
  const enabled = policies.filter(({ state }) => state === 'enabled');
  const mentioned = new Set(
    enabled.flatMap(({ conditions: [people] }) => [...(people?.include ?? []), ...(people?.exclude ?? [])]),
  );
  const roles = heldRoles(facts);
  const unreadGroups = [...groups.unread.keys()].map((id) => `group:${id}`).filter((item) => mentioned.has(item));
  const unreadRoles = [...mentioned].filter(
    (item) => kindOf(item) === 'role' && roles.mayHoldMore(item.slice('role:'.length)),
  );

  return (person: Person): Identity => {
    const id = person.id.toLowerCase();
    const kind = guestKind(person);
    const held = roles.of(id);
    const items = [
      `user:${id}`,
      ...groups.groupsOf(id).map((group) => `group:${group}`),
      ...held.active.map((role) => `role:${role}`),
      ...(kind ? [`guest:${kind}`] : []),
    ].filter((item) => mentioned.has(item));
    const guests = kind === undefined ? guestTypes.flatMap((type) => [`guest:${type}`, `someguest:${type}`]) : [];
    const some = kind ? [`someguest:${kind}`] : [];
    const unknownItems = [...unreadGroups, ...unreadRoles, ...guests, ...some];
    return {
      items: items.sort(),
      // Whoever can activate a role at any time has it at will.
      possible: new Set(held.eligible.map((role) => `role:${role}`).filter((item) => mentioned.has(item))),
      unknown: new Set(unknownItems.filter((item) => mentioned.has(item) && !items.includes(item))),
    };
  };
}

function reasonOf(item: string, facts: Facts, groups: PolicyGroups): string {
  if (kindOf(item) === 'group') {
    const why = groups.unread.get(item.slice('group:'.length)) ?? 'they could not be read';
    return `The members of a group that a policy names are not known: ${why}.`;
  }
  if (kindOf(item) === 'role') return heldRoles(facts).unknownBecause ?? missingData(facts, ['roles']).message;
  return kindOf(item) === 'someguest'
    ? 'A policy speaks of guests of some organizations only, and which one this account is from is not known.'
    : 'A policy speaks of guests, and whether this account is one is not known.';
}
