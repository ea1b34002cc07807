import { type Check, core, countOf, factOf, named, seen, unknown, type VerdictCore } from '../check.ts';
import { blocks, needsMfa, restrictsAccess } from '../conditional-access/grant.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
import type { Facts } from '../facts.ts';
import { timeAt } from '../json-reader.ts';
import { isSynchronised } from './hybrid-sync.ts';
import { affectedOf, evidenceOf, lower, onPolicies } from './on-policies.ts';
import { holders, isGlobalAdministrator } from './role-holders.ts';

const policiesPage = 'Entra admin centre > Protection > Conditional Access > Policies';
const directorySyncRole = 'd29b2b05-8046-44ba-8758-1e26182fcf32';

const dateOf = (time: number | null): string =>
  time === null ? 'at an unknown date' : new Date(time).toISOString().slice(0, 10);

function reportOnly(policies: readonly CaPolicy[], now: Date): VerdictCore {
  const monthAgo = now.getTime() - 30 * 86_400_000;
  const changedAt = ({ raw }: CaPolicy): number | null =>
    timeAt(raw, 'modifiedDateTime') ?? timeAt(raw, 'createdDateTime');
  const tried = policies.filter(({ state }) => state === 'reportOnly');
  const old = tried.filter((policy) => (changedAt(policy) ?? Number.POSITIVE_INFINITY) < monthAgo);
  const undated = tried.filter((policy) => changedAt(policy) === null);
  const evidence = [...old, ...undated].map((policy) =>
    seen(
      'conditionalAccessPolicies',
      `"${policy.name}" is report-only, last changed ${dateOf(changedAt(policy))}`,
      policy.id,
    ),
  );
  if (old.length === 0 && undated.length > 0)
    return core(
      'couldNotCheck',
      `It is not known since when ${countOf(undated.length, 'policy', 'policies')} ${undated.length === 1 ? 'has' : 'have'} been in report-only mode: ${named(undated.map(({ name }) => `"${name}"`))}.`,
      evidence,
    );
  if (old.length === 0)
    return core('pass', 'No policy has been left in report-only mode for more than 30 days.', evidence);
  const affected = old.map((policy) => ({ type: 'policy' as const, id: policy.id, name: policy.name }));
  return core(
    'warning',
    `${countOf(old.length, 'policy', 'policies')} ${old.length === 1 ? 'has' : 'have'} been in report-only mode for long: ${named(old.map(({ name }) => `"${name}"`))}.`,
    evidence,
    affected,
  );
}

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

const nobodyCanBeLockedOut = (): VerdictCore =>
  core('pass', 'No enabled policy blocks access or asks for MFA, so none can lock the administrators out.');

const nobodyLeftOut =
  'No account or group is left out of all policies that block or ask for MFA: a faulty policy can lock everybody out.';

function leftOutEvidence({ enforcing, ids }: ReturnType<typeof leftOut>) {
  const whom = ids.length === 0 ? 'nobody' : ids.join(', ');
  return [
    seen('conditionalAccessPolicies', `${enforcing} enabled policies block or ask for MFA; left out of all: ${whom}`),
  ];
}

function emergencyAccess(policies: readonly CaPolicy[]): VerdictCore {
  const found = leftOut(policies);
  if (found.enforcing === 0) return nobodyCanBeLockedOut();
  const { length } = found.ids;
  if (length === 0) return core('fail', nobodyLeftOut, leftOutEvidence(found));
  const who = `${countOf(length, 'account or group', 'accounts or groups')} ${length === 1 ? 'is' : 'are'}`;
  return core('pass', `${who} left out of every policy that blocks or asks for MFA.`, leftOutEvidence(found));
}

/** One of those left out has to be a Global Administrator that needs no on-premises directory (CIS 1.1.2). */
function emergencyAdministrators(policies: readonly CaPolicy[], facts: Facts): VerdictCore {
  const found = leftOut(policies);
  if (found.enforcing === 0) return nobodyCanBeLockedOut();
  if (found.ids.length === 0) return core('fail', nobodyLeftOut, leftOutEvidence(found));
  const roles = factOf(facts, 'roles');
  if (roles === undefined) return unknown(facts, ['roles']);
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
    seen(
      'roles',
      `${known.length} of them hold Global Administrator, ${fit.length} of these are enabled and cloud-only`,
    ),
  ];
  if (fit.length > 0) return core('pass', `Kept for emergencies: ${named(fit.map(({ name }) => name))}.`, evidence);
  if (open.length > 0)
    return core(
      'couldNotCheck',
      'The details of the accounts that are left out of all policies are not known.',
      evidence,
    );
  if (groups.length > 0)
    return core(
      'couldNotCheck',
      `Who belongs to ${countOf(groups.length, 'group')} that all policies leave out is not known.`,
      evidence,
    );
  const message = 'Nobody who is left out of all policies is known to be an enabled, cloud-only Global Administrator.';
  return core('warning', message, evidence);
}

