import { type Check, core, factOf, unknown, type VerdictCore } from '../check.ts';
import { caCheck } from '../conditional-access/ca-check.ts';
import { blocks, needsMfaOrManagedDevice, restrictsAccess } from '../conditional-access/grant.ts';
import { type CaPolicy, sessionEnabled } from '../conditional-access/policy.ts';
import { modernClientsOnly, roleTargets } from '../conditional-access/targets.ts';
import type { Facts } from '../facts.ts';
import { booleanAt, enumAt, textAt } from '../json-reader.ts';
import { globalAdministratorId } from '../privileged-roles.ts';
import { evidenceOf, lower, onPolicies } from './on-policies.ts';

const newPolicy = 'In the Entra admin centre open Protection > Conditional Access > Policies and create a policy:';
const azureDevOps = '499b84ac-1321-427f-aa17-267ca6975798';

const inForce = (policy: CaPolicy): boolean => policy.state === 'enabled';

function azureDevOpsNamed(policies: readonly CaPolicy[]): VerdictCore {
  const naming = policies.filter(
    (policy) => inForce(policy) && lower(policy, 'applications', 'includeApplications').includes(azureDevOps),
  );
  return naming.length > 0
    ? core('pass', 'A policy names Azure DevOps.', evidenceOf(naming, 'includes Azure DevOps'))
    : core('warning', 'No enabled policy names Azure DevOps.', []);
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
    id: 'ca.devops',
    severity: 'info',
    title: 'A policy names Azure DevOps',
    references: ['prowler:entra_conditional_access_policy_explicitly_targets_azure_devops'],
    recommendation: `${newPolicy} users All, resource "Azure DevOps", grant "Require multifactor authentication" (where the tenant uses Azure DevOps).`,
    evaluate: onPolicies(azureDevOpsNamed),
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
