import type { JsonObject } from '../../../facts/json-reader.ts';
import { accounts, adminRoles, groupIds, guestKinds, locations, roleIds, tenantIds } from './random-tenant.ts';

/**
 * A second opinion on Conditional Access, for tests: concrete sign-ins, held against policies in Graph's shape by what
 * Microsoft Learn says of each condition, one at a time and without any cleverness. It shares no code with the engine.
 */
export type ModelUser = {
  id: string;
  kind: string;
  tenant: string;
  groups: readonly string[];
  roles: readonly string[];
};
type App = { id: string; isOffice: boolean };
type Place = { ip: string; country: string; mfaTrusted: boolean };
type Device = { trustType: string | null; isCompliant: string | null; model: string | null };
type Policy = { [key: string]: unknown };

const subsets = (values: readonly string[]): string[][] =>
  values.reduce<string[][]>((all, value) => all.concat(all.map((one) => one.concat(value))), [[]]);
const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((item) => String(item).toLowerCase()) : [];
const part = (value: unknown, key: string): Policy => ((value as Policy | null)?.[key] ?? {}) as Policy;

/** Everybody: each account of the directory, and anybody that it does not name, in all groups and roles that they may be in. */
function users(): ModelUser[] {
  const kinds = guestKinds.flatMap((kind) =>
    (kind === 'internalguest' ? ['-'] : [...tenantIds, 'elsewhere']).map((tenant) => ({ kind, tenant })),
  );
  const known = accounts.flatMap(({ id, kind }) =>
    kind === 'member'
      ? [{ id, kind, tenant: '-' }]
      : [...tenantIds, 'elsewhere'].map((tenant) => ({ id, kind, tenant })),
  );
  const people = [
    { id: 'anybody', kind: 'member', tenant: '-' },
    ...kinds.map((one) => ({ id: 'anybody', ...one })),
    ...known,
  ];
  return people.flatMap((person) =>
    subsets(groupIds).flatMap((groups) => subsets(roleIds).map((roles) => ({ ...person, groups, roles }))),
  );
}

function isNamed(policyUsers: Policy, direction: 'include' | 'exclude', user: ModelUser): boolean {
  const names = listOf(policyUsers[`${direction}Users`]);
  if (names.includes('all') || names.includes(user.id)) return true;
  if (names.includes('guestsorexternalusers') && user.kind !== 'member') return true;
  if (listOf(policyUsers[`${direction}Groups`]).some((group) => user.groups.includes(group))) return true;
  if (listOf(policyUsers[`${direction}Roles`]).some((role) => user.roles.includes(role))) return true;
  const guests = policyUsers[`${direction}GuestsOrExternalUsers`] as Policy | null | undefined;
  if (!guests) return false;
  const kinds = String(guests.guestOrExternalUserTypes).toLowerCase().split(',');
  const tenants = guests.externalTenants as Policy | null | undefined;
  const isFromThere = !tenants || tenants.membershipKind === 'all' || listOf(tenants.members).includes(user.tenant);
  return kinds.includes(user.kind) && isFromThere;
}

const userCondition = (conditions: Policy, user: ModelUser): boolean =>
  isNamed(part(conditions, 'users'), 'include', user) && !isNamed(part(conditions, 'users'), 'exclude', user);

const officeApps = ['00000002-0000-0ff1-ce00-000000000000', '00000003-0000-0ff1-ce00-000000000000'];
export const azure = '797f4846-ba00-4fd7-ba43-dac1f8f63013';
const apps: App[] = [
  ...officeApps.map((id) => ({ id, isOffice: true })),
  { id: 'another of office 365', isOffice: true },
  { id: azure, isOffice: false },
  { id: '90000000-0000-4000-8000-000000000001', isOffice: false },
  { id: 'any other', isOffice: false },
];
export const registering = 'urn:user:registersecurityinfo';
export const joining = 'urn:user:registerdevice';
const actions = [registering, joining];

