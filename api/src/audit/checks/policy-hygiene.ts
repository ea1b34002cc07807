import { type Check, type CheckVerdict, verdict } from '../check.ts';
import { caCheck, coverageHelp, judgePolicies } from '../conditional-access/ca-check.ts';
import { has, needsExplicitPolicy } from '../conditional-access/explicit-policy.ts';
import { blocks, needsMfaOrManagedDevice, restrictsAccess } from '../conditional-access/grant.ts';
import { allTrusted } from '../conditional-access/network-places.ts';
import { type CaPolicy, sessionEnabled } from '../conditional-access/policy.ts';
import { everyClient, modernClientsOnly, roleTargets, unmanagedDevices } from '../conditional-access/targets.ts';
import { type Facts, factOf } from '../facts.ts';
import { enumAt, textAt } from '../json-reader.ts';
import { missingData } from '../missing-data.ts';
import { globalAdministratorId } from '../privileged-roles.ts';
import { evidenceOf, lower, onPolicies } from './on-policies.ts';

const newPolicy = 'In the Entra admin center open Protection > Conditional Access > Policies and create a policy:';
const azureDevOps = '499b84ac-1321-427f-aa17-267ca6975798';

const inForce = (policy: CaPolicy): boolean => policy.state === 'enabled';

function azureDevOpsNamed(policies: readonly CaPolicy[]): CheckVerdict {
  const naming = policies.filter(
    (policy) => inForce(policy) && lower(policy, 'applications', 'includeApplications').includes(azureDevOps),
  );
  return naming.length > 0
    ? verdict('pass', 'A policy names Azure DevOps.', evidenceOf(naming, 'includes Azure DevOps'))
    : verdict('warning', 'No enabled policy names Azure DevOps.', []);
}

/** The policies as if they excluded nothing of the kind: those exclusions are what the policy is about. */
function without(policies: readonly CaPolicy[], isMeant: (item: string) => boolean): CaPolicy[] {
  return policies.map((policy) => ({
    ...policy,
    conditions: policy.conditions.map((condition) => ({
      ...condition,
      exclude: condition.exclude.filter((item) => !isMeant(item)),
    })),
  }));
}

const speaksOfLocations = (policy: CaPolicy): boolean =>
  lower(policy, 'locations', 'excludeLocations').length > 0 ||
  lower(policy, 'locations', 'includeLocations').some((id) => id !== 'all');
const outside = 'sign-ins from outside the trusted locations';

/** A location that a policy allows is a gap unless it is marked as trusted, which is not known without the list. */
function untrustedBlocked(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const judged = judgePolicies(
    policies,
    {
      targets: everyClient().map((target) => ({ ...target, not: [allTrusted] })),
      satisfies: ({ grant }) => blocks(grant),
    },
    `${outside} are blocked`,
    facts,
    needsExplicitPolicy(speaksOfLocations, outside),
  );
  const named = policies.some(
    (policy) =>
      inForce(policy) &&
      blocks(policy.grant) &&
      lower(policy, 'locations', 'excludeLocations').some((id) => id !== 'alltrusted'),
  );
  const isOpen = judged.status === 'warning' && named && factOf(facts, 'namedLocations') === undefined;
  return isOpen ? missingData(facts, ['namedLocations']) : judged;
}

function adminPortals(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const closing = policies.filter((policy) => lower(policy, 'users', 'excludeRoles').length > 0);
  return judgePolicies(
    without(closing, (item) => item.startsWith('role:')),
    {
      targets: everyClient(['app:microsoftadminportals'], 'the Microsoft admin portals'),
      satisfies: ({ grant }) => blocks(grant),
    },
    'the Microsoft admin portals are closed to everyone without an administrative role',
    facts,
  );
}

/** Whether a device filter takes in devices that the organization does not manage. */
function aimsAtUnmanaged(policy: CaPolicy): boolean {
  const rule =
    textAt(policy.raw, 'conditions', 'devices', 'deviceFilter', 'rule')?.toLowerCase().replaceAll("'", '"') ?? '';
  const operator = enumAt(policy.raw, 'conditions', 'devices', 'deviceFilter', 'mode') === 'exclude' ? '-eq' : '-ne';
  return new RegExp(`device\\.(iscompliant\\s+${operator}\\s+true|trusttype\\s+${operator}\\s+"serverad")`).test(rule);
}

/** The device filter is what these policies are about; whatever else narrows them opens a gap. */
function unmanagedSessions(policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const aimed = policies.filter(aimsAtUnmanaged).map((policy) => ({
    ...policy,
    conditions: policy.conditions.map((condition) =>
      [...condition.include, ...condition.exclude].some((item) => item.startsWith('device:'))
        ? { all: true, include: [], exclude: [] }
        : condition,
    ),
  }));
  return judgePolicies(
    aimed,
    {
      targets: modernClientsOnly(),
      satisfies: (policy) => sessionEnabled(policy, 'signInFrequency'),
      readsSession: true,
    },
    'sessions on unmanaged devices end after a set time',
    facts,
  );
}