function syncAccountExcluded(policies: readonly CaPolicy[], facts: Facts): VerdictCore {
  const broad = policies.filter(
    (policy) =>
      policy.state !== 'disabled' &&
      restrictsAccess(policy.grant) &&
      lower(policy, 'users', 'includeUsers').includes('all') &&
      lower(policy, 'applications', 'includeApplications').includes('all'),
  );
  const missing = broad.filter((policy) => !lower(policy, 'users', 'excludeRoles').includes(directorySyncRole));
  if (missing.length === 0) {
    return core(
      'pass',
      'No policy on all users and applications can stop directory synchronisation.',
      evidenceOf(broad, 'leaves out the role'),
    );
  }
  const connected = isSynchronised(facts);
  if (connected === null) return unknown(facts, ['organization']);
  if (!connected)
    return core('notApplicable', 'No on-premises directory is connected that a policy could stop.', [
      seen('organization', 'onPremisesSyncEnabled is not true'),
    ]);
  const message = `${countOf(missing.length, 'policy', 'policies')} on all users can stop directory synchronisation: ${named(missing.map(({ name }) => `"${name}"`))}.`;
  return core(
    'warning',
    message,
    evidenceOf(missing, 'does not leave out the role Directory Synchronization Accounts'),
    affectedOf(missing),
  );
}

function protectedGroups(policies: readonly CaPolicy[], facts: Facts): VerdictCore {
  const live = policies.filter((policy) => policy.state !== 'disabled');
  const ids = new Set(
    live.flatMap((policy) => [...lower(policy, 'users', 'includeGroups'), ...lower(policy, 'users', 'excludeGroups')]),
  );
  if (ids.size === 0) return core('pass', 'No policy is aimed at groups, so changing a group changes no policy.');
  const groups = factOf(facts, 'groups');
  if (groups === undefined) return unknown(facts, ['groups']);
  const known = new Map(groups.named.map((group) => [group.id.toLowerCase(), group]));
  const open = [...ids]
    .map((id) => known.get(id))
    .filter((group) => group !== undefined && !group.managementRestricted && !group.roleAssignable);
  const found = open.filter((group) => group !== undefined);
  const evidence = [
    seen(
      'groups',
      `${ids.size} groups are named by policies, ${found.length} of them can be changed by group administrators`,
    ),
  ];
  if (found.length > 0) {
    const affected = found.map(({ id, name }) => ({ type: 'group' as const, id, name }));
    return core(
      'warning',
      `Who manages these groups can take people out of policies: ${named(found.map(({ name }) => name))}.`,
      evidence,
      affected,
    );
  }
  if ([...ids].some((id) => !known.has(id)))
    return core('couldNotCheck', 'Not every group that policies name could be found.', evidence);
  return core('pass', 'The groups that policies name can be changed by privileged administrators only.', evidence);
}

/** People, by id, whom every policy leaves out that could lock administrators out. */
function emergencyUsers(policies: readonly CaPolicy[]): string[] {
  const enforcing = policies.filter(
    (policy) => policy.state === 'enabled' && (blocks(policy.grant) || needsMfa(policy.grant)),
  );
  const excluded = enforcing.map(excludedUsers);
  return excluded.length === 0 ? [] : excluded.reduce((left, right) => left.filter((id) => right.includes(id)));
}

function emergencyKeys(policies: readonly CaPolicy[], facts: Facts): VerdictCore {
  const ids = emergencyUsers(policies);
  if (ids.length === 0)
    return core(
      'couldNotCheck',
      'No account is left out of every policy, so it is not known which accounts are for emergencies.',
    );
  const registration = factOf(facts, 'registration');
  if (registration === undefined) return unknown(facts, ['registration']);
  const nameOf = (id: string): string =>
    factOf(facts, 'users')?.accounts.find((account) => account.id.toLowerCase() === id)?.upn ?? id;
  const state = ids.map((id) => ({ id, key: registration.securityKeyById[id] }));
  const evidence = state.map(({ id, key }) =>
    seen(
      'registration',
      `${nameOf(id)}: security key ${key === undefined ? 'not in the report' : key ? 'registered' : 'not registered'}`,
      id,
    ),
  );
  const without = state.filter(({ key }) => key === false);
  const affected = without.map(({ id }) => ({ type: 'user' as const, id, name: nameOf(id) }));
  if (without.length > 0)
    return core(
      'fail',
      `Accounts for emergencies without a security key: ${named(without.map(({ id }) => nameOf(id)))}.`,
      evidence,
      affected,
    );
  if (state.some(({ key }) => key === undefined))
    return core('couldNotCheck', 'Not every account for emergencies is in the registration report.', evidence);
  return core('pass', 'Every account for emergencies has a security key.', evidence);
}

