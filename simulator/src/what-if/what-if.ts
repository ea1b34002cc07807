import { type DeviceInfo, deviceMatches } from './device-rule.ts';
import { isInAny, type Place } from './sign-in-places.ts';

/**
 * Conditional Access, one concrete sign-in against one policy after another, by what Microsoft Learn says of each condition. It
 * shares nothing with the product's engine, so that the two can be held against one another.
 */
type Json = Readonly<Record<string, unknown>>;

/** Who signs in, as the directory knows them. `kind`: one of Microsoft's kinds of guests in lower case; '' is a member. */
export type WhatIfUser = {
  id: string;
  kind: string;
  tenant: string;
  groups: readonly string[];
  roles: readonly string[];
};

export type WhatIfSignIn = {
  user: WhatIfUser;
  /** Applications in lower case, or one user action. */
  applications: readonly string[];
  userAction: string | null;
  client: string;
  platform: string;
  place: Place;
  signInRisk: string;
  userRisk: string;
  insiderRisk: string;
  flow: string;
  device: DeviceInfo;
};

const part = (value: unknown, key: string): Json => ((value as Json | null | undefined)?.[key] ?? {}) as Json;
const lower = (value: unknown): string[] =>
  (Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [])
    .map((item) => String(item).trim().toLowerCase())
    .filter((item) => item !== '');

function namesUser(users: Json, way: 'include' | 'exclude', { id, kind, tenant, groups, roles }: WhatIfUser): boolean {
  const names = lower(users[`${way}Users`]);
  if (names.includes('all') || names.includes(id)) return true;
  if (names.includes('guestsorexternalusers') && kind !== '') return true;
  if (lower(users[`${way}Groups`]).some((group) => groups.includes(group))) return true;
  if (lower(users[`${way}Roles`]).some((role) => roles.includes(role))) return true;
  const guests = part(users, `${way}GuestsOrExternalUsers`);
  if (kind === '' || !lower(guests.guestOrExternalUserTypes).includes(kind)) return false;
  const tenants = part(guests, 'externalTenants');
  const membership = String(tenants.membershipKind ?? 'all').toLowerCase();
  return membership === 'all' || lower(tenants.members).includes(tenant);
}

/** Microsoft Learn, "Apps included in Conditional Access Office 365 app suite": those that have an id there. */
const office365 = new Set([
  '00000002-0000-0ff1-ce00-000000000000',
  '00000003-0000-0ff1-ce00-000000000000',
  '00000004-0000-0ff1-ce00-000000000000',
  '00000005-0000-0ff1-ce00-000000000000',
  '00000006-0000-0ff1-ce00-000000000000',
  '00000007-0000-0ff1-ce00-000000000000',
  '4765445b-32c6-49b0-83e6-1d93765276ca',
  '905fcf26-4eb7-48a0-9ff0-8dcc7194b5ba',
  'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe',
]);

const actions: Readonly<Record<string, string>> = {
  registersecurityinformation: 'urn:user:registersecurityinfo',
  registerorjoindevices: 'urn:user:registerdevice',
};

function targetReason(conditions: Json, { applications, userAction }: WhatIfSignIn): string | null {
  const target = part(conditions, 'applications');
  const named = lower(target.includeUserActions);
  // User actions are no applications: each policy has one or the other (Graph, conditionalAccessApplications).
  if (userAction !== null) return named.includes(actions[userAction.toLowerCase()] ?? '') ? null : 'userActions';
  if (named.length > 0) return 'userActions';
  if (lower(target.includeAuthenticationContextClassReferences).length > 0) return 'authenticationContext';
  if (part(target, 'applicationFilter').rule !== undefined) return 'notEnoughInformation';
  const names = (way: 'include' | 'exclude'): boolean =>
    lower(target[`${way}Applications`]).some((name) =>
      applications.some((app) => name === 'all' || name === app || (name === 'office365' && office365.has(app))),
    );
  return names('include') && !names('exclude') ? null : 'application';
}

function placeReason(conditions: Json, { place }: WhatIfSignIn, locations: readonly Json[]): string | null {
  if (!conditions.locations) return null;
  const named = part(conditions, 'locations');
  const included = isInAny(lower(named.includeLocations), locations, place);
  const excluded = isInAny(lower(named.excludeLocations), locations, place);
  if (included === false || excluded === true) return 'location';
  return included === null || excluded === null ? 'notEnoughInformation' : null;
}

function deviceReason(conditions: Json, { device }: WhatIfSignIn): string | null {
  const { rule, mode } = part(part(conditions, 'devices'), 'deviceFilter');
  if (typeof rule !== 'string') return null;
  return deviceMatches(rule, device) === (String(mode).toLowerCase() !== 'exclude') ? null : 'devices';
}

function listReason(value: unknown, own: string, reason: string): string | null {
  const listed = lower(value);
  return listed.length === 0 || listed.includes('all') || listed.includes(own) ? null : reason;
}

function platformReason(conditions: Json, { platform }: WhatIfSignIn): string | null {
  if (!conditions.platforms) return null;
  const { includePlatforms, excludePlatforms } = part(conditions, 'platforms');
  const isIn = (list: unknown): boolean => lower(list).some((one) => one === 'all' || one === platform);
  return isIn(includePlatforms) && !isIn(excludePlatforms) ? null : 'devicePlatform';
}

/** Why the policy does not apply, in the words of whatIfAnalysisReasons; `notSet` where it does. */
function analysisOf(policy: Json, signIn: WhatIfSignIn, locations: readonly Json[]): string {
  if (policy.state === 'disabled') return 'policyNotEnabled';
  const conditions = part(policy, 'conditions');
  const users = part(conditions, 'users');
  const isNamed = namesUser(users, 'include', signIn.user) && !namesUser(users, 'exclude', signIn.user);
  return (
    (isNamed ? null : 'users') ??
    targetReason(conditions, signIn) ??
    listReason(conditions.clientAppTypes, signIn.client, 'clientApps') ??
    platformReason(conditions, signIn) ??
    placeReason(conditions, signIn, locations) ??
    deviceReason(conditions, signIn) ??
    listReason(conditions.signInRiskLevels, signIn.signInRisk, 'signInRisk') ??
    listReason(conditions.userRiskLevels, signIn.userRisk, 'userRisk') ??
    listReason(conditions.insiderRiskLevels, signIn.insiderRisk, 'insiderRisk') ??
    listReason(part(conditions, 'authenticationFlows').transferMethods, signIn.flow, 'authenticationFlow') ??
    'notSet'
  );
}

/** The policies with what the sign-in makes of each (Graph v1.0, whatIfAnalysisResult). */
export const whatIf = (policies: readonly Json[], locations: readonly Json[], signIn: WhatIfSignIn): Json[] =>
  policies.map((policy) => {
    const analysisReasons = analysisOf(policy, signIn, locations);
    return { ...policy, policyApplies: analysisReasons === 'notSet', analysisReasons };
  });
