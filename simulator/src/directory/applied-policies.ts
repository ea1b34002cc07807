import type {
  AppliedConditionalAccessPolicy,
  ConditionalAccessConditionSet,
  ConditionalAccessPolicy,
} from '@microsoft/microsoft-graph-types';
import { roleTemplates } from './role-templates.ts';
import type { TenantDirectory } from './tenant-directory.ts';
import { activeRolesOf, memberIndices } from './user-memberships.ts';

/** What a sign-in of the log is, as far as its policies are held against it. */
export interface LoggedFacts {
  user: number;
  guest: boolean;
  /** As policies name it: `browser`, `other`. */
  client: string;
  resourceId: string;
  platform: string;
  /** Ids of the named locations that it came from. */
  places: readonly string[];
  trustedPlace: boolean;
  compliant: boolean;
  hybridJoined: boolean;
  /** MFA was given before, or with this sign-in. */
  mfaGiven: boolean;
}

type Result = NonNullable<AppliedConditionalAccessPolicy['result']>;

const named = (list: readonly string[] | null | undefined, value: string): boolean =>
  (list ?? []).some((one) => one.toLowerCase() === value.toLowerCase());

function reader(directory: TenantDirectory) {
  const members = new Map<string, ReadonlySet<number>>();
  const roles = new Map<number, readonly string[]>();
  const isMember = (groupId: string, user: number): boolean => {
    const group = directory.indexOfGroup(groupId);
    const known = members.get(groupId) ?? new Set(group === null ? [] : memberIndices(directory, group));
    members.set(groupId, known);
    return known.has(user);
  };
  const rolesOf = (user: number): readonly string[] => {
    const known = roles.get(user) ?? activeRolesOf(directory, user, true).map((name) => roleTemplates[name]);
    roles.set(user, known);
    return known;
  };
  return { isMember, rolesOf };
}

/** The controls that are met or not, by what a client can do at all: one of legacy authentication is shown no page. */
function outcome(policy: ConditionalAccessPolicy, facts: LoggedFacts): 'success' | 'failure' | 'interrupted' {
  const grant = policy.grantControls;
  const controls = [...(grant?.builtInControls ?? []), ...(grant?.authenticationStrength ? ['mfa'] : [])];
  const legacy = facts.client === 'other' || facts.client === 'exchangeActiveSync';
  const results = controls.map((control) => {
    if (control === 'compliantDevice') return facts.compliant ? 'success' : 'failure';
    if (control === 'domainJoinedDevice') return facts.hybridJoined ? 'success' : 'failure';
    if (control === 'mfa') return facts.mfaGiven && !legacy ? 'success' : legacy ? 'failure' : 'interrupted';
    // Its telephones have Microsoft's own applications.
    return control === 'approvedApplication' || control === 'compliantApplication' ? 'success' : 'failure';
  });
  if (results.length === 0) return 'success';
  const order = ['success', 'interrupted', 'failure'] as const;
  const ranks = results.map((result) => order.indexOf(result));
  return order[grant?.operator === 'AND' ? Math.max(...ranks) : Math.min(...ranks)] ?? 'failure';
}

function locationHolds({ locations }: ConditionalAccessConditionSet, facts: LoggedFacts): boolean {
  if (!locations) return true;
  const isIn = (list: readonly string[] | null | undefined): boolean =>
    named(list, 'All') ||
    (facts.trustedPlace && named(list, 'AllTrusted')) ||
    facts.places.some((place) => named(list, place));
  return isIn(locations.includeLocations) && !isIn(locations.excludeLocations);
}

function platformHolds({ platforms }: ConditionalAccessConditionSet, { platform }: LoggedFacts): boolean {
  if (!platforms) return true;
  const isIn = (list: readonly string[] | null | undefined): boolean => named(list, 'all') || named(list, platform);
  return isIn(platforms.includePlatforms) && !isIn(platforms.excludePlatforms);
}

function applicationHolds({ applications }: ConditionalAccessConditionSet, { resourceId }: LoggedFacts): boolean {
  if ((applications?.includeUserActions ?? []).length > 0) return false;
  const isIn = (list: readonly string[] | null | undefined): boolean =>
    named(list, 'All') || named(list, 'Office365') || named(list, resourceId);
  return isIn(applications?.includeApplications) && !isIn(applications?.excludeApplications);
}

/** What these policies were to sign-ins of a tenant, as its log tells (appliedConditionalAccessPolicy, Microsoft Graph v1.0). */
export function appliedPolicies(directory: TenantDirectory) {
  const policies = directory.profile.conditionalAccess(directory);
  const { isMember, rolesOf } = reader(directory);

  function usersHold({ users }: ConditionalAccessConditionSet, { user, guest }: LoggedFacts): boolean {
    const isIn = (kind: 'include' | 'exclude'): boolean =>
      (kind === 'include' && named(users?.includeUsers, 'All')) ||
      named(users?.[`${kind}Users`], directory.userId(user)) ||
      (guest &&
        (named(users?.[`${kind}Users`], 'GuestsOrExternalUsers') || !!users?.[`${kind}GuestsOrExternalUsers`])) ||
      (users?.[`${kind}Groups`] ?? []).some((group) => isMember(group, user)) ||
      rolesOf(user).some((role) => named(users?.[`${kind}Roles`], role));
    return isIn('include') && !isIn('exclude');
  }

  /** Conditions on risk, flows and device filters are not held against the log's sign-ins, which have none of these. */
  function applies({ conditions }: ConditionalAccessPolicy, facts: LoggedFacts): boolean {
    if (!conditions) return false;
    const clients = conditions.clientAppTypes ?? [];
    const isSpecial =
      (conditions.userRiskLevels ?? []).length > 0 ||
      (conditions.signInRiskLevels ?? []).length > 0 ||
      Boolean(Reflect.get(conditions, 'authenticationFlows')) ||
      Boolean(Reflect.get(conditions, 'insiderRiskLevels')) ||
      !!conditions.devices?.deviceFilter;
    return (
      !isSpecial &&
      usersHold(conditions, facts) &&
      applicationHolds(conditions, facts) &&
      (clients.length === 0 || named(clients, 'all') || named(clients, facts.client)) &&
      platformHolds(conditions, facts) &&
      locationHolds(conditions, facts)
    );
  }

  function resultOf(policy: ConditionalAccessPolicy, facts: LoggedFacts): Result {
    if (policy.state === 'disabled') return 'notEnabled';
    const isReportOnly = policy.state === 'enabledForReportingButNotEnforced';
    if (!applies(policy, facts)) return isReportOnly ? 'reportOnlyNotApplied' : 'notApplied';
    const result = outcome(policy, facts);
    if (!isReportOnly) return result === 'success' ? 'success' : 'failure';
    if (result === 'interrupted') return 'reportOnlyInterrupted';
    return result === 'success' ? 'reportOnlySuccess' : 'reportOnlyFailure';
  }

  return (facts: LoggedFacts): AppliedConditionalAccessPolicy[] =>
    policies.map((policy) => ({
      id: policy.id ?? '',
      displayName: policy.displayName ?? null,
      enforcedGrantControls: [
        ...(policy.grantControls?.builtInControls ?? []).map(
          (control) => control.charAt(0).toUpperCase() + control.slice(1),
        ),
        ...(policy.grantControls?.authenticationStrength ? ['RequireAuthenticationStrength'] : []),
      ],
      enforcedSessionControls: [],
      result: resultOf(policy, facts),
    }));
}