function appCondition(conditions: Policy, app: App): boolean {
  const target = part(conditions, 'applications');
  const named = listOf(target.includeUserActions);
  if (actions.includes(app.id)) return named.includes(app.id);
  if (named.length > 0) return false;
  const names = (key: string): boolean =>
    listOf(target[key]).some((name) => name === 'all' || name === app.id || (name === 'office365' && app.isOffice));
  return names('includeApplications') && !names('excludeApplications');
}

const clients = ['browser', 'mobileappsanddesktopclients', 'exchangeactivesync', 'other'];
const clientCondition = (conditions: Policy, client: string): boolean => {
  const listed = listOf(conditions.clientAppTypes);
  return listed.length === 0 || listed.includes('all') || listed.includes(client);
};

const platforms = ['android', 'ios', 'windows', 'macos', 'linux', 'unknown'];
function platformCondition(conditions: Policy, platform: string): boolean {
  if (!conditions.platforms) return true;
  const named = part(conditions, 'platforms');
  const isIn = (key: string): boolean => listOf(named[key]).some((one) => one === 'all' || one === platform);
  return isIn('includePlatforms') && !isIn('excludePlatforms');
}

const places: Place[] = ['1.2.3.4', '1.2.4.4', '1.2.9.9', '8.8.8.8'].flatMap((ip) =>
  ['DE', 'FR', 'US'].flatMap((country) => [false, true].map((mfaTrusted) => ({ ip, country, mfaTrusted }))),
);
const isInLocation = (id: string, place: Place): boolean => {
  const location = locations.find((one) => one.id === id);
  if (location === undefined) return false;
  return location.country === undefined
    ? place.ip.startsWith(location.prefix ?? '?')
    : place.country === location.country;
};
const isTrusted = (place: Place): boolean =>
  place.mfaTrusted || locations.some((location) => location.isTrusted === true && isInLocation(location.id, place));
function placeCondition(conditions: Policy, place: Place): boolean {
  if (!conditions.locations) return true;
  const named = part(conditions, 'locations');
  const isIn = (key: string): boolean =>
    listOf(named[key]).some((id) => id === 'all' || (id === 'alltrusted' ? isTrusted(place) : isInLocation(id, place)));
  return isIn('includeLocations') && !isIn('excludeLocations');
}

const risks = ['none', 'low', 'medium', 'high'];
const riskCondition =
  (key: string) =>
  (conditions: Policy, level: string): boolean => {
    const listed = listOf(conditions[key]);
    return listed.length === 0 || listed.includes(level);
  };

const insiderRisks = ['none', 'minor', 'moderate', 'elevated'];
const insiderRiskCondition = (conditions: Policy, level: string): boolean =>
  typeof conditions.insiderRiskLevels !== 'string' || conditions.insiderRiskLevels.split(',').includes(level);

const flows = ['none', 'devicecodeflow', 'authenticationtransfer'];
function flowCondition(conditions: Policy, flow: string): boolean {
  const methods = part(conditions, 'authenticationFlows').transferMethods;
  return typeof methods !== 'string' || methods === '' || methods.toLowerCase().split(',').includes(flow);
}

