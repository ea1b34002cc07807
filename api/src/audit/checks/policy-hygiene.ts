import {
  type Check,
  type CheckContext,
  core,
  countOf,
  factOf,
  named,
  seen,
  unknown,
  type VerdictCore,
  withData,
} from '../check.ts';
import { caCheck } from '../conditional-access/ca-check.ts';
import { blocks, needsMfaOrManagedDevice, restrictsAccess } from '../conditional-access/grant.ts';
import { type CaPolicy, readPolicy, sessionEnabled } from '../conditional-access/policy.ts';
import { modernClientsOnly, roleTargets } from '../conditional-access/targets.ts';
import type { Facts } from '../facts.ts';
import { booleanAt, enumAt, textAt, textsAt } from '../json-reader.ts';
import { globalAdministratorId } from '../privileged-roles.ts';

const newPolicy = 'In the Entra admin centre open Protection > Conditional Access > Policies and create a policy:';
const policiesPage = 'Entra admin centre > Protection > Conditional Access > Policies';
const directorySyncRole = 'd29b2b05-8046-44ba-8758-1e26182fcf32';
const azureDevOps = '499b84ac-1321-427f-aa17-267ca6975798';

const lower = (policy: CaPolicy, ...path: string[]): string[] =>
  textsAt(policy.raw, 'conditions', ...path).map((text) => text.toLowerCase());
const inForce = (policy: CaPolicy): boolean => policy.state === 'enabled';
const evidenceOf = (policies: readonly CaPolicy[], text: string) =>
  policies.slice(0, 20).map((policy) => seen('conditionalAccessPolicies', `"${policy.name}" ${text}`, policy.id));
const affectedOf = (policies: readonly CaPolicy[]) =>
  policies.map(({ id, name }) => ({ type: 'policy' as const, id, name }));

const onPolicies = (judge: (policies: CaPolicy[], facts: Facts, context: CheckContext) => VerdictCore) =>
  withData(['conditionalAccessPolicies'], ([raw], context, facts) =>
    judge(
      raw.map((policy) => readPolicy(policy, context.exemption)),
      facts,
      context,
    ),
  );

