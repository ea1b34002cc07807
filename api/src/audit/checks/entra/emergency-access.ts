import { type Facts, factOf } from '../../facts/facts.ts';
import { holders, isGlobalAdministrator } from '../../facts/role-holders.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';
import { declaredAdministrators, declaredExclusions } from './declared-emergency-accounts.ts';
import { accountOf, canLockOut } from './emergency-state.ts';
import { lower, onPolicies } from './on-policies.ts';

/** Accounts by id; kinds of account, such as all guests, are nobody's emergency account. */
const excludedUsers = (policy: CaPolicy): string[] =>
  lower(policy, 'users', 'excludeUsers').filter((id) => !['all', 'none', 'guestsorexternalusers'].includes(id));

/** Policies that can lock people out, and whom (accounts and groups, by id) all of them exclude. */
function excludedByAll(policies: readonly CaPolicy[]): { enforcing: number; ids: string[] } {
  const enforcing = policies.filter(canLockOut);
  const excluded = enforcing.map((policy) => [...excludedUsers(policy), ...lower(policy, 'users', 'excludeGroups')]);
  const ids = excluded.length === 0 ? [] : excluded.reduce((left, right) => left.filter((id) => right.includes(id)));
  return { enforcing: enforcing.length, ids: [...new Set(ids)] };
}

const nobodyCanBeLockedOut = (): CheckVerdict =>
  verdict('pass', 'No enabled policy blocks access or requires MFA, so none can lock administrators out.');

const nobodyExcluded =
  'No account or group is excluded from all policies that block or require MFA: a faulty policy can lock everybody out.';

function exclusionEvidence({ enforcing, ids }: ReturnType<typeof excludedByAll>) {
  const policies = countOf(enforcing, 'enabled policy blocks or requires MFA', 'enabled policies block or require MFA');
  return [
    evidenceFrom(
      'conditionalAccessPolicies',
      `${policies}; excluded from all: ${ids.length === 0 ? 'nobody' : ids.join(', ')}`,
    ),
  ];
}

/** Whoever all policies exclude may be an emergency account: no account is declared as one. */
function emergencyAccess(policies: readonly CaPolicy[]): CheckVerdict {
  const found = excludedByAll(policies);
  if (found.enforcing === 0) return nobodyCanBeLockedOut();
  const { length } = found.ids;
  if (length === 0) return verdict('fail', nobodyExcluded, exclusionEvidence(found));
  const who = `${countOf(length, 'account or group', 'accounts or groups')} ${length === 1 ? 'is' : 'are'}`;
  return verdict('pass', `${who} excluded from every policy that blocks or requires MFA.`, exclusionEvidence(found));
}

/** One of those excluded has to be a Global Administrator that needs no on-premises directory (CIS 1.1.2). */
function emergencyAdministrators(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const found = excludedByAll(policies);
  if (found.enforcing === 0) return nobodyCanBeLockedOut();
  if (found.ids.length === 0) return verdict('fail', nobodyExcluded, exclusionEvidence(found));
  const roles = factOf(facts, 'roles');
  if (roles === undefined) return missingData(facts, ['roles']);
  // Who has to activate the role first may not get so far in an emergency.
  const permanent = { ...roles, holdings: roles.holdings.filter(({ eligible }) => !eligible) };
  const viaGroup = new Map(permanent.holdings.map((holding) => [holding.principalId, holding.viaGroupId ?? '']));
  const known = holders(facts, permanent, isGlobalAdministrator).filter(({ id }) =>
    [id, viaGroup.get(id) ?? ''].some((one) => found.ids.includes(one.toLowerCase())),
  );
  const groups = found.ids.filter((id) =>
    policies.some((policy) => lower(policy, 'users', 'excludeGroups').includes(id)),
  );
  const fit = known.filter(({ account }) => account?.enabled === true && account.synced === false);
  const open = known.filter(({ account }) => (account?.enabled ?? null) === null || (account?.synced ?? null) === null);
  const evidence = [
    ...exclusionEvidence(found),
    evidenceFrom(
      'roles',
      `${countOf(known.length, 'of them holds', 'of them hold')} Global Administrator, ${fit.length} enabled and cloud-only`,
    ),
  ];
  if (fit.length > 0) return verdict('pass', `Kept for emergencies: ${named(fit.map(({ name }) => name))}.`, evidence);
  if (open.length > 0)
    return verdict(
      'couldNotCheck',
      'The details of the accounts that are excluded from all policies are not known.',
      evidence,
    );
  if (groups.length > 0)
    return verdict(
      'couldNotCheck',
      `The members of ${countOf(groups.length, 'group')} excluded from all policies are not known.`,
      evidence,
    );
  const message = 'No account excluded from all policies is known to be an enabled, cloud-only Global Administrator.';
  return verdict('warning', message, evidence);
}

