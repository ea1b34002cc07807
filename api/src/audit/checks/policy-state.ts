import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { restrictsAccess } from '../conditional-access/grant.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
import { isSynchronized } from '../directory-sync.ts';
import { type Facts, factOf } from '../facts.ts';
import { timeAt } from '../json-reader.ts';
import { missingData } from '../missing-data.ts';
import { countOf, named } from '../sentence-parts.ts';
import { affectedOf, evidenceOf, lower, onPolicies } from './on-policies.ts';

const policiesPage = 'Entra admin center > Protection > Conditional Access > Policies';
const directorySyncRole = 'd29b2b05-8046-44ba-8758-1e26182fcf32';

const dateOf = (time: number | null): string =>
  time === null ? 'at an unknown date' : new Date(time).toISOString().slice(0, 10);

function reportOnly(policies: readonly CaPolicy[], now: Date): CheckVerdict {
  const monthAgo = now.getTime() - 30 * 86_400_000;
  const changedAt = ({ raw }: CaPolicy): number | null =>
    timeAt(raw, 'modifiedDateTime') ?? timeAt(raw, 'createdDateTime');
  const tried = policies.filter(({ state }) => state === 'reportOnly');
  const old = tried.filter((policy) => (changedAt(policy) ?? Number.POSITIVE_INFINITY) < monthAgo);
  const undated = tried.filter((policy) => changedAt(policy) === null);
  const evidence = [...old, ...undated].map((policy) =>
    evidenceFrom(
      'conditionalAccessPolicies',
      `"${policy.name}" is report-only, last changed ${dateOf(changedAt(policy))}`,
      policy.id,
    ),
  );
  if (old.length === 0 && undated.length > 0)
    return verdict(
      'couldNotCheck',
      `It is not known since when ${countOf(undated.length, 'policy', 'policies')} ${undated.length === 1 ? 'has' : 'have'} been in report-only mode: ${named(undated.map(({ name }) => `"${name}"`))}.`,
      evidence,
    );
  if (old.length === 0)
    return verdict('pass', 'No policy has been left in report-only mode for more than 30 days.', evidence);
  const affected = old.map((policy) => ({ type: 'policy' as const, id: policy.id, name: policy.name }));
  return verdict(
    'warning',
    `${countOf(old.length, 'policy', 'policies')} ${old.length === 1 ? 'has' : 'have'} been in report-only mode for long: ${named(old.map(({ name }) => `"${name}"`))}.`,
    evidence,
    affected,
  );
}

function syncAccountExcluded(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const broad = policies.filter(
    (policy) =>
      policy.state !== 'disabled' &&
      restrictsAccess(policy.grant) &&
      lower(policy, 'users', 'includeUsers').includes('all') &&
      lower(policy, 'applications', 'includeApplications').includes('all'),
  );
  const missing = broad.filter((policy) => !lower(policy, 'users', 'excludeRoles').includes(directorySyncRole));
  if (missing.length === 0) {
    return verdict(
      'pass',
      'No policy on all users and applications can stop directory synchronization.',
      evidenceOf(broad, 'leaves out the role'),
    );
  }
  const connected = isSynchronized(facts);
  if (connected === null) return missingData(facts, ['organization']);
  if (!connected)
    return verdict('notApplicable', 'No on-premises directory is connected that a policy could stop.', [
      evidenceFrom('organization', 'onPremisesSyncEnabled is not true'),
    ]);
  const message = `${countOf(missing.length, 'policy', 'policies')} on all users can stop directory synchronization: ${named(missing.map(({ name }) => `"${name}"`))}.`;
  return verdict(
    'warning',
    message,
    evidenceOf(missing, 'does not leave out the role Directory Synchronization Accounts'),
    affectedOf(missing),
  );
}