const devices: Device[] = [
  { trustType: null, isCompliant: null, model: null },
  ...['AzureAD', 'ServerAD', 'Workplace'].flatMap((trustType) =>
    ['True', 'False', null].flatMap((isCompliant) =>
      ['Surface Pro', 'Surface Hub', 'Other', null].map((model) => ({ trustType, isCompliant, model })),
    ),
  ),
];
/** Rules that the generator writes, each in words of its own; `null` is what every attribute of an unknown device is. */
export const deviceRules: readonly [rule: string, holds: (device: Device) => boolean][] = [
  ['device.isCompliant -eq True', (device) => device.isCompliant === 'True'],
  ['device.isCompliant -ne True', (device) => device.isCompliant !== 'True'],
  ['device.trustType -eq "ServerAD"', (device) => device.trustType === 'ServerAD'],
  ['device.trustType -ne "ServerAD"', (device) => device.trustType !== 'ServerAD'],
  [
    'device.isCompliant -eq True -or device.trustType -eq "ServerAD"',
    (device) => device.isCompliant === 'True' || device.trustType === 'ServerAD',
  ],
  [
    '(device.isCompliant -ne True) -and (device.trustType -ne "ServerAD")',
    (device) => device.isCompliant !== 'True' && device.trustType !== 'ServerAD',
  ],
  ['device.model -startsWith "Surface"', (device) => device.model?.startsWith('Surface') === true],
  ['device.model -notStartsWith "Surface"', (device) => device.model?.startsWith('Surface') !== true],
  [
    'device.model -in ["Surface Pro", "Surface Hub"]',
    (device) => ['Surface Pro', 'Surface Hub'].includes(device.model ?? ''),
  ],
  ['device.trustType -in ["AzureAD", "ServerAD", "Workplace"]', (device) => device.trustType !== null],
  ['not (device.model -contains "hub")', (device) => device.model?.toLowerCase().includes('hub') !== true],
];
function deviceCondition(conditions: Policy, device: Device): boolean {
  const filter = part(part(conditions, 'devices'), 'deviceFilter');
  if (typeof filter.rule !== 'string') return true;
  const matches = deviceRules.find(([rule]) => rule === filter.rule)?.[1](device) === true;
  return filter.mode === 'exclude' ? !matches : matches;
}

type Wanted = 'block' | 'mfa' | 'phishingResistant' | 'managed' | 'freshMfa' | 'recovery' | 'anything';

const isManaged = (device: Device): boolean => device.isCompliant === 'True' || device.trustType === 'ServerAD';

/** Whether everybody who gets past the policy from this device has done what is wanted: in no way that is open to them is it left out. */
export function enforces(policy: JsonObject, device: Device, wanted: Wanted): boolean {
  const grant = (policy.grantControls ?? {}) as Policy;
  const strength = grant.authenticationStrength as Policy | null | undefined;
  const controls = listOf(grant.builtInControls);
  const ways = [...controls, ...(strength ? ['strength'] : []), ...listOf(grant.termsOfUse).map(() => 'terms')];
  if (ways.length === 0) return false;
  if (controls.includes('block')) return true;
  if (wanted === 'block') return false;
  if (wanted === 'anything') return ways.some((way) => !['passwordchange', 'terms'].includes(way));
  const canDo = (way: string): boolean =>
    way === 'compliantdevice'
      ? device.isCompliant === 'True'
      : way === 'domainjoineddevice'
        ? device.trustType === 'ServerAD'
        : true;
  const isWanted = (way: string): boolean => gives(way, listOf(strength?.allowedCombinations), wanted, policy);
  const recovers = grant.operator === 'AND' && ['mfa', 'passwordchange'].every((control) => controls.includes(control));
  if (wanted === 'recovery' && recovers) return true;
  if (grant.operator === 'AND') return ways.some((way) => !canDo(way) || isWanted(way));
  return ways.every((way) => !canDo(way) || isWanted(way));
}

/** Whether nobody gets past the policy from this device, whatever they do. */
export function isBlockedFrom(policy: JsonObject, device: Device): boolean {
  const grant = (policy.grantControls ?? {}) as Policy;
  const controls = listOf(grant.builtInControls);
  if (controls.includes('block')) return true;
  const isOutOfReach = (control: string): boolean =>
    (control === 'compliantdevice' && device.isCompliant !== 'True') ||
    (control === 'domainjoineddevice' && device.trustType !== 'ServerAD');
  if (grant.operator === 'AND') return controls.some(isOutOfReach);
  const others = (grant.authenticationStrength ? 1 : 0) + listOf(grant.termsOfUse).length;
  return controls.length > 0 && others === 0 && controls.every(isOutOfReach);
}

/**
 * Whether a client of legacy authentication is kept out, which can prove nothing. Exchange ActiveSync alone tells the state of its device.
 */
