import { type Facts, factOf } from '../../facts/facts.ts';
import type { PolicyGroups } from '../../facts/group-facts.ts';
import { type JsonObject, valueAt } from '../../facts/json-reader.ts';
import { noExemption } from '../shared/check.ts';
import { readDeviceRule } from './device-filter.ts';
import { directoryKnowledge } from './directory-knowledge.ts';
import { clientStates, covers, type Demand, demandsOf, type Effect, effects } from './grant-effects.ts';
import { kindOf } from './items.ts';
import { type Identity, identities, type Person, reasonOf } from './mfa-of-user.ts';
import { type CaPolicy, type Condition, readPolicy, unreadablePolicies } from './policy.ts';
import { isSet } from './policy-form.ts';
import { SignInSpace } from './sign-in-space.ts';
import { describedSignIn, findSignIn } from './usual-sign-in.ts';

/** What a change of policies does to an account in some sign-in in which they did not do it before. */
export type AccountEffect = {
  effect: Effect;
  /** False: it may be, since it rests on something that is not known (`because`). */
  isSure: boolean;
  because: string | null;
  /** What has to be so beside the usual, as items; empty: the most usual sign-in there is. */
  when: readonly string[];
  /** The policy that does it. */
  by: { id: string; name: string };
};

export type PolicyChange = {
  /** What an account meets newly: at most one of each effect. */
  of(person: Person): readonly AccountEffect[];
  /** Policies of after that cannot be read, so that whom they reach is not known. */
  unreadable: readonly CaPolicy[];
  /** Policies of after that are new and for workload identities, which no person is. */
  workloads: readonly CaPolicy[];
};

type Trigger = { policy: CaPolicy; demand: Demand };

/** As much as decides what a policy does. */
const contentOf = ({ conditions, raw }: CaPolicy): string =>
  JSON.stringify([conditions, raw.conditions, raw.grantControls, raw.sessionControls]);

const itemsOf = ({ conditions }: CaPolicy): string[] =>
  conditions.flatMap(({ include, exclude }) => [...include, ...exclude]);

/** Whether nobody knows when the item is true: a condition that is new, a rule that is not of the documented form. */
const isUnclear = (item: string): boolean =>
  kindOf(item) === 'condition' || (kindOf(item) === 'device' && readDeviceRule(item.slice('device:'.length)) === null);

/**
 * What becomes of sign-ins of an account where policies change: whether there is one that was let in and is blocked now, or that is
 * asked for more, or of which the session can do less (`Effect`). Policies in report-only do nothing. Exact over every sign-in
 * that the policies tell apart, by the search for gaps of the checks; what nobody knows of an account (members of a group that were
 * not read, where a guest is from) makes a "may be", never a no. Pure; accounts of the same standing are judged once.
 * @param facts reads roles, namedLocations and subscribedSkus
 */
