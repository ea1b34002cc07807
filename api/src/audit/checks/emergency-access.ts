import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { blocks, needsMfa } from '../conditional-access/grant.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
import { type Facts, factOf } from '../facts.ts';
import { missingData } from '../missing-data.ts';
import { countOf, named } from '../sentence-parts.ts';
import { lower, onPolicies } from './on-policies.ts';
import { holders, isGlobalAdministrator } from './role-holders.ts';

/** Accounts by id; kinds of account, such as all guests, are nobody's emergency account. */
const excludedUsers = (policy: CaPolicy): string[] =>
  lower(policy, 'users', 'excludeUsers').filter((id) => !['all', 'none', 'guestsorexternalusers'].includes(id));

/** Policies that can lock people out, and whom (accounts and groups, by id) all of them leave out. */
function leftOut(policies: readonly CaPolicy[]): { enforcing: number; ids: string[] } {
  const enforcing = policies.filter(
    (policy) => policy.state === 'enabled' && (blocks(policy.grant) || needsMfa(policy.grant)),
  );
  const excluded = enforcing.map((policy) => [...excludedUsers(policy), ...lower(policy, 'users', 'excludeGroups')]);
  const ids = excluded.length === 0 ? [] : excluded.reduce((left, right) => left.filter((id) => right.includes(id)));
  return { enforcing: enforcing.length, ids: [...new Set(ids)] };
}

const nobodyCanBeLockedOut = (): CheckVerdict =>
  verdict('pass', 'No enabled policy blocks access or asks for MFA, so none can lock the administrators out.');

const nobodyLeftOut =
  'No account or group is left out of all policies that block or ask for MFA: a faulty policy can lock everybody out.';

function leftOutEvidence({ enforcing, ids }: ReturnType<typeof leftOut>) {
  const whom = ids.length === 0 ? 'nobody' : ids.join(', ');
  return [
    evidenceFrom(
      'conditionalAccessPolicies',
      `${enforcing} enabled policies block or ask for MFA; left out of all: ${whom}`,
    ),
  ];
}

function emergencyAccess(policies: readonly CaPolicy[]): CheckVerdict {
  const found = leftOut(policies);
  if (found.enforcing === 0) return nobodyCanBeLockedOut();
  const { length } = found.ids;
  if (length === 0) return verdict('fail', nobodyLeftOut, leftOutEvidence(found));
  const who = `${countOf(length, 'account or group', 'accounts or groups')} ${length === 1 ? 'is' : 'are'}`;
  return verdict('pass', `${who} left out of every policy that blocks or asks for MFA.`, leftOutEvidence(found));
}

/** One of those left out has to be a Global Administrator that needs no on-premises directory (CIS 1.1.2). */
function emergencyAdministrators(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const found = leftOut(policies);
  if (found.enforcing === 0) return nobodyCanBeLockedOut();
  if (found.ids.length === 0) return verdict('fail', nobodyLeftOut, leftOutEvidence(found));
  const roles = factOf(facts, 'roles');
  if (roles === undefined) return missingData(facts, ['roles']);
  // Who has to activate the role first may not get so far in an emergency.
  const permanent = { ...roles, holdings: roles.holdings.filter(({ eligible }) => !eligible) };
  const viaGroup = new Map(permanent.holdings.map((holding) => [holding.principalId, holding.viaGroupId ?? '']));
  const known = holders(facts, permanent, isGlobalAdministrator).filter(({ id }) =>
    [id, viaGroup.get(id) ?? ''].some((left) => found.ids.includes(left.toLowerCase())),
  );
  const groups = found.ids.filter((id) =>
    policies.some((policy) => lower(policy, 'users', 'excludeGroups').includes(id)),
  );
  const fit = known.filter(({ account }) => account?.enabled === true && account.synced === false);
  const open = known.filter(({ account }) => (account?.enabled ?? null) === null || (account?.synced ?? null) === null);
  const evidence = [
    ...leftOutEvidence(found),
    evidenceFrom(
      'roles',
      `${known.length} of them hold Global Administrator, ${fit.length} of these are enabled and cloud-only`,
    ),
  ];
  if (fit.length > 0) return verdict('pass', `Kept for emergencies: ${named(fit.map(({ name }) => name))}.`, evidence);
  if (open.length > 0)
    return verdict(
      'couldNotCheck',
      'The details of the accounts that are left out of all policies are not known.',
      evidence,
    );
  if (groups.length > 0)
    return verdict(
      'couldNotCheck',
      `Who belongs to ${countOf(groups.length, 'group')} that all policies leave out is not known.`,
      evidence,
    );
  const message = 'Nobody who is left out of all policies is known to be an enabled, cloud-only Global Administrator.';
  return verdict('warning', message, evidence);
}