export function isLegacyOut(policy: JsonObject, client: string, device: Device): boolean {
  const grant = (policy.grantControls ?? {}) as Policy;
  const controls = listOf(grant.builtInControls);
  const proofs = (grant.authenticationStrength ? 1 : 0) + listOf(grant.termsOfUse).length;
  if (controls.length + proofs === 0) return false;
  const has = (control: string): boolean =>
    client === 'exchangeactivesync' &&
    ((control === 'compliantdevice' && device.isCompliant === 'True') ||
      (control === 'domainjoineddevice' && device.trustType === 'ServerAD'));
  if (grant.operator === 'AND') return proofs > 0 || !controls.every(has);
  return controls.includes('block') || !controls.some(has);
}

/** Whether everybody signs in anew each time. */
export const asksEveryTime = (policy: JsonObject): boolean => {
  const frequency = part(policy.sessionControls, 'signInFrequency');
  return frequency.isEnabled === true && frequency.frequencyInterval === 'everyTime';
};

const resistant = ['windowshelloforbusiness', 'fido2', 'x509certificatemultifactor'];
function gives(way: string, combinations: readonly string[], wanted: Wanted, policy: JsonObject): boolean {
  if (wanted === 'managed') return ['compliantdevice', 'domainjoineddevice'].includes(way);
  if (wanted === 'recovery' || (wanted === 'freshMfa' && !asksEveryTime(policy))) return false;
  if (way === 'strength')
    return combinations.every(
      (one) => resistant.includes(one) || (wanted !== 'phishingResistant' && one.includes(',')),
    );
  return way === 'mfa' && wanted !== 'phishingResistant';
}

type Question = {
  wanted: Wanted;
  user?: (user: ModelUser) => boolean;
  app?: string;
  client?: (client: string) => boolean;
  platform?: string;
  place?: (place: Place) => boolean;
  userRisk?: string;
  signInRisks?: readonly string[];
  flow?: string;
  device?: (device: Device) => boolean;
};

const isModern = (client: string): boolean => ['browser', 'mobileappsanddesktopclients'].includes(client);
const isAdmin = (user: ModelUser): boolean => user.roles.some((role) => adminRoles.includes(role));

/** What each check asks, and of which sign-ins. */
export const questions: Readonly<Record<string, Question>> = {
  'ca.mfa.all': { wanted: 'mfa' },
  'ca.mfa.all.phish': { wanted: 'phishingResistant' },
  'ca.mfa.admins': { wanted: 'mfa', user: isAdmin },
  'ca.mfa.admins.phish': { wanted: 'phishingResistant', user: isAdmin },
  'ca.mfa.guests': { wanted: 'mfa', user: ({ kind }) => kind !== 'member' },
  'ca.mfa.azure': { wanted: 'mfa', app: azure },
  'ca.mfa.secinfo': { wanted: 'managed', app: registering, client: isModern, device: (device) => !isManaged(device) },
  'ca.legacy': { wanted: 'block', client: (client) => !isModern(client) },
  'ca.device': { wanted: 'managed', device: (device) => !isManaged(device) },
  'ca.coverage': { wanted: 'anything' },
  'ca.devicecode': { wanted: 'block', client: isModern, flow: 'devicecodeflow' },
  'ca.platforms': { wanted: 'block', platform: 'unknown' },
  'ca.locations': { wanted: 'block', place: (place) => !isTrusted(place) },
  'ca.risk.user': { wanted: 'recovery', userRisk: 'high' },
  'ca.risk.user.block': { wanted: 'block', userRisk: 'high' },
  'ca.risk.signin': { wanted: 'freshMfa', signInRisks: ['medium', 'high'] },
  'ca.risk.signin.high': { wanted: 'block', signInRisks: ['high'] },
  'ca.mfa.device.reg': { wanted: 'mfa', app: joining, client: isModern },
};

/** For each value of a dimension, the policies (as bits) that it does not get past; each combination once. */
function reached<T>(
  values: readonly T[],
  policies: readonly JsonObject[],
  holds: (policy: JsonObject, value: T) => boolean,
): Set<number> {
  return new Set(
    values.map((value) =>
      policies.reduce((bits, policy, index) => (holds(policy, value) ? bits | (1 << index) : bits), 0),
    ),
  );
}