function protectedGroups(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const live = policies.filter((policy) => policy.state !== 'disabled');
  const ids = new Set(
    live.flatMap((policy) => [...lower(policy, 'users', 'includeGroups'), ...lower(policy, 'users', 'excludeGroups')]),
  );
  if (ids.size === 0) return verdict('pass', 'No policy is aimed at groups, so changing a group changes no policy.');
  const groups = factOf(facts, 'groups');
  if (groups === undefined) return missingData(facts, ['groups']);
  const known = new Map(groups.named.map((group) => [group.id.toLowerCase(), group]));
  const open = [...ids]
    .map((id) => known.get(id))
    .filter((group) => group !== undefined && !group.managementRestricted && !group.roleAssignable);
  const found = open.filter((group) => group !== undefined);
  const evidence = [
    evidenceFrom(
      'groups',
      `${ids.size} groups are named by policies, ${found.length} of them can be changed by group administrators`,
    ),
  ];
  if (found.length > 0) {
    const affected = found.map(({ id, name }) => ({ type: 'group' as const, id, name }));
    return verdict(
      'warning',
      `Who manages these groups can take people out of policies: ${named(found.map(({ name }) => name))}.`,
      evidence,
      affected,
    );
  }
  if ([...ids].some((id) => !known.has(id)))
    return verdict('couldNotCheck', 'Not every group that policies name could be found.', evidence);
  return verdict('pass', 'The groups that policies name can be changed by privileged administrators only.', evidence);
}

/** Ids that policies name and that the directory no longer holds: the lists of users and groups were read in full. */
function deletedReferences(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
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
    evidenceFrom(
      'conditionalAccessPolicies',
      `${userIds.length} accounts and ${groupIds.length} groups are named by policies; not found: ${gone.length}`,
    ),
  ];
  if (gone.length > 0)
    return verdict(
      'warning',
      `Policies name ${countOf(gone.length, 'account or group', 'accounts or groups')} that no longer exist, and may aim at nobody.`,
      evidence,
      gone,
    );
  if (userIds.length > 0 && factOf(facts, 'users') === undefined) return missingData(facts, ['users']);
  if (groupIds.length > 0 && factOf(facts, 'groups') === undefined) return missingData(facts, ['groups']);
  return verdict('pass', 'Every account and group that policies name exists.', evidence);
}

const base = { category: 'conditional-access', severity: 'low', datasets: ['conditionalAccessPolicies'] } as const;

export const policyStateChecks: readonly Check[] = [
  {
    ...base,
    id: 'ca.reportonly',
    title: 'No policy is forgotten in report-only mode',
    findingTitle: 'Policies left in report-only mode for more than 30 days',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { nist: ['PR.PS-01'], iso: ['A.8.9'] },
    recommendation:
      'Entra admin center > Protection > Conditional Access > Policies: look at the results of the named policies and turn them on, or delete them.',
    evaluate: onPolicies((policies, _facts, { now }) => reportOnly(policies, now)),
  },
  {
    ...base,
    id: 'ca.sync.account',
    title: 'Policies leave out directory synchronization',
    findingTitle: 'Policies do not leave out the directory synchronization role',
    endangers: 'nobody',
    helpful: ['organization'],
    frameworks: { prowler: ['entra_conditional_access_policy_directory_sync_account_excluded'] },
    recommendation: `${policiesPage}: exclude the directory role "Directory Synchronization Accounts" from the named policies.`,
    evaluate: onPolicies(syncAccountExcluded),
  },
  {
    ...base,
    id: 'ca.groups.protected',
    title: 'Groups of policies are protected from change',
    findingTitle: 'Groups named in policies are not protected from change',
    endangers: 'tenant',
    helpful: ['groups'],
    frameworks: { prowler: ['entra_conditional_access_policy_groups_management_restricted'] },
    recommendation:
      'Use role-assignable groups in policies, or put the named groups into a restricted management administrative unit.',
    evaluate: onPolicies(protectedGroups),
  },
  {
    ...base,
    id: 'ca.deleted.refs',
    title: 'Policies name nobody who is gone',
    findingTitle: 'Policies name accounts or groups that no longer exist',
    endangers: 'nobody',
    helpful: ['users', 'groups'],
    frameworks: {
      prowler: ['entra_conditional_access_policy_no_deleted_object_references'],
      nist: ['PR.PS-01'],
      iso: ['A.8.9'],
    },
    recommendation: `${policiesPage}: open the policies and take out the ids that no longer exist; make sure that each still reaches whom it should.`,
    evaluate: onPolicies(deletedReferences),
  },
];
