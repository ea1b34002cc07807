import { isSynchronized } from '../../facts/directory-sync.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { timeAt } from '../../facts/json-reader.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { restrictsAccess } from '../conditional-access/grant.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';
import { affectedOf, evidenceOf, lower, onPolicies } from './on-policies.ts';

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
      `It is not known since when ${countOf(undated.length, 'policy has', 'policies have')} been in report-only: ${named(undated.map(({ name }) => `"${name}"`))}.`,
      evidence,
    );
  if (old.length === 0) return verdict('pass', 'No policy has been in report-only for more than 30 days.', evidence);
  const affected = old.map((policy) => ({ type: 'policy' as const, id: policy.id, name: policy.name }));
  return verdict(
    'warning',
    `${countOf(old.length, 'policy has', 'policies have')} been in report-only for more than 30 days: ${named(old.map(({ name }) => `"${name}"`))}.`,
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
      'No policy on all users and resources can stop directory synchronization.',
      evidenceOf(broad, 'excludes the role'),
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
    evidenceOf(missing, 'does not exclude the role Directory Synchronization Accounts'),
    affectedOf(missing),
  );
}

function protectedGroups(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const live = policies.filter((policy) => policy.state !== 'disabled');
  const ids = new Set(
    live.flatMap((policy) => [...lower(policy, 'users', 'includeGroups'), ...lower(policy, 'users', 'excludeGroups')]),
  );
  if (ids.size === 0) return verdict('pass', 'No policy names groups, so changing a group changes no policy.');
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
      `${countOf(ids.size, 'group is', 'groups are')} named by policies; ${found.length} can be changed by group administrators`,
    ),
  ];
  if (found.length > 0) {
    const affected = found.map(({ id, name }) => ({ type: 'group' as const, id, name }));
    return verdict(
      'warning',
      `Group administrators can change whom policies apply to, through these groups: ${named(found.map(({ name }) => name))}.`,
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
      `policies name ${countOf(userIds.length, 'account')} and ${countOf(groupIds.length, 'group')}; not found: ${gone.length}`,
    ),
  ];
  if (gone.length > 0)
    return verdict(
      'warning',
      `Policies name ${countOf(gone.length, 'account or group that no longer exists', 'accounts or groups that no longer exist')}.`,
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
    title: 'No policy is forgotten in report-only',
    findingTitle: 'Policies in report-only for more than 30 days',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { nist: ['PR.PS-01'], iso: ['A.8.9'] },
    recommendation: `${portal.conditionalAccess}: review the report-only results of the named policies, then turn them on or delete them.`,
    impact: 'The policies look like protection but provide none.',
    evaluate: onPolicies((policies, _facts, { now }) => reportOnly(policies, now)),
  },
  {
    ...base,
    id: 'ca.sync.account',
    title: 'Policies exclude directory synchronization accounts',
    findingTitle: 'Policies do not exclude the directory synchronization role',
    endangers: 'nobody',
    helpful: ['organization'],
    frameworks: { prowler: ['entra_conditional_access_policy_directory_sync_account_excluded'] },
    recommendation: `${portal.conditionalAccess}: exclude the directory role "Directory Synchronization Accounts" from the named policies.`,
    impact:
      'Directory synchronization can stop: new and disabled accounts, and password changes, no longer reach the cloud.',
    evaluate: onPolicies(syncAccountExcluded),
  },
  {
    ...base,
    id: 'ca.groups.protected',
    title: 'Groups used in policies are protected',
    findingTitle: 'Groups used in policies are not protected from changes',
    endangers: 'tenant',
    helpful: ['groups'],
    frameworks: { prowler: ['entra_conditional_access_policy_groups_management_restricted'] },
    recommendation:
      'Use role-assignable groups in policies, or move the named groups to a restricted management administrative unit.',
    impact: 'A group administrator, or anyone who compromises that account, can exempt themselves from MFA.',
    evaluate: onPolicies(protectedGroups),
  },
  {
    ...base,
    id: 'ca.deleted.refs',
    title: 'Policies name no deleted objects',
    findingTitle: 'Policies name deleted accounts or groups',
    endangers: 'nobody',
    helpful: ['users', 'groups'],
    frameworks: {
      prowler: ['entra_conditional_access_policy_no_deleted_object_references'],
      nist: ['PR.PS-01'],
      iso: ['A.8.9'],
    },
    recommendation: `${portal.conditionalAccess}: remove the deleted objects and make sure that each policy still applies to the right people.`,
    impact: 'A policy may apply to nobody, or a gap stays unnoticed.',
    evaluate: onPolicies(deletedReferences),
  },
];
