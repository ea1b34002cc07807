import { maxEmergencyAccounts } from '@tenantry/contract/emergency-accounts';
import { type LetsPast, maxNotCoveredListed, type NearPolicy, type NotCovered } from '@tenantry/contract/not-covered';
import { type Facts, factOf } from '../../facts/facts.ts';
import { holders } from '../../facts/role-holders.ts';
import type { Declarations } from '../shared/check.ts';
import { blocksElse, isMeantFor } from './aimed-blocks.ts';
import { type ExistingPolicies, isPilotOf } from './existing-policies.ts';
import { accountName, itemAffected, itemName } from './item-names.ts';
import { kindOf } from './items.ts';
import type { CaPolicy, Condition } from './policy.ts';
import { getsPast, type Judgment, type Requirement, type Target } from './requirement.ts';
import type { SignIn, SignInSpace } from './sign-in-space.ts';

type Question = {
  policies: readonly CaPolicy[];
  requirement: Requirement;
  space: SignInSpace;
  facts: Facts;
};

/** The conditions of a policy in their order (policy.ts); what comes after them is not known here. */
const parts = [
  'people',
  'resources',
  'clients',
  'risk',
  'risk',
  'risk',
  'flows',
  'platforms',
  'locations',
  'devices',
] as const satisfies readonly LetsPast['part'][];

/** More exclusions of one condition are not held against sign-ins one by one. */
const exclusionsTried = 100;

const actionNames: Readonly<Record<string, string>> = {
  'action:urn:user:registersecurityinfo': 'registration of security info',
  'action:urn:user:registerdevice': 'registration of devices',
};

const nameOf = (item: string, facts: Facts): string => actionNames[item] ?? itemName(item, facts);

/** A sign-in that gets past, and whether it is of a minor target. */
type Escaping = { signIn: SignIn; isMinor: boolean };

const isMain = ({ minor }: Target): boolean => minor !== true;

/** The sign-in of a gap: of the first target of which it gets past, since others may be covered. */
function ofGap(gap: readonly string[], { policies, requirement, space }: Question): Escaping[] {
  const found = requirement.targets.flatMap((target) => {
    const signIn = space.usual({ ...target, items: [...target.items, ...gap] });
    return signIn === null ? [] : [{ signIn, target }];
  });
  const first = found.find(({ signIn, target }) => getsPast(policies, requirement, target, space, signIn)) ?? found[0];
  return first === undefined ? [] : [{ signIn: first.signIn, isMinor: !isMain(first.target) }];
}

/** The sign-ins that get past: the usual one of what is open, and one for each way past the policies. */
function escaping({ open, gaps }: Judgment, question: Question): Escaping[] {
  const main = open.some(isMain) ? open.filter(isMain) : open;
  const usual = main.flatMap((target) => {
    const signIn = question.space.usual(target);
    return signIn === null ? [] : [{ signIn, isMinor: !isMain(target) }];
  });
  return [...usual, ...gaps.flatMap((gap) => ofGap(gap, question))];
}

/** By code points: the same on every machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byName = (a: { id: string; name: string }, b: { id: string; name: string }): number =>
  compare(a.name, b.name) || compare(a.id, b.id);

type Accounts = Pick<LetsPast, 'accounts' | 'accountCount'>;

/** The accounts that excluded people are, as far as they are known. */
function accountsOf(items: readonly string[], facts: Facts): Accounts {
  const found = new Map<string, string>();
  let isWhole = true;
  let unlisted = 0;
  for (const item of items) {
    const [kind, id] = [kindOf(item), item.slice(item.indexOf(':') + 1)];
    const group = kind === 'group' ? factOf(facts, 'excludedGroups')?.find((one) => one.id === id)?.members : undefined;
    const roles = factOf(facts, 'roles');
    const people =
      kind === 'role'
        ? roles &&
          holders(facts, roles, (role) => role === id).map((holder) => ({ ...holder, id: holder.id.toLowerCase() }))
        : itemAffected(item, facts).filter(({ type }) => type === 'user');
    for (const { id: account, name } of people ?? []) found.set(account, name);
    if (group != null) unlisted += group.count - group.listed.length;
    if (kind === 'guest' || (kind === 'group' && group == null) || people === undefined) isWhole = false;
  }
  const accounts = [...found].map(([id, name]) => ({ id, name })).sort(byName);
  return {
    accounts: accounts.slice(0, maxNotCoveredListed),
    accountCount: isWhole ? accounts.length + unlisted : null,
  };
}

const noAccounts: Accounts = { accounts: null, accountCount: null };

