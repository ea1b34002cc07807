import type { EmergencyState } from '@tenantry/contract/emergency-accounts';
import { maxPoliciesNamed } from '@tenantry/contract/emergency-accounts';
import type { AccountFact } from '../../facts/account-facts.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { blocks, needsMfa } from '../conditional-access/grant.ts';
import { kindOf } from '../conditional-access/items.ts';
import { type CaPolicy, type Condition, readPolicy } from '../conditional-access/policy.ts';
import { accountDetailsOf } from '../shared/account-details.ts';
import { noExemption } from '../shared/check.ts';
import { heldRoles } from '../shared/directory-roles.ts';

/**
 * Policies that can lock everybody out: enabled ones that block, or that require multifactor authentication, of people. One for
 * workload identities or agents takes no users (Microsoft Learn, "Conditional Access: Users, groups, agents, and workload
 * identities"), one for guests or for named accounts leaves all others in.
 */
export const canLockOut = (policy: CaPolicy): boolean =>
  policy.state === 'enabled' && (blocks(policy.grant) || needsMfa(policy.grant)) && isOfManyPeople(policy);

/** What cannot be read may be about anybody. */
function isOfManyPeople({ conditions: [people], unreadable }: CaPolicy): boolean {
  if (unreadable !== null || people === undefined) return true;
  return people.all || people.include.some((item) => kindOf(item) === 'group' || kindOf(item) === 'role');
}

/** What the directory or the holders of roles tell of an account; undefined where neither names it. */
export function accountOf(facts: Facts, id: string): AccountFact | undefined {
  const is = (account: AccountFact): boolean => account.id.toLowerCase() === id;
  const first = factOf(facts, 'users')?.accounts.find(is);
  const second = factOf(facts, 'roles')?.accounts.find(is);
  if (!first || !second) return first ?? second;
  return { ...second, ...first, enabled: first.enabled ?? second.enabled, synced: first.synced ?? second.synced };
}

/** Whether the directory, read whole, does not have the account, and no role names it either. */
const isGone = (facts: Facts, id: string): boolean =>
  accountOf(facts, id) === undefined && (factOf(facts, 'users')?.missing ?? []).includes(id);

/** Whether an item of a policy's condition on people is true of the account; null where that is not known. */
type Has = (item: string) => boolean | null;

function itemsOf(facts: Facts, id: string): Has {
  const roles = heldRoles(facts);
  const held = roles.of(id);
  const groups = new Map((factOf(facts, 'excludedGroups') ?? []).map((group) => [group.id, group.members]));
  const isGuest = accountOf(facts, id)?.guest ?? null;
  const inGroup = (group: string): boolean | null => {
    const members = groups.get(group);
    if (!members) return null;
    if (members.listed.some((member) => member.id.toLowerCase() === id)) return true;
    return members.count === members.listed.length ? false : null;
  };
  const hasRole = (role: string): boolean | null =>
    held.active.includes(role) ? true : roles.mayHoldMore(role) ? null : false;
  return (item) => {
    const kind = kindOf(item);
    const name = item.slice(kind.length + 1);
    if (kind === 'user') return name === id;
    if (kind === 'group') return inGroup(name);
    if (kind === 'role') return hasRole(name);
    return isGuest === false ? false : null;
  };
}

function anyOf(items: readonly string[], has: Has): boolean | null {
  const answers = items.map(has);
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}

/** Of one account also a policy that names it. */
const canLockOutAccount =
  (id: string) =>
  (policy: CaPolicy): boolean =>
    canLockOut(policy) ||
    (policy.state === 'enabled' &&
      (blocks(policy.grant) || needsMfa(policy.grant)) &&
      policy.conditions[0]?.include.includes(`user:${id}`) === true);

/** Whether a policy leaves the account alone: it excludes it, or is not about it. Null: not known. */
function sparesBy(has: Has) {
  return ({ conditions: [people], unreadable }: CaPolicy): 'excluded' | 'notAbout' | 'reached' | null => {
    if (unreadable !== null || !people) return null;
    const { all, include, exclude }: Condition = people;
    const isAbout = all ? true : anyOf(include, has);
    const isExcluded = anyOf(exclude, has);
    if (isAbout === false) return 'notAbout';
    if (isExcluded === true) return 'excluded';
    return isAbout === null || isExcluded === null ? null : 'reached';
  };
}

function policiesFor(facts: Facts, id: string): EmergencyState['policies'] {
  const raw = factOf(facts, 'conditionalAccessPolicies');
  if (raw === undefined) return null;
  const spares = sparesBy(itemsOf(facts, id));
  const read = raw.map((policy) => readPolicy(policy, noExemption));
  const judged = read.filter(canLockOutAccount(id)).map((policy) => ({ name: policy.name, spared: spares(policy) }));
  const namesOf = (wanted: ReturnType<typeof spares>) =>
    judged.filter(({ spared }) => spared === wanted).map(({ name }) => name);
  const [notExcluded, unknown] = [namesOf('reached'), namesOf(null)];
  return {
    count: judged.filter(({ spared }) => spared !== 'notAbout').length,
    notExcluded: notExcluded.slice(0, maxPoliciesNamed),
    notExcludedCount: notExcluded.length,
    unknown: unknown.slice(0, maxPoliciesNamed),
    unknownCount: unknown.length,
  };
}

/** Over the whole directory and without an activation, which may not be possible in an emergency. */
function isGlobalAdministrator(facts: Facts, id: string): boolean | null {
  const roles = heldRoles(facts);
  if (roles.of(id).active.includes(globalAdministratorId)) return true;
  return roles.mayHoldMore(globalAdministratorId) ? null : false;
}

/**
 * How ready an emergency account is for the day it is needed (Microsoft Entra, "Manage emergency access accounts"; CIS
 * 1.1.2): excluded from every policy that can lock it out, cloud-only, with a security key. Null: not known.
 * @param userId in any case
 */
export function emergencyStateOf(facts: Facts, userId: string): EmergencyState {
  const id = userId.toLowerCase();
  const account = accountOf(facts, id);
  const keys = factOf(facts, 'registration')?.securityKeyById ?? {};
  const synced = account?.synced ?? null;
  return {
    isGone: isGone(facts, id),
    policies: policiesFor(facts, id),
    enabled: account?.enabled ?? null,
    cloudOnly: synced === null ? null : !synced,
    securityKey: Object.hasOwn(keys, id) ? (keys[id] ?? null) : null,
    globalAdministrator: isGlobalAdministrator(facts, id),
    lastSignIn: accountDetailsOf(facts)(id).lastSignIn,
  };
}