const everybody = users();

/** Whether some sign-in that the question is about gets past every enabled policy that enforces what is wanted. */
export function escapes(all: readonly JsonObject[], question: Question, seesRisks: boolean): boolean {
  const policies = all.filter(({ state }) => state === 'enabled');
  const of = (policy: JsonObject): Policy => policy.conditions as Policy;
  const only = <T>(values: readonly T[], wanted: T | undefined): readonly T[] =>
    wanted === undefined ? values : [wanted];
  const levels = seesRisks ? risks : ['hidden'];
  const asked = actions.includes(question.app ?? '')
    ? [{ id: question.app ?? '', isOffice: false }]
    : apps.filter(({ id }) => question.app === undefined || id === question.app);
  const dimensions = [
    reached(everybody.filter(question.user ?? (() => true)), policies, (policy, user) =>
      userCondition(of(policy), user),
    ),
    reached(asked, policies, (policy, app) => appCondition(of(policy), app)),
    reached(clients.filter(question.client ?? (() => true)), policies, (policy, client) =>
      clientCondition(of(policy), client),
    ),
    reached(only(platforms, question.platform), policies, (policy, platform) =>
      platformCondition(of(policy), platform),
    ),
    reached(places.filter(question.place ?? (() => true)), policies, (policy, place) =>
      placeCondition(of(policy), place),
    ),
    reached(only(levels, question.userRisk), policies, (policy, level) =>
      riskCondition('userRiskLevels')(of(policy), level),
    ),
    reached(question.signInRisks ?? levels, policies, (policy, level) =>
      riskCondition('signInRiskLevels')(of(policy), level),
    ),
    reached(insiderRisks, policies, (policy, level) => insiderRiskCondition(of(policy), level)),
    reached(only(flows, question.flow), policies, (policy, flow) => flowCondition(of(policy), flow)),
    reached(
      devices.filter(question.device ?? (() => true)),
      policies,
      (policy, device) => deviceCondition(of(policy), device) && enforces(policy, device, question.wanted),
    ),
  ];
  let left = new Set([(1 << policies.length) - 1]);
  for (const bits of dimensions) left = new Set([...left].flatMap((one) => [...bits].map((more) => one & more)));
  return left.has(0);
}

/**
 * What each dimension of a sign-in leaves of the policies that reach it: `bits` of a policy where it applies. Device and client leave
 * what `ofDevice` and `ofClient` say of a policy that applies to them.
 */
export function reachedBy(
  policies: readonly JsonObject[],
  seesRisks: boolean,
  bits: (index: number) => bigint,
  ofDevice: (policy: JsonObject, device: Device, index: number) => bigint,
  ofClient: (client: string, index: number) => bigint,
): { ofUser(user: ModelUser): bigint; others: Set<bigint>[] } {
  const of = (policy: JsonObject): Policy => policy.conditions as Policy;
  const sum = (own: (policy: JsonObject, index: number) => bigint): bigint =>
    policies.reduce((all, policy, index) => all | own(policy, index), 0n);
  const each = <T>(values: readonly T[], holds: (conditions: Policy, value: T) => boolean): Set<bigint> =>
    new Set(values.map((value) => sum((policy, index) => (holds(of(policy), value) ? bits(index) : 0n))));
  const levels = seesRisks ? risks : ['hidden'];
  const targets = [...apps, ...actions.map((id) => ({ id, isOffice: false }))];
  return {
    ofUser: (user) => sum((policy, index) => (userCondition(of(policy), user) ? bits(index) : 0n)),
    others: [
      each(targets, appCondition),
      new Set(
        clients.map((client) =>
          sum((policy, index) => (clientCondition(of(policy), client) ? ofClient(client, index) : 0n)),
        ),
      ),
      each(platforms, platformCondition),
      each(places, placeCondition),
      each(levels, riskCondition('userRiskLevels')),
      each(levels, riskCondition('signInRiskLevels')),
      each(insiderRisks, insiderRiskCondition),
      each(flows, flowCondition),
      new Set(
        devices.map((device) =>
          sum((policy, index) => (deviceCondition(of(policy), device) ? ofDevice(policy, device, index) : 0n)),
        ),
      ),
    ],
  };
}