export function policyChange(
  facts: Facts,
  groups: PolicyGroups,
  { before, after }: { before: readonly JsonObject[]; after: readonly JsonObject[] },
): PolicyChange {
  const live = (raw: readonly JsonObject[]) =>
    raw.map((one) => readPolicy(one, noExemption)).filter(({ state }) => state === 'enabled' || state === 'unknown');
  const [allOld, allNew] = [live(before), live(after)];
  const [unreadOld, unreadNew] = [unreadablePolicies(allOld), unreadablePolicies(allNew)];
  const known = new Set(allOld.map(contentOf));
  const old = allOld.filter(({ unreadable, state }) => unreadable === null && state === 'enabled');
  const young = allNew.filter(({ unreadable, state }) => unreadable === null && state === 'enabled');
  const both = [...old, ...young];
  const knowledge = directoryKnowledge({ ...facts, users: undefined, roles: undefined });
  const space = new SignInSpace(both, knowledge);
  // Without Entra ID P2 nobody's risk is told, so that a policy on risks reaches nobody.
  const always = knowledge.seesRisks === false ? ['userrisk:hidden', 'signinrisk:hidden'] : [];
  for (const state of clientStates) space.terms.define(state, [space.terms.free()]);
  const named = [...new Set(both.flatMap(itemsOf))];
  const unclear = new Set(named.filter(isUnclear));
  // Checks take these as true of no sign-in; here they may be.
  for (const item of named.filter((one) => ['condition', 'context'].includes(kindOf(one)))) {
    const literal = space.terms.free();
    space.terms.define(item, [literal]);
    space.terms.name(literal, [item]);
  }
  const actions = named.filter((item) => kindOf(item) === 'action');
  const triggers = young
    .filter((policy) => !known.has(contentOf(policy)))
    .flatMap((policy) => demandsOf(policy).map((demand): Trigger => ({ policy, demand })));
  const identityOf = identities(facts, groups, both);
  const standing = standingOf(both);
  const answers = new Map<string, readonly AccountEffect[]>();
  const unreadSessions = allOld.filter(({ unreadableSession }) => unreadableSession !== null);

  /** What keeps an answer from being sure, beside what is not known of the account: as sentences. */
  function doubts({ policy, demand }: Trigger): string[] {
    const isSession = demand.effect === 'signInAgain' || demand.effect === 'sessionLimited';
    const unread = [...unreadOld, ...(isSession ? unreadSessions : [])].map(({ name }) => `"${name}"`);
    const contexts = itemsOf(policy).filter((item) => kindOf(item) === 'context');
    return [
      ...(unread.length === 0 ? [] : [`Policies of today could not be read: ${unread.join(', ')}.`]),
      ...(contexts.length === 0 ? [] : ['Where an authentication context is asked for is not known.']),
    ];
  }

  function effectOf(identity: Identity, effect: Effect): AccountEffect | null {
    let maybe: AccountEffect | null = null;
    for (const trigger of triggers.filter(({ demand }) => demand.effect === effect)) {
      const by = { id: trigger.policy.id, name: trigger.policy.name };
      const possible = signInFor(identity, trigger, asFree);
      if (possible === null) continue;
      const isKnown = identity.unknown.size === 0 && unclear.size === 0;
      const sure = isKnown ? possible : signInFor(identity, trigger, adverse);
      const doubt = doubts(trigger);
      if (sure?.answer === 'yes' && doubt.length === 0)
        return { effect, isSure: true, because: null, when: describedSignIn(space, sure), by };
      const unknown = [
        ...doubt,
        ...[...unclear].map(unclearBecause),
        ...[...identity.unknown].map((item) => reasonOf(item, facts, groups)),
      ];
      const because =
        possible.answer === 'unknown'
          ? 'The policies have too many exclusions to follow.'
          : [...new Set(unknown)].slice(0, 3).join(' ');
      const when = possible.answer === 'yes' ? describedSignIn(space, possible) : [];
      maybe ??= { effect, isSure: false, because, when, by };
    }
    return maybe;
  }

  /** A sign-in of the account that the trigger reaches, and that nothing did the same to before. */
  function signInFor(identity: Identity, { policy, demand }: Trigger, taken: Taken) {
    const { effect } = demand;
    const past = (some: readonly CaPolicy[], isMet: (one: Demand) => boolean) =>
      some.flatMap((one) =>
        demandsOf(one)
          .filter(isMet)
          .map(({ without }) => space.past(forAccount(one, identity, unclear, taken.atMost), without)),
      );
    const isBlock = (one: Demand): boolean => one.effect === 'blocked';
    const residual = forAccount(policy, identity, unclear, taken.atLeast);
    // Most policies are for others: that takes no search.
    if (residual.conditions.some(({ all, include }) => !all && include.length === 0)) return null;
    const needed = [
      space.reached(residual, demand.without),
      ...past(old, (one) => covers(one, demand)),
      ...(effect === 'blocked' || effect === 'legacyBlocked' ? [] : [...past(old, isBlock), ...past(young, isBlock)]),
    ];
    for (const items of [[], ...actions.map((action) => [action])]) {
      const found = findSignIn(space, [...always, ...items], needed);
      if (found.answer !== 'no') return found;
    }
    return null;
  }

  return {
    of(person) {
      const identity = identityOf(person);
      const items = identity.items.map((item) => standing.get(item) ?? item);
      const key = JSON.stringify([items, [...identity.possible], [...identity.unknown]]);
      const found = answers.get(key) ?? effects.flatMap((effect) => effectOf(identity, effect) ?? []);
      answers.set(key, found);
      return found;
    },
    unreadable: unreadNew.filter((policy) => !known.has(contentOf(policy))),
    workloads: young.filter(
      (policy) => !known.has(contentOf(policy)) && isSet(valueAt(policy.raw, 'conditions', 'clientApplications')),
    ),
  };
}

/** Of each account that policies name, which of them do and how: accounts that are named alike are judged once. */
function standingOf(policies: readonly CaPolicy[]): ReadonlyMap<string, string> {
  const found = new Map<string, string[]>();
  const note = (items: readonly string[] | undefined, where: string) => {
    for (const item of items ?? []) if (kindOf(item) === 'user') found.set(item, [...(found.get(item) ?? []), where]);
  };
  policies.forEach(({ conditions: [people] }, index) => {
    note(people?.include, `+${index}`);
    note(people?.exclude, `-${index}`);
  });
  return new Map([...found].map(([item, places]) => [item, `named ${[...new Set(places)].join(' ')}`]));
}