/** People, by id, whom every policy excludes that could lock administrators out. */
function emergencyUsers(policies: readonly CaPolicy[]): string[] {
  const excluded = policies.filter(canLockOut).map(excludedUsers);
  return excluded.length === 0 ? [] : excluded.reduce((left, right) => left.filter((id) => right.includes(id)));
}

function keysOf(ids: readonly string[], facts: Facts): CheckVerdict {
  const registration = factOf(facts, 'registration');
  if (registration === undefined) return missingData(facts, ['registration']);
  const state = ids.map((id) => ({ id, name: accountOf(facts, id)?.upn ?? id, key: registration.securityKeyById[id] }));
  const evidence = state.map(({ id, name, key }) =>
    evidenceFrom(
      'registration',
      `${name}: security key ${key === undefined ? 'not reported' : key ? 'registered' : 'not registered'}`,
      id,
    ),
  );
  const without = state.filter(({ key }) => key === false);
  const affected = without.map(({ id, name }) => ({ type: 'user' as const, id, name }));
  if (without.length > 0)
    return verdict(
      'fail',
      `Emergency accounts without a security key: ${named(without.map(({ name }) => name))}.`,
      evidence,
      affected,
    );
  if (state.some(({ key }) => key === undefined))
    return verdict(
      'couldNotCheck',
      'The registration report does not say whether every emergency account has a security key.',
      evidence,
    );
  return verdict('pass', 'Every emergency account has a security key.', evidence);
}

function emergencyKeys(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const ids = emergencyUsers(policies);
  return ids.length > 0
    ? keysOf(ids, facts)
    : verdict(
        'couldNotCheck',
        'No account is declared as an emergency account, and none is excluded from every policy that blocks or requires MFA.',
      );
}

type Judge = (policies: readonly CaPolicy[], facts: Facts) => CheckVerdict;

/** Where accounts are declared for emergencies, these are judged; else whoever all policies exclude. */
const onDeclared = (declared: (ids: readonly string[], facts: Facts) => CheckVerdict, guessed: Judge) =>
  onPolicies((policies, facts, { exemption: { users } }) => {
    const ids = [...new Set(users.map((id) => id.toLowerCase()))];
    return ids.length === 0 ? guessed(policies, facts) : declared(ids, facts);
  });

const base = { category: 'conditional-access', severity: 'low', datasets: ['conditionalAccessPolicies'] } as const;

export const emergencyAccessChecks: readonly Check[] = [
  {
    ...base,
    id: 'ca.breakglass',
    title: 'Emergency accounts are excluded from policies',
    findingTitle: 'Emergency accounts are not excluded from all blocking and MFA policies',
    severity: 'high',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_emergency_access_exclusion'], nist: ['PR.IR-03'], iso: ['A.5.29'] },
    recommendation:
      'Keep two cloud-only emergency accounts with permanent Global Administrator and security keys, declare them under Break-glass accounts, exclude them from every policy that blocks or requires MFA, and alert on each of their sign-ins.',
    impact:
      'A mistake in a policy or an MFA outage locks every administrator out until Microsoft Support restores access.',
    helpful: ['users', 'roles', 'excludedGroups'],
    evaluate: onDeclared(declaredExclusions, emergencyAccess),
  },
  {
    ...base,
    id: 'ca.breakglass.admin',
    title: 'Emergency accounts are Global Administrators',
    findingTitle: 'Emergency accounts are not suitable Global Administrators',
    severity: 'medium',
    endangers: 'tenant',
    datasets: ['conditionalAccessPolicies', 'roles'],
    helpful: ['users'],
    frameworks: { cis: ['1.1.2'], nist: ['PR.IR-03'], iso: ['A.5.29'] },
    recommendation:
      'Microsoft Entra admin center > Entra ID > Roles & admins > Global Administrator: assign it permanently to two cloud-only emergency accounts and exclude these by name from the policies.',
    impact: 'When nobody else can sign in, the emergency account cannot either, or lacks the rights to fix anything.',
    evaluate: onDeclared(declaredAdministrators, emergencyAdministrators),
  },
  {
    ...base,
    id: 'ca.breakglass.key',
    title: 'Emergency accounts have security keys',
    findingTitle: 'Emergency accounts without a security key',
    severity: 'medium',
    endangers: 'tenant',
    datasets: ['conditionalAccessPolicies', 'registration'],
    helpful: ['users'],
    frameworks: { prowler: ['entra_break_glass_account_fido2_security_key_registered'] },
    recommendation:
      'Register a FIDO2 security key for each emergency account at https://aka.ms/mysecurityinfo and keep the keys in two safe places.',
    impact: 'No policy protects this account: anyone who finds or guesses its password controls the tenant.',
    evaluate: onDeclared(keysOf, emergencyKeys),
  },
];