/** One sign-in with everything about it. */
export type SignIn = {
  user: ModelUser;
  app: App;
  client: string;
  platform: string;
  place: Place;
  userRisk: string;
  signInRisk: string;
  insiderRisk: string;
  flow: string;
  device: Device;
};

/** Every value that a sign-in of the model may have, by what it is a value of. */
export const signInValues: { readonly [K in keyof SignIn]: readonly SignIn[K][] } = {
  user: everybody,
  app: [...apps, ...actions.map((id) => ({ id, isOffice: false }))],
  client: clients,
  platform: platforms,
  place: places,
  userRisk: risks,
  signInRisk: risks,
  insiderRisk: insiderRisks,
  flow: flows,
  device: devices,
};

/** Whether an enabled policy applies to the sign-in. */
function meets(policy: JsonObject, signIn: SignIn): boolean {
  const conditions = policy.conditions as Policy;
  return (
    policy.state === 'enabled' &&
    userCondition(conditions, signIn.user) &&
    appCondition(conditions, signIn.app) &&
    clientCondition(conditions, signIn.client) &&
    platformCondition(conditions, signIn.platform) &&
    placeCondition(conditions, signIn.place) &&
    riskCondition('userRiskLevels')(conditions, signIn.userRisk) &&
    riskCondition('signInRiskLevels')(conditions, signIn.signInRisk) &&
    insiderRiskCondition(conditions, signIn.insiderRisk) &&
    flowCondition(conditions, signIn.flow) &&
    deviceCondition(conditions, signIn.device)
  );
}

/**
 * What the policies do to the sign-in: `in`, `asked` for something that a person can do, `out`. Who cannot be asked, because the client
 * shows no page, is kept out, and so is who would need a device in another state. Whether a person has a method of some strength is
 * `hasMethod`.
 */
export function doneTo(policies: readonly JsonObject[], signIn: SignIn, hasMethod: boolean): 'in' | 'asked' | 'out' {
  const canShowPage = ['browser', 'mobileappsanddesktopclients'].includes(signIn.client);
  const worth = { in: 0, asked: 1, out: 2 };
  let worst: 'in' | 'asked' | 'out' = 'in';
  for (const policy of policies.filter((one) => meets(one, signIn))) {
    const grant = (policy.grantControls ?? {}) as Policy;
    const controls = listOf(grant.builtInControls);
    const ways = controls.map((control) => {
      if (control === 'block') return 'out';
      // Of legacy clients, Exchange ActiveSync alone tells the state of its device.
      if (control === 'compliantdevice')
        return signIn.client !== 'other' && signIn.device.isCompliant === 'True' ? 'in' : 'out';
      if (control === 'domainjoineddevice')
        return signIn.client !== 'other' && signIn.device.trustType === 'ServerAD' ? 'in' : 'out';
      return canShowPage ? 'asked' : 'out';
    });
    if (grant.authenticationStrength) ways.push(canShowPage && hasMethod ? 'asked' : 'out');
    for (const _ of listOf(grant.termsOfUse)) ways.push(canShowPage ? 'asked' : 'out');
    if (ways.length === 0) continue;
    const sorted = ways.sort((a, b) => worth[a] - worth[b]);
    const result = controls.includes('block') ? 'out' : grant.operator === 'AND' ? sorted.at(-1) : sorted[0];
    if (result !== undefined && worth[result] > worth[worst]) worst = result;
  }
  return worst;
}

/** Whether somebody signs in anew each time, by a policy that applies; a client of legacy authentication has no session. */
export const isAskedEveryTime = (policies: readonly JsonObject[], signIn: SignIn): boolean =>
  ['browser', 'mobileappsanddesktopclients'].includes(signIn.client) &&
  policies.some((policy) => meets(policy, signIn) && asksEveryTime(policy));