/** What is made of an item on people of which nobody knows whether it is true: null leaves it open, the same for every policy. */
type UnknownAs = { included: boolean | null; excluded: boolean | null };
type Taken = { atLeast: UnknownAs; atMost: UnknownAs };
const open: UnknownAs = { included: null, excluded: null };
const asFree: Taken = { atLeast: open, atMost: open };
/** Against the answer: the trigger applies though, and what stood in the way does not, whatever turns out to be so. */
const adverse: Taken = {
  atLeast: { included: false, excluded: true },
  atMost: { included: true, excluded: false },
};

const unclearBecause = (item: string): string =>
  kindOf(item) === 'condition'
    ? `A policy has a condition that Tenantry does not know: ${item.slice('condition:'.length).split(' ')[0]}.`
    : 'The rule of a filter for devices could not be read.';

const residuals = new WeakMap<CaPolicy, Map<string, CaPolicy>>();

/** The policy as it concerns one account: of its condition on people only what may or may not be true of them is left. */
function forAccount(
  policy: CaPolicy,
  identity: Identity,
  unclear: ReadonlySet<string>,
  unknownAs: UnknownAs,
): CaPolicy {
  const [people, ...others] = policy.conditions;
  if (people === undefined) return policy;
  const condition = peopleFor(people, identity, unknownAs);
  const rest = unclear.size === 0 ? others : others.map((one) => settled(one, unclear, unknownAs));
  const key = unclear.size === 0 ? JSON.stringify(condition) : JSON.stringify([condition, rest]);
  const made = residuals.get(policy) ?? new Map<string, CaPolicy>();
  residuals.set(policy, made);
  const residual = made.get(key) ?? { ...policy, conditions: [condition, ...rest] };
  made.set(key, residual);
  return residual;
}

/** A condition that is not on people, with its unclear items taken for true or false. */
function settled(condition: Condition, unclear: ReadonlySet<string>, { included, excluded }: UnknownAs): Condition {
  const { all, include, exclude } = condition;
  const excludes = exclude.some((item) => unclear.has(item)) && excluded === true;
  const includes = include.some((item) => unclear.has(item)) && included === true;
  if (excludes) return { all: false, include: [], exclude: [] };
  return {
    all: all || includes,
    include: included === null ? include : include.filter((item) => !unclear.has(item)),
    exclude: excluded === null ? exclude : exclude.filter((item) => !unclear.has(item)),
  };
}

function peopleFor({ all, include, exclude }: Condition, identity: Identity, unknownAs: UnknownAs): Condition {
  const items = new Set(identity.items);
  const split = (list: readonly string[], unknown: boolean | null) => {
    const truth = (item: string): boolean | null => {
      if (items.has(item)) return true;
      if (identity.unknown.has(item)) return unknown;
      return identity.possible.has(item) ? null : false;
    };
    const found = list.map((item) => ({ item, truth: truth(item) }));
    return {
      holds: found.some((one) => one.truth === true),
      left: found.filter((one) => one.truth === null).map(({ item }) => item),
    };
  };
  const included = split(include, unknownAs.included);
  const excluded = split(exclude, unknownAs.excluded);
  if (excluded.holds) return { all: false, include: [], exclude: [] };
  return { all: all || included.holds, include: included.left, exclude: excluded.left };
}

/** Who is in the groups that policies name, as far as a scan read it: the groups that policies leave out, with their accounts. */
export function groupsOfFacts(facts: Facts, policies: readonly JsonObject[]): PolicyGroups {
  const read = new Map((factOf(facts, 'excludedGroups') ?? []).map(({ id, members }) => [id.toLowerCase(), members]));
  const groupsOf = new Map<string, string[]>();
  const unread = new Map<string, string>();
  for (const policy of policies) {
    const [people] = readPolicy(policy, noExemption).conditions;
    for (const item of [...(people?.include ?? []), ...(people?.exclude ?? [])]) {
      if (!item.startsWith('group:')) continue;
      const id = item.slice('group:'.length);
      const members = read.get(id);
      if (members === undefined) unread.set(id, 'the scan did not read them');
      else if (members === null) unread.set(id, 'they could not be read');
      else if (members.count > members.listed.length) unread.set(id, 'there are more than the scan kept');
    }
  }
  for (const [id, members] of read)
    for (const member of members?.listed ?? []) {
      const account = member.id.toLowerCase();
      groupsOf.set(account, [...(groupsOf.get(account) ?? []), id]);
    }
  return { groupsOf: (userId) => groupsOf.get(userId) ?? [], unread };
}