function reason(part: LetsPast['part'], how: LetsPast['how'], items: readonly string[], facts: Facts): LetsPast {
  const names = [...new Set(items.map((item) => nameOf(item, facts)))].sort();
  return {
    part,
    how,
    items: names.slice(0, maxNotCoveredListed),
    itemCount: names.length,
    ...(part === 'people' && how === 'excludes' ? accountsOf(items, facts) : noAccounts),
  };
}

type Found = { reasons: LetsPast[]; people: string[] };

/** What a policy's conditions do to sign-ins that get past. `people`: whom it leaves out, as items. */
function conditionReasons(
  policy: CaPolicy,
  signIns: readonly SignIn[],
  { space, facts }: Pick<Question, 'space' | 'facts'>,
): Found {
  const people: string[] = [];
  // The space resolves the items of a policy once for each object: one for each condition, not for each sign-in.
  const isMissedBy = (condition: Condition): ((signIn: SignIn) => boolean) => {
    const alone = { ...policy, conditions: [condition] };
    return (signIn) => !space.applies(alone, signIn);
  };
  const reasons = policy.conditions.flatMap((condition, index) => {
    const missed = signIns.filter(isMissedBy(condition));
    if (missed.length === 0) return [];
    const part = parts[index] ?? 'other';
    const excluded = condition.exclude
      .toSorted()
      .slice(0, exclusionsTried)
      .filter((item) => missed.some(isMissedBy({ all: true, include: [], exclude: [item] })));
    if (part === 'people') people.push(...excluded);
    const isNarrow = missed.some(isMissedBy({ ...condition, exclude: [] }));
    return [
      ...(excluded.length > 0 ? [reason(part, 'excludes', excluded, facts)] : []),
      ...(isNarrow ? [reason(part, 'only', condition.include, facts)] : []),
    ];
  });
  return { reasons, people };
}

function stateReasons({ state }: CaPolicy, facts: Facts): LetsPast[] {
  if (state === 'reportOnly') return [reason('state', 'report-only', [], facts)];
  return state === 'disabled' ? [reason('state', 'off', [], facts)] : [];
}

/** Devices on which the policy is content with another control. */
function grantReasons(policy: CaPolicy, { requirement, facts }: Question): LetsPast[] {
  if (requirement.targets.some((target) => requirement.satisfies(policy, target))) return [];
  const states = (requirement.exceptOn?.(policy) ?? []).flat().map((state) => `devicestate:${state}`);
  return states.length === 0 ? [] : [reason('grant', 'instead', states, facts)];
}

/** Policies that come near, and the sign-ins that get past them. */
type Nearness = Pick<Question, 'space' | 'facts'> & {
  near: readonly CaPolicy[];
  /** The sign-ins that get past and that the policy could reach as asked. */
  signInsOf: (policy: CaPolicy) => readonly SignIn[];
  /** What of a policy's grant lets sign-ins past. */
  ofGrant?: (policy: CaPolicy) => LetsPast[];
  declarations: Declarations;
};

/** Whether declaring an account, or everybody in a group, as a break-glass account is in question. */
function declarable(item: string, facts: Facts): string[] | null {
  if (kindOf(item) === 'user') return [item.slice('user:'.length)];
  if (kindOf(item) !== 'group') return null;
  const members = factOf(facts, 'excludedGroups')?.find(({ id }) => `group:${id}` === item)?.members;
  if (members == null || members.count === 0 || members.count > members.listed.length) return null;
  return members.listed.map(({ id }) => id.toLowerCase());
}

/** Declared accounts in groups that the policies leave out: a group is accepted where everybody in it is declared. */
function declaredWithOthers(people: readonly string[], { facts, declarations }: Nearness): string[] {
  const declared = new Set(declarations.users.map((id) => id.toLowerCase()));
  const members = people
    .filter((item) => kindOf(item) === 'group')
    .flatMap((item) => factOf(facts, 'excludedGroups')?.find(({ id }) => `group:${id}` === item)?.members?.listed ?? [])
    .map(({ id }) => id.toLowerCase());
  return [...new Set(members)]
    .filter((id) => declared.has(id))
    .map((id) => accountName(id, facts))
    .sort()
    .slice(0, maxNotCoveredListed);
}

const statuses = ['pass', 'warning', 'fail'] as const;

