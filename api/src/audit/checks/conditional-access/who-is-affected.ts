import type { Affected, Evidence, Population } from '@tenantry/contract/verdicts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { holders, mayHaveMore } from '../../facts/role-holders.ts';
import { named } from '../../facts/sentence-parts.ts';
import { roleName } from '../../microsoft/privileged-roles.ts';
import { evidenceFrom } from '../shared/check.ts';
import { heldRoles } from '../shared/directory-roles.ts';
import { widened } from './existing-policies.ts';
import { itemAffected, membersOfGroup } from './item-names.ts';
import { kindOf } from './items.ts';
import type { CaPolicy } from './policy.ts';
import { judgeStatus, type Requirement, type Target } from './requirement.ts';
import type { SignInSpace } from './sign-in-space.ts';
import { signInSpace } from './sign-in-spaces.ts';

export type AffectedPeople = {
  affected: Affected[];
  /** Only where it is another number than that of the list. */
  affectedCount?: number;
  /** Where all administrators are known: the others are covered. */
  population?: Population;
  evidence: Evidence[];
  /** Named people with their roles, for a sentence. */
  administrators: string[];
};

type Question = {
  policies: readonly CaPolicy[];
  requirement: Requirement;
  open: readonly Target[];
  gaps: readonly (readonly string[])[];
  space: SignInSpace;
  facts: Facts;
};

const roleOf = ({ items }: Target): string | undefined =>
  items.find((item) => kindOf(item) === 'role')?.slice('role:'.length);

/**
 * Who is not protected: everybody, where no policy in force reaches the sign-ins of users, whatever a policy in report-only
 * excludes; every administrator whom none reaches, by name; else whom and what the policies exclude.
 */
export function whoIsAffected(question: Question): AffectedPeople {
  const { open, gaps, facts } = question;
  const main = open.some(({ minor }) => minor !== true) ? open.filter(({ minor }) => minor !== true) : open;
  const ofEverybody = main.find((target) => roleOf(target) === undefined);
  if (ofEverybody !== undefined) return population(question, ofEverybody);
  const people = uncoveredAdministrators(question, main);
  const excluded = gaps.flatMap((gap) => gap.flatMap((item) => itemAffected(item, facts)));
  // Who is open to lesser targets alone is not looked for: then nobody can say that the others are covered.
  const isWhole = main.length === open.length && gaps.length === 0;
  const others = isWhole ? administratorsOf(question) : open.length === 0 ? everybodyBut(question) : undefined;
  return {
    ...people,
    affected: distinct([...people.affected, ...excluded]),
    ...(others !== undefined && { population: others }),
  };
}

/** Kinds of conditions that are no object: who is let out under them is named by the other items of the gap. */
const unnamedKinds = new Set(['location', 'platform', 'device', 'otherdevice', 'devicestate', 'client']);

/**
 * How many there are whom the requirement is about, where it is known of each whether policies let them out: by gaps of accounts, and of
 * groups whose accounts are all known.
 */
function everybodyBut({ requirement, gaps, facts }: Question): Population | undefined {
  const users = factOf(facts, 'users');
  const isOfRoles = requirement.targets.some((target) => roleOf(target) !== undefined);
  if (users === undefined || isOfRoles || gaps.length === 0) return undefined;
  const isNamed = (item: string): boolean => {
    if (kindOf(item) === 'user') return true;
    const members = kindOf(item) === 'group' ? membersOfGroup(item.slice('group:'.length), facts) : null;
    return members !== null && members.count > 0 && members.listed.length === members.count;
  };
  const isTold = (gap: readonly string[]): boolean => {
    const objects = gap.filter((item) => !unnamedKinds.has(kindOf(item)));
    return objects.length > 0 && objects.every(isNamed);
  };
  if (!gaps.every(isTold)) return undefined;
  const isOfGuests = requirement.targets.every(({ items }) => items.some((item) => kindOf(item) === 'guest'));
  return { of: users.enabledGuests + (isOfGuests ? 0 : users.enabledMembers), untold: 0 };
}

/** How many enabled accounts hold a role that the requirement is about; undefined where others may hold one too. */
function administratorsOf({ requirement, facts }: Question): Population | undefined {
  const asked = new Set(requirement.targets.flatMap((target) => roleOf(target) ?? []));
  const roles = factOf(facts, 'roles');
  if (roles === undefined || mayHaveMore(roles, (role) => asked.has(role)) !== null) return undefined;
  const all = holders(facts, roles, (role) => asked.has(role)).filter(({ account }) => account?.enabled !== false);
  return { of: all.length, untold: 0 };
}

