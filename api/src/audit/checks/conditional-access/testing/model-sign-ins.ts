import type { JsonObject } from '../../../facts/json-reader.ts';
import { accounts, groupIds, guestKinds, locations, roleIds, tenantIds } from './random-tenant.ts';

/**
 * What a sign-in of the model may be, value by value, and whether each condition of a policy in Graph's shape holds for it, by what
 * Microsoft Learn says of each (sign-in-model.ts says what follows). It shares no code with the engine.
 */
export type ModelUser = {
  id: string;
  kind: string;
  tenant: string;
  groups: readonly string[];
  roles: readonly string[];
};
export type App = { id: string; isOffice: boolean };
export type Place = { ip: string; country: string; mfaTrusted: boolean };
export type Device = { trustType: string | null; isCompliant: string | null; model: string | null };
export type Policy = { [key: string]: unknown };

/** Every choice of them, none and all among these. */
export const subsets = (values: readonly string[]): string[][] =>
  values.reduce<string[][]>((all, value) => all.concat(all.map((one) => one.concat(value))), [[]]);
export const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((item) => String(item).toLowerCase()) : [];
export const part = (value: unknown, key: string): Policy => ((value as Policy | null)?.[key] ?? {}) as Policy;

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

export const everybody = users();

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

export const userCondition = (conditions: Policy, user: ModelUser): boolean =>
  isNamed(part(conditions, 'users'), 'include', user) && !isNamed(part(conditions, 'users'), 'exclude', user);

const officeApps = ['00000002-0000-0ff1-ce00-000000000000', '00000003-0000-0ff1-ce00-000000000000'];
export const azure = '797f4846-ba00-4fd7-ba43-dac1f8f63013';
export const apps: App[] = [
  ...officeApps.map((id) => ({ id, isOffice: true })),
  { id: 'another of office 365', isOffice: true },
  { id: azure, isOffice: false },
  { id: '90000000-0000-4000-8000-000000000001', isOffice: false },
  { id: 'any other', isOffice: false },
];
export const registering = 'urn:user:registersecurityinfo';
export const joining = 'urn:user:registerdevice';
export const actions = [registering, joining];

export function appCondition(conditions: Policy, app: App): boolean {
  const target = part(conditions, 'applications');
  const named = listOf(target.includeUserActions);
  if (actions.includes(app.id)) return named.includes(app.id);
  if (named.length > 0) return false;
  const names = (key: string): boolean =>
    listOf(target[key]).some((name) => name === 'all' || name === app.id || (name === 'office365' && app.isOffice));
  return names('includeApplications') && !names('excludeApplications');
}

export const clients = ['browser', 'mobileappsanddesktopclients', 'exchangeactivesync', 'other'];
export const clientCondition = (conditions: Policy, client: string): boolean => {
  const listed = listOf(conditions.clientAppTypes);
  return listed.length === 0 || listed.includes('all') || listed.includes(client);
};

export const platforms = ['android', 'ios', 'windows', 'macos', 'linux', 'unknown'];
export function platformCondition(conditions: Policy, platform: string): boolean {
  if (!conditions.platforms) return true;
  const named = part(conditions, 'platforms');
  const isIn = (key: string): boolean => listOf(named[key]).some((one) => one === 'all' || one === platform);
  return isIn('includePlatforms') && !isIn('excludePlatforms');
}

export const places: Place[] = ['1.2.3.4', '1.2.4.4', '1.2.9.9', '8.8.8.8'].flatMap((ip) =>
  ['DE', 'FR', 'US'].flatMap((country) => [false, true].map((mfaTrusted) => ({ ip, country, mfaTrusted }))),
);
const isInLocation = (id: string, place: Place): boolean => {
  const location = locations.find((one) => one.id === id);
  if (location === undefined) return false;
  return location.country === undefined
    ? place.ip.startsWith(location.prefix ?? '?')
    : place.country === location.country;
};
export const isTrusted = (place: Place): boolean =>
  place.mfaTrusted || locations.some((location) => location.isTrusted === true && isInLocation(location.id, place));
export function placeCondition(conditions: Policy, place: Place): boolean {
  if (!conditions.locations) return true;
  const named = part(conditions, 'locations');
  const isIn = (key: string): boolean =>
    listOf(named[key]).some((id) => id === 'all' || (id === 'alltrusted' ? isTrusted(place) : isInLocation(id, place)));
  return isIn('includeLocations') && !isIn('excludeLocations');
}

export const risks = ['none', 'low', 'medium', 'high'];
export const riskCondition =
  (key: string) =>
  (conditions: Policy, level: string): boolean => {
    const listed = listOf(conditions[key]);
    return listed.length === 0 || listed.includes(level);
  };

export const insiderRisks = ['none', 'minor', 'moderate', 'elevated'];
export const insiderRiskCondition = (conditions: Policy, level: string): boolean =>
  typeof conditions.insiderRiskLevels !== 'string' || conditions.insiderRiskLevels.split(',').includes(level);

export const flows = ['none', 'devicecodeflow', 'authenticationtransfer'];
export function flowCondition(conditions: Policy, flow: string): boolean {
  const methods = part(conditions, 'authenticationFlows').transferMethods;
  return typeof methods !== 'string' || methods === '' || methods.toLowerCase().split(',').includes(flow);
}

export const devices: Device[] = [
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
export function deviceCondition(conditions: Policy, device: Device): boolean {
  const filter = part(part(conditions, 'devices'), 'deviceFilter');
  if (typeof filter.rule !== 'string') return true;
  const matches = deviceRules.find(([rule]) => rule === filter.rule)?.[1](device) === true;
  return filter.mode === 'exclude' ? !matches : matches;
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
export function meets(policy: JsonObject, signIn: SignIn): boolean {
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