/** What the check would say if the accounts that the policies leave out were declared: then their exclusion no longer counts. */
function ifDeclared(people: readonly string[], { facts, declarations }: Nearness): NotCovered['ifDeclared'] {
  const known = [...new Set(people)].flatMap((item) => {
    const accounts = declarable(item, facts);
    return accounts === null ? [] : [{ item, accounts }];
  });
  const before = new Set(declarations.users.map((id) => id.toLowerCase()));
  const ids = [...new Set(known.flatMap(({ accounts }) => accounts))].filter((id) => !before.has(id));
  if (ids.length === 0 || before.size + ids.length > maxEmergencyAccounts) return null;
  const names = ids.map((id) => accountName(id, facts)).sort();
  const judged = declarations.statusIf(ids);
  const status = statuses.find((one) => one === judged);
  return status === undefined ? null : { accounts: names, status };
}

/**
 * Policies that take part, that could be turned on or widened, or that have the control and reach too few sign-ins for whatever reason. A
 * block of something else is none of them, nor is one where a block is not what is asked for.
 */
function policiesNear(judged: Judgment, existing: ExistingPolicies | null, question: Question): CaPolicy[] {
  const { policies, requirement } = question;
  // What only a legacy client meets is beside the point while every client is let in.
  const isSevere = judged.open.some(isMain);
  const taking = isSevere ? judged.mainPolicies : judged.policies;
  const open = isSevere ? judged.open.filter(isMain) : judged.open;
  const hasControl = (policy: CaPolicy): boolean =>
    policy.state !== 'unknown' &&
    open.some((target) => isMeantFor(policy, target, requirement) && isPilotOf(policy, target));
  const asked = taking.filter((policy) => !blocksElse(policy, requirement.targets));
  const found = [...asked, ...(existing?.ready ?? []), ...(existing?.narrow ?? [])];
  return [...new Set([...found, ...policies.filter(hasControl)])];
}

/**
 * Why the policies do not do what is asked for: for each that has the control and comes near, which of its conditions lets sign-ins
 * past that it should reach, found by holding each condition against them. Null where no policy comes near.
 * @param existing what could be turned on or widened; null where everything is covered but exceptions
 */
export function whyNotCovered(
  judged: Judgment,
  existing: ExistingPolicies | null,
  question: Question,
  declarations: Declarations,
): NotCovered | null {
  const { requirement, space, facts } = question;
  const escaped = escaping(judged, question);
  const ofLegacyClients = escaped.filter(({ isMinor }) => isMinor);
  // A block is the control for legacy clients alone where something else is asked for: widened to others, it locks everybody out.
  const reachable = (policy: CaPolicy): Escaping[] =>
    requirement.alternative?.(policy) === true ? ofLegacyClients : escaped;
  return whatLetsPast({
    space,
    facts,
    near: policiesNear(judged, existing, question),
    signInsOf: (policy) => reachable(policy).map(({ signIn }) => signIn),
    ofGrant: (policy) => grantReasons(policy, question),
    declarations,
  });
}

const states = ['enabled', 'reportOnly', 'disabled', 'unknown'] as const satisfies readonly CaPolicy['state'][];

/** Those that are on come first. Graph promises no order of policies, nor of what is in them: between scans nothing moves. */
const inOrder = (a: CaPolicy, b: CaPolicy): number =>
  states.indexOf(a.state) - states.indexOf(b.state) || byName(a, b) || compare(a.key, b.key);

/** The same for sign-ins and policies that are known otherwise than by a judgment. */
export function whatLetsPast(nearness: Nearness): NotCovered | null {
  const { near, signInsOf, facts, ofGrant } = nearness;
  const people: string[] = [];
  const policies = near.toSorted(inOrder).flatMap((policy): NearPolicy[] => {
    // Accounts that no policy tells apart share one sign-in.
    const found = conditionReasons(policy, [...new Set(signInsOf(policy))], nearness);
    const reasons = [...stateReasons(policy, facts), ...(ofGrant?.(policy) ?? []), ...found.reasons];
    if (reasons.length === 0) return [];
    if (policy.state === 'enabled') people.push(...found.people);
    return [{ id: policy.id, name: policy.name, reasons }];
  });
  if (policies.length === 0) return null;
  const namesOf = (kind: 'accepted' | 'expected'): string[] =>
    [...new Set(near.flatMap((policy) => policy[kind]).map((item) => nameOf(item, facts)))]
      .sort()
      .slice(0, maxNotCoveredListed);
  const besides = declaredWithOthers(people, nearness);
  return {
    policies: policies.slice(0, maxNotCoveredListed),
    policyCount: policies.length,
    accepted: namesOf('accepted'),
    expected: namesOf('expected'),
    ...(besides.length > 0 && { declaredWithOthers: besides }),
    ifDeclared: ifDeclared(people, nearness),
  };
}