function population({ policies, requirement, space, facts }: Question, target: Target): AffectedPeople {
  const isOfGuests = target.items.some((item) => kindOf(item) === 'guest');
  const users = factOf(facts, 'users');
  const total = users && users.enabledGuests + (isOfGuests ? 0 : users.enabledMembers);
  const whole = isOfGuests ? 'All guests and external users' : 'All users';
  const nobody = { affected: [], evidence: [], administrators: [] };
  if (total === 0) return nobody;
  // Policies that do for some people all that is asked for.
  const some = policies.filter((policy) => {
    const [people] = policy.conditions;
    const isReached = policy.state === 'enabled' && requirement.satisfies(policy, target);
    return isReached && people?.all === false && space.alwaysApplies(widened(policy, target, false), target);
  });
  const id = isOfGuests ? 'guests' : 'users';
  const entry = (name: string, count: number | undefined): AffectedPeople => ({
    ...nobody,
    affected: [{ type: 'people', id, name }],
    ...(count !== undefined && { affectedCount: count }),
  });
  if (some.length === 0) return entry(whole, total);
  const by = named(
    some.map(({ name }) => `"${name}"`),
    3,
  );
  const covered = peopleOf(some, facts, isOfGuests);
  if (covered === null || total === undefined) return entry(`${whole} not covered by ${by}`, undefined);
  if (covered.size >= total) return nobody;
  if (covered.size === 0) return entry(whole, total);
  return entry(`${whole} except the ${covered.size} covered by ${by}`, total - covered.size);
}

/** The enabled accounts that the policies include, where that can be told: groups of which nobody is excluded cannot. */
function peopleOf(policies: readonly CaPolicy[], facts: Facts, onlyGuests: boolean): Set<string> | null {
  const roles = factOf(facts, 'roles');
  const held = heldRoles(facts);
  const accounts = new Map(
    (factOf(facts, 'users')?.accounts ?? []).map((account) => [account.id.toLowerCase(), account]),
  );
  const ids = new Set<string>();
  for (const { conditions } of policies) {
    const [people] = conditions;
    if (people === undefined || people.exclude.length > 0) return null;
    for (const item of people.include) {
      const id = item.slice(item.indexOf(':') + 1);
      if (kindOf(item) === 'user') ids.add(id);
      else if (kindOf(item) !== 'role' || roles === undefined || held.mayHoldMore(id)) return null;
      else for (const holder of holders(facts, roles, (role) => role === id)) ids.add(holder.id.toLowerCase());
    }
  }
  const own = [...ids].map((id) => accounts.get(id));
  if (own.some((account) => account?.enabled == null || account.guest === null)) return null;
  const enabled = own.filter((account) => account?.enabled === true && (!onlyGuests || account.guest === true));
  return new Set(enabled.map((account) => account?.id ?? ''));
}

/** The holders of roles that are open, but those whom another policy reaches: by name, or by another role of theirs. */
function uncoveredAdministrators({ policies, requirement, facts }: Question, open: readonly Target[]): AffectedPeople {
  const roleIds = [...new Set(open.flatMap((target) => roleOf(target) ?? []))];
  const roles = factOf(facts, 'roles');
  const found = (roles === undefined ? [] : holders(facts, roles, (role) => roleIds.includes(role))).filter(
    ({ account }) => account?.enabled !== false,
  );
  const held = heldRoles(facts);
  // Who the account is, is told by the account itself.
  const space = signInSpace(policies, { ...facts, users: undefined, roles: undefined });
  const isOpen = (id: string): boolean => {
    const { active, eligible } = held.of(id);
    const person = (item: string): boolean | null => {
      if (kindOf(item) === 'user') return item === `user:${id}`;
      if (kindOf(item) !== 'role') return null;
      const role = item.slice('role:'.length);
      return active.includes(role) ? true : eligible.includes(role) ? null : false;
    };
    const own = open.filter((target) => [...active, ...eligible].includes(roleOf(target) ?? ''));
    const targets = (own.length === 0 ? open : own).map((target) => ({ ...target, person }));
    return judgeStatus(policies, { ...requirement, targets }, space).status !== 'pass';
  };
  // Who is left out on purpose is declared so (emergency access accounts).
  const declared = new Set(policies.flatMap(({ accepted }) => accepted));
  const uncovered = found.filter(({ id }) => !declared.has(`user:${id.toLowerCase()}`) && isOpen(id.toLowerCase()));
  // Where nobody is known to hold an open role, the role stands for its holders.
  const unnamed = uncovered.length === 0 ? roleIds : [];
  return {
    affected: [
      ...uncovered.map(({ id, name }): Affected => ({ type: 'user', id: id.toLowerCase(), name })),
      ...unnamed.map((id): Affected => ({ type: 'role', id, name: roleName(id) })),
    ],
    evidence: uncovered
      .slice(0, 20)
      .map(({ id, name, roles: names }) => evidenceFrom('roles', `${name}: ${named(names)}, not covered`, id)),
    administrators: uncovered.map(({ name, roles: names }) => `${name} (${named(names, 2)})`),
  };
}

function distinct(affected: readonly Affected[]): Affected[] {
  const found = new Map<string, Affected>();
  for (const item of affected) {
    const key = `${item.type} ${item.id}`;
    const through = [...new Set([...(found.get(key)?.through ?? []), ...(item.through ?? [])])];
    found.set(key, { ...item, ...(through.length > 0 && { through }) });
  }
  return [...found.values()];
}