/** Ids that policies name and that the directory no longer holds: the lists of users and groups were read in full. */
function deletedReferences(policies: readonly CaPolicy[], facts: Facts): VerdictCore {
  const wellKnown = new Set(['all', 'none', 'guestsorexternalusers']);
  const idsOf = (keys: readonly string[]): string[] => [
    ...new Set(
      policies
        .flatMap((policy) => keys.flatMap((key) => lower(policy, 'users', key)))
        .filter((id) => !wellKnown.has(id)),
    ),
  ];
  const userIds = idsOf(['includeUsers', 'excludeUsers']);
  const groupIds = idsOf(['includeGroups', 'excludeGroups']);
  const users = new Set((factOf(facts, 'users')?.accounts ?? []).map(({ id }) => id.toLowerCase()));
  const groups = new Set((factOf(facts, 'groups')?.named ?? []).map(({ id }) => id.toLowerCase()));
  const gone = [
    ...(factOf(facts, 'users') === undefined
      ? []
      : userIds.filter((id) => !users.has(id)).map((id) => ({ type: 'user' as const, id, name: id }))),
    ...(factOf(facts, 'groups') === undefined
      ? []
      : groupIds.filter((id) => !groups.has(id)).map((id) => ({ type: 'group' as const, id, name: id }))),
  ];
  const evidence = [
    seen(
      'conditionalAccessPolicies',
      `${userIds.length} accounts and ${groupIds.length} groups are named by policies; not found: ${gone.length}`,
    ),
  ];
  if (gone.length > 0)
    return core(
      'warning',
      `Policies name ${countOf(gone.length, 'account or group', 'accounts or groups')} that no longer exist, and may aim at nobody.`,
      evidence,
      gone,
    );
  if (userIds.length > 0 && factOf(facts, 'users') === undefined) return unknown(facts, ['users']);
  if (groupIds.length > 0 && factOf(facts, 'groups') === undefined) return unknown(facts, ['groups']);
  return core('pass', 'Every account and group that policies name exists.', evidence);
}

const base = { category: 'conditional-access', severity: 'low', datasets: ['conditionalAccessPolicies'] } as const;

export const policyStateChecks: readonly Check[] = [
  {
    ...base,
    id: 'ca.reportonly',
    title: 'No policy is forgotten in report-only mode',
    severity: 'low',
    references: [],
    recommendation:
      'Entra admin centre > Protection > Conditional Access > Policies: look at the results of the named policies and turn them on, or delete them.',
    evaluate: onPolicies((policies, _facts, { now }) => reportOnly(policies, now)),
  },
  {
    ...base,
    id: 'ca.breakglass',
    title: 'Emergency accounts are left out of policies',
    severity: 'high',
    references: ['prowler:entra_emergency_access_exclusion'],
    recommendation:
      'Keep two cloud-only emergency accounts with permanent Global Administrator and security keys, exclude them from every blocking policy and have an alert for each sign-in of theirs.',
    evaluate: onPolicies(emergencyAccess),
  },
  {
    ...base,
    id: 'ca.breakglass.admin',
    title: 'Emergency accounts are Global Administrators',
    severity: 'medium',
    datasets: ['conditionalAccessPolicies', 'roles'],
    helpful: ['users'],
    references: ['CIS 1.1.2'],
    recommendation:
      'Entra admin centre > Identity > Roles & admins > Global Administrator: assign it permanently to two cloud-only emergency accounts and exclude these by name from the policies.',
    evaluate: onPolicies(emergencyAdministrators),
  },
  {
    ...base,
    id: 'ca.breakglass.key',
    title: 'Emergency accounts have security keys',
    severity: 'medium',
    datasets: ['conditionalAccessPolicies', 'registration'],
    helpful: ['users'],
    references: ['prowler:entra_break_glass_account_fido2_security_key_registered'],
    recommendation:
      'Register a FIDO2 security key for each emergency account at https://aka.ms/mysecurityinfo and keep the keys in two safe places.',
    evaluate: onPolicies(emergencyKeys),
  },
  {
    ...base,
    id: 'ca.sync.account',
    title: 'Policies leave out directory synchronisation',
    helpful: ['organization'],
    references: ['prowler:entra_conditional_access_policy_directory_sync_account_excluded'],
    recommendation: `${policiesPage}: exclude the directory role "Directory Synchronization Accounts" from the named policies.`,
    evaluate: onPolicies(syncAccountExcluded),
  },
  {
    ...base,
    id: 'ca.groups.protected',
    title: 'Groups of policies are protected from change',
    helpful: ['groups'],
    references: ['prowler:entra_conditional_access_policy_groups_management_restricted'],
    recommendation:
      'Use role-assignable groups in policies, or put the named groups into a restricted management administrative unit.',
    evaluate: onPolicies(protectedGroups),
  },
  {
    ...base,
    id: 'ca.deleted.refs',
    title: 'Policies name nobody who is gone',
    helpful: ['users', 'groups'],
    references: ['prowler:entra_conditional_access_policy_no_deleted_object_references'],
    recommendation: `${policiesPage}: open the policies and take out the ids that no longer exist; make sure that each still reaches whom it should.`,
    evaluate: onPolicies(deletedReferences),
  },
];