const base = { category: 'conditional-access', severity: 'low', datasets: ['conditionalAccessPolicies'] } as const;

export const policyHygieneChecks: readonly Check[] = [
  caCheck({
    id: 'ca.coverage',
    title: 'Some policy covers all users and applications',
    findingTitle: 'Policies do not ensure access conditions for every sign-in',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      prowler: ['entra_conditional_access_policy_all_apps_all_users', 'entra_all_apps_conditional_access_coverage'],
      nist: ['PR.IR-01'],
      iso: ['A.5.15'],
    },
    goal: 'every sign-in of every user to every application has to meet a condition',
    recommendation: `${newPolicy} users All, resources All, with a grant such as "Require multifactor authentication", so that new applications are covered from the first day.`,
    requirement: { targets: everyClient(), satisfies: ({ grant }) => restrictsAccess(grant) },
  }),
  caCheck({
    id: 'ca.ga.device.or.mfa',
    title: 'Global Administrators need MFA or a managed device',
    findingTitle: 'Policies do not ensure MFA or a managed device for Global Admins',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_conditional_access_policy_compliant_device_hybrid_joined_device_mfa_required'] },
    goal: 'Global Administrators need multifactor authentication or a managed device',
    recommendation: `${newPolicy} all administrative directory roles, resources All, grant one of MFA, compliant device, hybrid joined device, state On.`,
    requirement: {
      targets: unmanagedDevices(roleTargets([globalAdministratorId])),
      satisfies: ({ grant }) => needsMfaOrManagedDevice(grant) || blocks(grant),
      alternative: ({ grant }) => blocks(grant),
    },
  }),
  caCheck({
    id: 'ca.platforms',
    title: 'Unknown platforms are blocked',
    findingTitle: 'Sign-ins from unknown platforms are not reliably blocked',
    severity: 'low',
    endangers: 'everyone',
    frameworks: { prowler: ['entra_conditional_access_policy_block_unknown_device_platforms'] },
    goal: 'devices of unknown platforms are blocked',
    recommendation: `${newPolicy} users All, resources All, platforms Any except Android, iOS, Windows, macOS and Linux, grant "Block access", state On.`,
    requirement: {
      targets: everyClient(['platform:unknown'], 'devices of unknown platforms'),
      satisfies: ({ grant }) => blocks(grant),
    },
    refine: needsExplicitPolicy(has('platforms'), 'devices of unknown platforms'),
  }),
  {
    ...base,
    id: 'ca.devops',
    severity: 'info',
    endangers: 'data',
    title: 'A policy names Azure DevOps',
    findingTitle: 'No enabled policy names Azure DevOps',
    frameworks: { prowler: ['entra_conditional_access_policy_explicitly_targets_azure_devops'] },
    recommendation: `${newPolicy} users All, resource "Azure DevOps", grant "Require multifactor authentication" (where the tenant uses Azure DevOps).`,
    evaluate: onPolicies(azureDevOpsNamed),
  },
  {
    ...base,
    id: 'ca.locations',
    title: 'Sign-ins from untrusted locations are blocked',
    findingTitle: 'Sign-ins from untrusted locations are not reliably blocked',
    endangers: 'everyone',
    helpful: coverageHelp,
    frameworks: {
      cis: ['5.2.2.15'],
      prowler: ['entra_conditional_access_policy_untrusted_locations_blocked'],
      nist: ['PR.IR-01'],
      iso: ['A.8.20'],
    },
    recommendation: `${newPolicy} users All, resources All, locations Any except "All trusted locations", grant "Block access", where people work in known places only.`,
    evaluate: onPolicies(untrustedBlocked),
  },
  {
    ...base,
    id: 'ca.admin.portals',
    title: 'Admin portals are closed to users without a role',
    helpful: coverageHelp,
    findingTitle: 'Admin portal access is not reliably limited by role',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_admin_portals_access_restriction'], iso: ['A.8.18'] },
    recommendation: `${newPolicy} users All except administrative roles, resource "Microsoft Admin Portals", grant "Block access", state On.`,
    evaluate: onPolicies(adminPortals),
  },
  {
    ...base,
    id: 'ca.signinfreq.unmanaged',
    title: 'Sessions on unmanaged devices end',
    helpful: coverageHelp,
    // A session limit on all devices alike is not counted here, and ends these sessions too.
    findingTitle: 'Session limits aimed at unmanaged devices are missing or incomplete',
    endangers: 'data',
    frameworks: {
      prowler: ['entra_conditional_access_policy_corporate_device_sign_in_frequency_enforced'],
      iso: ['A.6.7'],
    },
    recommendation: `${newPolicy} users All, resources All, filter for devices that are not compliant, session "Sign-in frequency" 1 hour, state On.`,
    evaluate: onPolicies(unmanagedSessions),
  },
];