function syncAccountExcluded(policies: readonly CaPolicy[]): VerdictCore {
  const broad = policies.filter(
    (policy) =>
      policy.state !== 'disabled' &&
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
  const message = `${countOf(missing.length, 'policy', 'policies')} on all users can stop directory synchronisation: ${named(missing.map(({ name }) => `"${name}"`))}.`;
  return core(
    'warning',
    message,
    evidenceOf(missing, 'does not leave out the role Directory Synchronization Accounts'),
    affectedOf(missing),
  );
}

function azureDevOpsNamed(policies: readonly CaPolicy[]): VerdictCore {
  const naming = policies.filter(
    (policy) => inForce(policy) && lower(policy, 'applications', 'includeApplications').includes(azureDevOps),
  );
  return naming.length > 0
    ? core('pass', 'A policy names Azure DevOps.', evidenceOf(naming, 'includes Azure DevOps'))
    : core('warning', 'No enabled policy names Azure DevOps.', []);
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

function untrustedBlocked(policies: readonly CaPolicy[], facts: Facts): VerdictCore {
  const locations = factOf(facts, 'namedLocations');
  const trusted = new Set(
    (locations ?? [])
      .filter((location) => booleanAt(location, 'isTrusted') === true)
      .map((location) => textAt(location, 'id')?.toLowerCase()),
  );
  const blocking = policies.filter((policy) => {
    const excluded = lower(policy, 'locations', 'excludeLocations');
    return (
      inForce(policy) &&
      blocks(policy.grant) &&
      lower(policy, 'users', 'includeUsers').includes('all') &&
      lower(policy, 'applications', 'includeApplications').includes('all') &&
      lower(policy, 'locations', 'includeLocations').includes('all') &&
      excluded.length > 0
    );
  });
  const unknownPlace = (policy: CaPolicy): string[] =>
    lower(policy, 'locations', 'excludeLocations').filter((id) => id !== 'alltrusted' && !trusted.has(id));
  const good = blocking.filter((policy) => unknownPlace(policy).length === 0);
  if (good.length > 0)
    return core(
      'pass',
      'Sign-ins from outside the trusted locations are blocked.',
      evidenceOf(good, 'blocks all but trusted locations'),
    );
  if (blocking.length > 0 && locations === undefined) return unknown(facts, ['namedLocations']);
  if (blocking.length > 0)
    return core(
      'warning',
      'Sign-ins are blocked by location, but some allowed locations are not marked as trusted.',
      evidenceOf(blocking, 'blocks by location'),
    );
  return core('fail', 'Sign-ins from outside the trusted locations are not blocked.');
}

function adminPortals(policies: readonly CaPolicy[]): VerdictCore {
  const blocking = policies.filter(
    (policy) =>
      inForce(policy) &&
      blocks(policy.grant) &&
      lower(policy, 'users', 'includeUsers').includes('all') &&
      lower(policy, 'applications', 'includeApplications').some(
        (app) => app === 'microsoftadminportals' || app === 'all',
      ) &&
      lower(policy, 'users', 'excludeRoles').length > 0,
  );
  return blocking.length > 0
    ? core(
        'pass',
        'The admin portals are closed to everyone without an administrative role.',
        evidenceOf(blocking, 'blocks the admin portals'),
      )
    : core('fail', 'Every user can open the Microsoft admin portals.');
}

/** Whether a device filter takes in devices that the organisation does not manage. */
function aimsAtUnmanaged(policy: CaPolicy): boolean {
  const rule = textAt(policy.raw, 'conditions', 'devices', 'deviceFilter', 'rule')?.toLowerCase() ?? '';
  const operator = enumAt(policy.raw, 'conditions', 'devices', 'deviceFilter', 'mode') === 'exclude' ? '-eq' : '-ne';
  return new RegExp(`device\\.(iscompliant\\s+${operator}\\s+true|trusttype\\s+${operator}\\s+"serverad")`).test(rule);
}

function unmanagedSessions(policies: readonly CaPolicy[]): VerdictCore {
  const good = policies.filter(
    (policy) =>
      inForce(policy) &&
      sessionEnabled(policy, 'signInFrequency') &&
      lower(policy, 'users', 'includeUsers').includes('all') &&
      lower(policy, 'applications', 'includeApplications').includes('all') &&
      aimsAtUnmanaged(policy),
  );
  return good.length > 0
    ? core(
        'pass',
        'Sessions on unmanaged devices end after a set time.',
        evidenceOf(good, 'sets the sign-in frequency of unmanaged devices'),
      )
    : core('fail', 'No policy ends sessions on unmanaged devices.');
}

const base = { category: 'conditional-access', severity: 'low', datasets: ['conditionalAccessPolicies'] } as const;

export const policyHygieneChecks: readonly Check[] = [
  caCheck({
    id: 'ca.coverage',
    title: 'Some policy covers all users and applications',
    severity: 'medium',
    references: [
      'prowler:entra_conditional_access_policy_all_apps_all_users',
      'prowler:entra_all_apps_conditional_access_coverage',
    ],
    goal: 'every sign-in of every user to every application has to meet a condition',
    recommendation: `${newPolicy} users All, resources All, with a grant such as "Require multifactor authentication", so that new applications are covered from the first day.`,
    requirement: { targets: modernClientsOnly(), satisfies: ({ grant }) => restrictsAccess(grant) },
  }),
  caCheck({
    id: 'ca.ga.device.or.mfa',
    title: 'Global Administrators need MFA or a managed device',
    severity: 'medium',
    references: ['prowler:entra_conditional_access_policy_compliant_device_hybrid_joined_device_mfa_required'],
    goal: 'Global Administrators need multifactor authentication or a managed device',
    recommendation: `${newPolicy} all administrative directory roles, resources All, grant one of MFA, compliant device, hybrid joined device, state On.`,
    requirement: {
      targets: roleTargets([globalAdministratorId], modernClientsOnly),
      satisfies: ({ grant }) => needsMfaOrManagedDevice(grant),
    },
  }),
  caCheck({
    id: 'ca.platforms',
    title: 'Unknown platforms are blocked',
    severity: 'low',
    references: ['prowler:entra_conditional_access_policy_block_unknown_device_platforms'],
    goal: 'devices of unknown platforms are blocked',
    recommendation: `${newPolicy} users All, resources All, platforms Any except Android, iOS, Windows, macOS and Linux, grant "Block access", state On.`,
    requirement: {
      targets: modernClientsOnly(['platform:unknown'], 'devices of unknown platforms'),
      satisfies: ({ grant }) => blocks(grant),
    },
  }),
  {
    ...base,
    id: 'ca.sync.account',
    title: 'Policies leave out directory synchronisation',
    references: ['prowler:entra_conditional_access_policy_directory_sync_account_excluded'],
    recommendation: `${policiesPage}: exclude the directory role "Directory Synchronization Accounts" from the named policies.`,
    evaluate: onPolicies(syncAccountExcluded),
  },
  {
    ...base,
    id: 'ca.devops',
    severity: 'info',
    title: 'A policy names Azure DevOps',
    references: ['prowler:entra_conditional_access_policy_explicitly_targets_azure_devops'],
    recommendation: `${newPolicy} users All, resource "Azure DevOps", grant "Require multifactor authentication" (where the tenant uses Azure DevOps).`,
    evaluate: onPolicies(azureDevOpsNamed),
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
    id: 'ca.locations',
    title: 'Sign-ins from untrusted locations are blocked',
    helpful: ['namedLocations'],
    references: ['CIS 5.2.2.15', 'prowler:entra_conditional_access_policy_untrusted_locations_blocked'],
    recommendation: `${newPolicy} users All, resources All, locations Any except "All trusted locations", grant "Block access", where people work in known places only.`,
    evaluate: onPolicies(untrustedBlocked),
  },
  {
    ...base,
    id: 'ca.admin.portals',
    title: 'Admin portals are closed to users without a role',
    references: ['prowler:entra_admin_portals_access_restriction'],
    recommendation: `${newPolicy} users All except administrative roles, resource "Microsoft Admin Portals", grant "Block access", state On.`,
    evaluate: onPolicies(adminPortals),
  },
  {
    ...base,
    id: 'ca.signinfreq.unmanaged',
    title: 'Sessions on unmanaged devices end',
    references: ['prowler:entra_conditional_access_policy_corporate_device_sign_in_frequency_enforced'],
    recommendation: `${newPolicy} users All, resources All, filter for devices that are not compliant, session "Sign-in frequency" 1 hour, state On.`,
    evaluate: onPolicies(unmanagedSessions),
  },
];
