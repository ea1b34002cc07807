import { type Facts, factOf } from '../../facts/facts.ts';
import { enumAt, textAt } from '../../facts/json-reader.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { globalAdministratorId, privilegedRoles } from '../../microsoft/privileged-roles.ts';
import { caCheck, coverageHelp, judgePolicies } from '../conditional-access/ca-check.ts';
import { networkSize } from '../conditional-access/exception-size.ts';
import { newPolicy } from '../conditional-access/existing-policies.ts';
import { has, needsExplicitPolicy } from '../conditional-access/explicit-policy.ts';
import { blocks, needsMfaOrManagedDevice, restrictsAccess } from '../conditional-access/grant.ts';
import { allTrusted } from '../conditional-access/network-places.ts';
import { type CaPolicy, sessionEnabled } from '../conditional-access/policy.ts';
import { protectsSignIn } from '../conditional-access/protects-sign-in.ts';
import type { Requirement } from '../conditional-access/requirement.ts';
import { everyClient, modernClientsOnly, roleTargets, unmanagedDevices } from '../conditional-access/targets.ts';
import { type Check, type CheckContext, type CheckVerdict, verdict } from '../shared/check.ts';
import { needingEntraP1 } from '../shared/entra-p1.ts';
import { missingData } from '../shared/missing-data.ts';
import { evidenceOf, lower, onPolicies } from './on-policies.ts';

