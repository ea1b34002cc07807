import { type Facts, factOf } from '../../facts/facts.ts';
import type { PolicyGroups } from '../../facts/group-facts.ts';
import { booleanAt } from '../../facts/json-reader.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { noExemption } from '../shared/check.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { missingData } from '../shared/missing-data.ts';
import { blocks, mfaExceptOn, needsMfa } from './grant.ts';
import { kindOf } from './items.ts';
import { type CaPolicy, type Condition, readable, readPolicy, unreadablePolicies } from './policy.ts';
import { type Judgment, judge, type Requirement } from './requirement.ts';
import { signInSpace } from './sign-in-spaces.ts';
import { everyClient } from './targets.ts';

/** What the policies may ask of one account. `external`: it signs in at another organization; null where not told. */
export type Person = {
  id: string;
  userType: 'Member' | 'Guest' | null;
  external: boolean | null;
  /** Of somebody without an account of the directory: the kind of guest, as policies name it, in lower case. */
  kind?: string;
};

/** Null: it cannot be told, for this reason. */
export type MfaAnswer = { enforced: boolean; because: null } | { enforced: null; because: string };

const required: MfaAnswer = { enforced: true, because: null };
const notRequired: MfaAnswer = { enforced: false, because: null };
const untold = (because: string): MfaAnswer => ({ enforced: null, because });

/** An account as items: those that are true of it, those that may become true, and those of which nobody knows. */
export type Identity = { items: readonly string[]; possible: ReadonlySet<string>; unknown: ReadonlySet<string> };

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
  const policies = raw.map((policy) => readPolicy(policy, noExemption));
  // Security defaults and enabled policies exclude one another in Entra; without a policy the switch decides.
  if (defaultsOn === null && !policies.some(({ state }) => state === 'enabled')) {
    const answer = untold(missingData(facts, ['securityDefaults']).message);
    return () => answer;
  }
  const identityOf = identities(facts, groups, policies);
  // Who the account is, is told by the account itself.
  const known = { ...facts, users: undefined, roles: undefined };
  const answers = new Map<string, MfaAnswer>();
  return (person) => {
    const identity = identityOf(person);
    const key = JSON.stringify([identity.items, [...identity.possible], [...identity.unknown]]);
    const answer = answers.get(key) ?? answerFor(identity, policies, known, (item) => reasonOf(item, facts, groups));
    answers.set(key, answer);
    return answer;
  };
}

/** The first of a policy's conditions is the one on people. */
function withPeople(policy: CaPolicy, change: (people: Condition) => Condition): CaPolicy {
  return {
    ...policy,
    conditions: policy.conditions.map((condition, at) => (at === 0 ? change(condition) : condition)),
  };
}

const requirement = (person: (item: string) => boolean | null): Requirement => ({
  targets: everyClient().map((target) => ({ ...target, person })),
  satisfies: ({ grant }) => needsMfa(grant) || blocks(grant),
  alternative: ({ grant }) => blocks(grant),
  exceptOn: ({ grant }) => mfaExceptOn(grant),
});

function answerFor(
  identity: Identity,
  policies: readonly CaPolicy[],
  known: Facts,
  reason: (item: string) => string,
): MfaAnswer {
  const unreadable = unreadablePolicies(policies);
  const worst = judged(identity, readable(policies), known, (item) => identity.unknown.has(item));
  // A policy that cannot be read, or that may reach the account, could only ask for more.
  if (worst.status === 'pass') return required;
  if (unreadable.length > 0) {
    const names = named(unreadable.map(({ name }) => `"${name}"`));
    return untold(`${countOf(unreadable.length, 'policy', 'policies')} could not be read (${names}).`);
  }
  const atBest = policies.map((policy) => withPeople(policy, atMost(identity.unknown)));
  const best = identity.unknown.size === 0 ? worst : judged(identity, atBest, known, () => false);
  if (best.status === 'pass') return untold(named([...new Set([...identity.unknown].map(reason))], 3));
  const isOpen = best.open.length > 0 || best.gaps.length > 0;
  return isOpen ? notRequired : untold('The policies have too many exclusions to follow.');
}

/** Who an account is, is known: no other item on people can become true of its sign-in but the possible ones. */
function judged(
  identity: Identity,
  policies: readonly CaPolicy[],
  known: Facts,
  isUnknown: (item: string) => boolean,
): Judgment {
  const items = new Set(identity.items);
  const person = (item: string): boolean | null =>
    items.has(item) ? true : identity.possible.has(item) || isUnknown(item) ? null : false;
  return judge(policies, requirement(person), signInSpace(policies, known));
}

/** The most that a policy can ask for: unknown inclusions taken as met, unknown exclusions as not. */
function atMost(unknownItems: ReadonlySet<string>): (people: Condition) => Condition {
  return (people) => ({
    all: people.all || people.include.some((item) => unknownItems.has(item)),
    include: people.include,
    exclude: people.exclude.filter((item) => !unknownItems.has(item)),
  });
}

function guestKind({ userType, external, kind }: Person): string | null | undefined {
  if (kind !== undefined) return kind;
  if (userType === null || external === null) return undefined;
  if (userType === 'Guest') return external ? 'b2bcollaborationguest' : 'internalguest';
  return external ? 'b2bcollaborationmember' : null;
}

/** Gives each account's items, as far as a policy names them: the others make no difference. */
export function identities(facts: Facts, groups: PolicyGroups, policies: readonly CaPolicy[]) {
  const enabled = policies.filter(({ state }) => state === 'enabled');
  const mentioned = new Set(
    enabled.flatMap(({ conditions: [people] }) => [...(people?.include ?? []), ...(people?.exclude ?? [])]),
  );
  const roles = heldRoles(facts);
  const unreadGroups = [...groups.unread.keys()].map((id) => `group:${id}`).filter((item) => mentioned.has(item));
  const unreadRoles = [...mentioned].filter(
    (item) => kindOf(item) === 'role' && roles.mayHoldMore(item.slice('role:'.length)),
  );

  const guestItems = [...mentioned].filter((item) => kindOf(item) === 'guest');

  return (person: Person): Identity => {
    const id = person.id.toLowerCase();
    const kind = guestKind(person);
    const held = roles.of(id);
    const items = [
      `user:${id}`,
      ...groups.groupsOf(id).map((group) => `group:${group}`),
      ...held.active.map((role) => `role:${role}`),
    ].filter((item) => mentioned.has(item));
    if (kind) items.push(`guest:${kind}`);
    // Where a guest is from is never known.
    const guests = guestItems.filter((item) => kind === undefined || item.startsWith(`guest:${kind}@`));
    const unknownItems = [...unreadGroups, ...unreadRoles, ...guests];
    return {
      items: items.sort(),
      // Whoever can activate a role at any time has it at will.
      possible: new Set(held.eligible.map((role) => `role:${role}`).filter((item) => mentioned.has(item))),
      unknown: new Set(unknownItems.filter((item) => mentioned.has(item) && !items.includes(item))),
    };
  };
}

/** Why nobody knows whether the item is true of an account, as a sentence. */
export function reasonOf(item: string, facts: Facts, groups: PolicyGroups): string {
  if (kindOf(item) === 'group') {
    const why = groups.unread.get(item.slice('group:'.length)) ?? 'they could not be read';
    return `The members of a group that a policy names are not known: ${why}.`;
  }
  if (kindOf(item) === 'role') return heldRoles(facts).unknownBecause ?? missingData(facts, ['roles']).message;
  return item.includes('@')
    ? 'A policy speaks of guests of some organizations only, and which one this account is from is not known.'
    : 'A policy speaks of guests, and whether this account is one is not known.';
}