/** People, by id, whom every policy leaves out that could lock administrators out. */
function emergencyUsers(policies: readonly CaPolicy[]): string[] {
  const enforcing = policies.filter(
    (policy) => policy.state === 'enabled' && (blocks(policy.grant) || needsMfa(policy.grant)),
  );
  const excluded = enforcing.map(excludedUsers);
  return excluded.length === 0 ? [] : excluded.reduce((left, right) => left.filter((id) => right.includes(id)));
}

function emergencyKeys(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const ids = emergencyUsers(policies);
  if (ids.length === 0)
    return verdict(
      'couldNotCheck',
      'No account is left out of every policy, so it is not known which accounts are for emergencies.',
    );
  const registration = factOf(facts, 'registration');
  if (registration === undefined) return missingData(facts, ['registration']);
  const nameOf = (id: string): string =>
    factOf(facts, 'users')?.accounts.find((account) => account.id.toLowerCase() === id)?.upn ?? id;
  const state = ids.map((id) => ({ id, key: registration.securityKeyById[id] }));
  const evidence = state.map(({ id, key }) =>
    evidenceFrom(
      'registration',
      `${nameOf(id)}: security key ${key === undefined ? 'not told by the report' : key ? 'registered' : 'not registered'}`,
      id,
    ),
  );
  const without = state.filter(({ key }) => key === false);
  const affected = without.map(({ id }) => ({ type: 'user' as const, id, name: nameOf(id) }));
  if (without.length > 0)
    return verdict(
      'fail',
      `Accounts for emergencies without a security key: ${named(without.map(({ id }) => nameOf(id)))}.`,
      evidence,
      affected,
    );
  if (state.some(({ key }) => key === undefined))
    return verdict(
      'couldNotCheck',
      'The registration report does not say of every account for emergencies whether it has a security key.',
      evidence,
    );
  return verdict('pass', 'Every account for emergencies has a security key.', evidence);
}

const base = { category: 'conditional-access', severity: 'low', datasets: ['conditionalAccessPolicies'] } as const;

export const emergencyAccessChecks: readonly Check[] = [
  {
    ...base,
    id: 'ca.breakglass',
    title: 'Emergency accounts are left out of policies',
    findingTitle: 'No emergency account is left out of all blocking and MFA policies',
    severity: 'high',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_emergency_access_exclusion'], nist: ['PR.IR-03'], iso: ['A.5.29'] },
    recommendation:
      'Keep two cloud-only emergency accounts with permanent Global Administrator and security keys, exclude them from every blocking policy and have an alert for each sign-in of theirs.',
    evaluate: onPolicies(emergencyAccess),
  },
  {
    ...base,
    id: 'ca.breakglass.admin',
    title: 'Emergency accounts are Global Administrators',
    findingTitle: 'No emergency account is known to be a suitable Global Administrator',
    severity: 'medium',
    endangers: 'tenant',
    datasets: ['conditionalAccessPolicies', 'roles'],
    helpful: ['users'],
    frameworks: { cis: ['1.1.2'], nist: ['PR.IR-03'], iso: ['A.5.29'] },
    recommendation:
      'Entra admin center > Identity > Roles & admins > Global Administrator: assign it permanently to two cloud-only emergency accounts and exclude these by name from the policies.',
    evaluate: onPolicies(emergencyAdministrators),
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
    evaluate: onPolicies(emergencyKeys),
  },
];