const settings = {
  devOps: 'all users, resource "Azure DevOps", grant "Require multifactor authentication"',
  locations:
    'all users, all resources, locations Any except "All trusted networks and locations", grant "Block access"',
  portals: 'all users except administrative roles, resource "Microsoft Admin Portals", grant "Block access"',
  unmanaged: 'all users, all resources, filter for devices that are not compliant, session "Sign-in frequency" 1 hour',
};
const knownPlaces = 'Only if people work from known locations.';
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
function untrustedBlocked(
  policies: readonly CaPolicy[],
  facts: Facts,
  { isStatusEnough = false, exemption }: CheckContext,
): CheckVerdict {
  const requirement: Requirement = {
    targets: everyClient().map((target) => ({ ...target, not: [allTrusted] })),
    satisfies: ({ grant }) => blocks(grant),
  };
  const judged = judgePolicies(
    policies,
    {
      goal: `${outside} are blocked`,
      requirement,
      advice: { settings: settings.locations, note: knownPlaces },
      declared: exemption.users,
      isStatusEnough,
    },
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
  if (isOpen) return missingData(facts, ['namedLocations']);
  return judged.status === 'pass' || judged.status === 'warning' ? withinTheInternet(judged, facts) : judged;
}

/** Where the trusted locations are the Internet, nobody is outside them. */
function withinTheInternet(judged: CheckVerdict, facts: Facts): CheckVerdict {
  const trusted = networkSize(new Set(['alltrusted']), facts);
  if (trusted === null || !trusted.isTooMuch) return judged;
  return {
    ...judged,
    status: 'fail',
    message: `${outside.slice(0, 1).toUpperCase()}${outside.slice(1)} are blocked, but the trusted locations are nearly everywhere (${trusted.text}).`,
    recommendation: `${portal.namedLocations}: make the trusted locations the networks of your offices alone.`,
  };
}

const portalsClosed: Requirement = {
  targets: everyClient(['app:microsoftadminportals'], 'the Microsoft admin portals'),
  satisfies: ({ grant }) => blocks(grant),
};
const portalsAsked = {
  goal: 'the Microsoft admin portals are blocked for everyone without an administrative role',
  advice: { settings: settings.portals },
};
const isRole = (item: string): boolean => item.startsWith('role:');

/** Whether everyone without an administrative role is kept out of Microsoft's admin portals. */
export function adminPortals(
  policies: readonly CaPolicy[],
  facts: Facts,
  { isStatusEnough = false }: Pick<CheckContext, 'isStatusEnough'> = {},
): CheckVerdict {
  const closing = policies.filter((policy) => lower(policy, 'users', 'excludeRoles').length > 0);
  // Of all policies a part is judged: a sign-in that gets past these may be stopped by others.
  const { witness: _, ...judged } = judgePolicies(
    without(closing, isRole),
    { ...portalsAsked, requirement: portalsClosed, isStatusEnough },
    facts,
  );
  return judged;
}

/** The same with a sign-in of somebody without an administrative role that gets past these and every other policy, if there is one. */
function adminPortalsShown(policies: readonly CaPolicy[], facts: Facts, context: CheckContext): CheckVerdict {
  const judged = adminPortals(policies, facts, context);
  if (context.isStatusEnough === true || (judged.status !== 'fail' && judged.status !== 'warning')) return judged;
  const roles = [...privilegedRoles.map(({ id }) => `role:${id}`), ...excludedRoles(policies)];
  const targets = portalsClosed.targets.map((target) => ({ ...target, not: [...new Set(roles)].sort() }));
  const { witness } = judgePolicies(
    without(policies, isRole),
    { ...portalsAsked, requirement: { ...portalsClosed, targets }, declared: context.exemption.users },
    facts,
  );
  return { ...judged, ...(witness !== undefined && { witness }) };
}

const excludedRoles = (policies: readonly CaPolicy[]): string[] =>
  policies.flatMap(({ conditions }) => conditions.flatMap(({ exclude }) => exclude.filter(isRole)));

/** Whether a device filter takes in devices that the organization does not manage. */
function aimsAtUnmanaged(policy: CaPolicy): boolean {
  const rule =
    textAt(policy.raw, 'conditions', 'devices', 'deviceFilter', 'rule')?.toLowerCase().replaceAll("'", '"') ?? '';
  const operator = enumAt(policy.raw, 'conditions', 'devices', 'deviceFilter', 'mode') === 'exclude' ? '-eq' : '-ne';
  return new RegExp(`device\\.(iscompliant\\s+${operator}\\s+true|trusttype\\s+${operator}\\s+"serverad")`).test(rule);
}

/** The device filter is what these policies are about; whatever else narrows them opens a gap. */
function unmanagedSessions(
  policies: readonly CaPolicy[],
  facts: Facts,
  { isStatusEnough = false, exemption }: CheckContext,
): CheckVerdict {
  const aimed = policies.filter(aimsAtUnmanaged).map((policy) => ({
    ...policy,
    conditions: policy.conditions.map((condition) =>
      [...condition.include, ...condition.exclude].some((item) => item.startsWith('device:'))
        ? { all: true, include: [], exclude: [] }
        : condition,
    ),
  }));
  const requirement: Requirement = {
    targets: modernClientsOnly(),
    satisfies: (policy) => sessionEnabled(policy, 'signInFrequency'),
    readsSession: true,
  };
  const goal = 'sessions on unmanaged devices end after a set time';
  const advice = { settings: settings.unmanaged };
  return judgePolicies(aimed, { goal, requirement, advice, declared: exemption.users, isStatusEnough }, facts);
}

const withP1 = (
  policy: string,
  judge: (policies: readonly CaPolicy[], facts: Facts, context: CheckContext) => CheckVerdict,
): Check['evaluate'] =>
  onPolicies((policies, facts, context) => needingEntraP1(judge(policies, facts, context), policy, facts));

const base = { category: 'conditional-access', severity: 'low', datasets: ['conditionalAccessPolicies'] } as const;

export const policyHygieneChecks: readonly Check[] = [
  caCheck({
    id: 'ca.coverage',
    title: 'A policy covers all users and resources',
    findingTitle: 'Policies do not ensure an access control on every sign-in',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      prowler: ['entra_conditional_access_policy_all_apps_all_users', 'entra_all_apps_conditional_access_coverage'],
      nist: ['PR.IR-01'],
      iso: ['A.5.15'],
    },
    goal: 'every sign-in of every user to every resource has to meet an access control',
    policy: 'all users, all resources, with a grant such as "Require multifactor authentication"',
    note: 'New applications are then covered from the first day.',
    impact: 'New applications and forgotten ones can be reached with a password alone.',
    requirement: { targets: everyClient(), satisfies: ({ grant }) => restrictsAccess(grant) },
  }),
  caCheck({
    id: 'ca.ga.device.or.mfa',
    title: 'Global Administrators need MFA or a managed device',
    findingTitle: 'Policies do not ensure MFA or a managed device for Global Admins',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_conditional_access_policy_compliant_device_hybrid_joined_device_mfa_required'] },
    goal: 'Global Administrators need MFA or a managed device',
    policy:
      'all administrative directory roles, all resources, grant one of MFA, compliant device, Microsoft Entra hybrid joined device',
    impact: 'One stolen password gives an attacker the whole tenant.',
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
    policy:
      'all users, all resources, device platforms Any except Android, iOS, Windows, macOS and Linux, grant "Block access"',
    impact: 'An attacker whose tool names no known platform bypasses every policy that is limited to platforms.',
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
    helpful: ['subscribedSkus'],
    frameworks: { prowler: ['entra_conditional_access_policy_explicitly_targets_azure_devops'] },
    recommendation: newPolicy({ settings: settings.devOps, note: 'Only if the tenant uses Azure DevOps.' }),
    impact: 'Source code and pipelines may be open to a stolen password.',
    evaluate: withP1(settings.devOps, azureDevOpsNamed),
  },
  {
    ...base,
    id: 'ca.locations',
    title: 'Sign-ins from untrusted locations are blocked',
    findingTitle: 'Sign-ins from untrusted locations are not reliably blocked',
    helpful: [...coverageHelp, 'subscribedSkus'],
    endangers: 'everyone',
    frameworks: {
      cis: ['5.2.2.15'],
      prowler: ['entra_conditional_access_policy_untrusted_locations_blocked'],
      nist: ['PR.IR-01'],
      iso: ['A.8.20'],
    },
    recommendation: newPolicy({ settings: settings.locations, note: knownPlaces }),
    impact: 'Stolen credentials can be used from anywhere in the world.',
    protects: protectsSignIn({ satisfies: ({ grant }) => blocks(grant) }),
    evaluate: withP1(settings.locations, untrustedBlocked),
  },
  {
    ...base,
    id: 'ca.admin.portals',
    title: 'Admin portals are blocked for users without a role',
    helpful: [...coverageHelp, 'subscribedSkus'],
    findingTitle: 'Admin portals are not reliably blocked for users without a role',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_admin_portals_access_restriction'], iso: ['A.8.18'] },
    recommendation: newPolicy({ settings: settings.portals }),
    impact: 'Any user account, taken over, can read users, groups and settings in the admin portals.',
    protects: protectsSignIn(portalsClosed),
    evaluate: withP1(settings.portals, adminPortalsShown),
  },
  {
    ...base,
    id: 'ca.signinfreq.unmanaged',
    title: 'Sessions on unmanaged devices end',
    helpful: [...coverageHelp, 'subscribedSkus'],
    // A session limit on all devices alike is not counted here, and ends these sessions too.
    findingTitle: 'Session limits aimed at unmanaged devices are missing or incomplete',
    endangers: 'data',
    frameworks: {
      prowler: ['entra_conditional_access_policy_corporate_device_sign_in_frequency_enforced'],
      iso: ['A.6.7'],
    },
    recommendation: newPolicy({ settings: settings.unmanaged }),
    impact: 'A session left open on a shared or personal computer stays open for the next person.',
    protects: protectsSignIn({
      satisfies: (policy) => aimsAtUnmanaged(policy) && sessionEnabled(policy, 'signInFrequency'),
    }),
    evaluate: withP1(settings.unmanaged, unmanagedSessions),
  },
];
