import { booleanAt, enumAt, type JsonObject, objectAt, textAt, textsAt, valueAt } from '../../facts/json-reader.ts';
import type { Exemption } from '../shared/check.ts';
import { acceptedExclusions, expectedExclusions } from './accepted-exclusions.ts';
import { type Grant, readGrant } from './grant.ts';
import { flags, guestItems, guestTypes, items, kindOf } from './items.ts';
import { isSet, unreadablePart, unreadableSession } from './policy-form.ts';

/**
 * One condition of a policy. A sign-in is a set of items such as `user:…`, `group:…`, `client:browser`, `location:…`.
 * The condition holds where it says `all` or an included item is present, and no excluded item is.
 */
export type Condition = { all: boolean; include: readonly string[]; exclude: readonly string[] };

export type CaPolicy = {
  id: string;
  name: string;
  state: 'enabled' | 'reportOnly' | 'disabled' | 'unknown';
  /** The part that does not have the documented form: nothing may be concluded from such a policy. */
  unreadable: string | null;
  /** The same of its session controls, which matter to some checks only. */
  unreadableSession: string | null;
  /** The same for the same content, whatever the order of policies. */
  key: string;
  conditions: readonly Condition[];
  grant: Grant;
  session: JsonObject;
  /** Exclusions that the customer declared, as items: left out of the conditions, and to be told of in a pass. */
  accepted: readonly string[];
  /** The same of exclusions that Microsoft asks for. */
  expected: readonly string[];
  raw: JsonObject;
};

export const clientTypes = ['browser', 'mobileappsanddesktopclients', 'exchangeactivesync', 'other'] as const;

const everything: Condition = { all: true, include: [], exclude: [] };
const nothing: Condition = { all: false, include: [], exclude: [] };

export const userActions: readonly string[] = [
  'action:urn:user:registersecurityinfo',
  'action:urn:user:registerdevice',
];

function userItems(users: JsonObject, direction: 'include' | 'exclude'): { all: boolean; items: string[] } {
  const names = textsAt(users, `${direction}Users`)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'none');
  const found = [
    ...items(
      'user',
      names.filter((name) => name !== 'all' && name !== 'guestsorexternalusers'),
    ),
    ...(names.includes('guestsorexternalusers') ? items('guest', guestTypes) : []),
    ...items('group', textsAt(users, `${direction}Groups`)),
    ...items('role', textsAt(users, `${direction}Roles`)),
    ...guestItems(users, `${direction}GuestsOrExternalUsers`),
  ];
  return { all: names.includes('all'), items: found };
}

function userCondition(users: JsonObject, exemption: Exemption, expected: ReadonlySet<string>): Condition {
  const included = userItems(users, 'include');
  const excluded = userItems(users, 'exclude');
  const exempt = new Set([
    ...items('user', exemption.users),
    ...items('group', exemption.groups),
    ...items('guest', exemption.guestUserTypes),
    ...expected,
  ]);
  if (excluded.all) return nothing;
  const isExempt = (item: string): boolean =>
    exempt.has(item) || (kindOf(item) === 'guest' && exempt.has(item.split('@')[0] ?? ''));
  return { all: included.all, include: included.items, exclude: excluded.items.filter((item) => !isExempt(item)) };
}

function applicationCondition(applications: JsonObject, exemption: Exemption): Condition {
  const apps = textsAt(applications, 'includeApplications').map((app) => app.trim().toLowerCase());
  const actions = items('action', textsAt(applications, 'includeUserActions'));
  const contexts = items('context', textsAt(applications, 'includeAuthenticationContextClassReferences'));
  const exempt = new Set(items('app', exemption.applications));
  const exclude = items('app', textsAt(applications, 'excludeApplications')).filter((item) => !exempt.has(item));
  if (exclude.includes('app:all')) return nothing;
  const rule = textAt(applications, 'applicationFilter', 'rule');
  const filterItem = rule === null ? [] : [`appfilter:${rule}`];
  const filterExcludes = enumAt(applications, 'applicationFilter', 'mode') === 'exclude';
  // Applications, user actions and authentication contexts exclude one another in Entra: where actions stand, apps do not count.
  if (actions.length + contexts.length > 0) return { all: false, include: [...actions, ...contexts], exclude };
  if (filterItem.length > 0 && !filterExcludes) return { all: false, include: filterItem, exclude };
  const include = items(
    'app',
    apps.filter((app) => app !== '' && app !== 'all' && app !== 'none'),
  );
  // User actions are no applications: a policy on all of them does not reach these (Graph, conditionalAccessApplications).
  return { all: apps.includes('all'), include, exclude: [...exclude, ...filterItem, ...userActions] };
}

/** A list condition that holds for everything while it is empty. */
function listCondition(prefix: string, value: unknown, allWord: string | null): Condition {
  if (!isSet(value)) return everything;
  const values = flags(value);
  if (allWord !== null && values.includes(allWord)) return everything;
  return { all: false, include: items(prefix, values), exclude: [] };
}

function rangeCondition(prefix: string, value: unknown, includeKey: string, excludeKey: string): Condition {
  if (!isSet(value)) return everything;
  const include = textsAt(value, includeKey).map((item) => item.trim().toLowerCase());
  const exclude = items(prefix, textsAt(value, excludeKey));
  if (exclude.includes(`${prefix}:all`)) return nothing;
  const all = include.length === 0 || include.includes('all');
  return { all, include: all ? [] : items(prefix, include), exclude };
}

function deviceCondition(devices: unknown): Condition {
  const rule = textAt(devices, 'deviceFilter', 'rule');
  const states = [...textsAt(devices, 'includeDeviceStates'), ...textsAt(devices, 'includeDevices')].map((state) =>
    state.toLowerCase(),
  );
  const excluded = [...textsAt(devices, 'excludeDeviceStates'), ...textsAt(devices, 'excludeDevices')];
  const excludes = enumAt(devices, 'deviceFilter', 'mode') === 'exclude';
  const include = [
    ...(rule !== null && !excludes ? [`device:${rule}`] : []),
    ...items(
      'devicestate',
      states.filter((s) => s !== 'all'),
    ),
  ];
  const exclude = [...(rule !== null && excludes ? [`device:${rule}`] : []), ...items('devicestate', excluded)];
  return { all: include.length === 0, include, exclude };
}

const knownConditions = new Set([
  'applications',
  'users',
  'clientAppTypes',
  'userRiskLevels',
  'signInRiskLevels',
  'insiderRiskLevels',
  'platforms',
  'locations',
  'devices',
  'authenticationFlows',
]);

/** Conditions that this reader does not know narrow a policy to an unknown degree: nothing is taken as covered by it. */
function otherConditions(conditions: JsonObject): Condition[] {
  return Object.keys(conditions)
    .filter((key) => !knownConditions.has(key) && !key.includes('@') && isSet(conditions[key]))
    .map((key) => {
      const item = `condition:${key.toLowerCase()} ${JSON.stringify(conditions[key])}`;
      return { all: false, include: [item], exclude: [] };
    });
}

function readState(raw: JsonObject): CaPolicy['state'] {
  const state = enumAt(raw, 'state');
  if (state === 'enabled') return 'enabled';
  if (state === 'enabledforreportingbutnotenforced') return 'reportOnly';
  return state === 'disabled' ? 'disabled' : 'unknown';
}

const alreadyRead = new WeakMap<JsonObject, Map<string, CaPolicy>>();

/**
 * A Conditional Access policy as conditions over items. What the customer declared exempt is left out of the exclusions.
 * Each is read once for each exemption. Source: Microsoft Graph conditionalAccessPolicy (v1.0).
 * @param isSynchronized whether an on-premises directory is connected, whose synchronization is to be left out
 */
export function readPolicy(raw: JsonObject, exemption: Exemption, isSynchronized = false): CaPolicy {
  const { users, groups, applications, guestUserTypes } = exemption;
  const none = users.length + groups.length + applications.length + guestUserTypes.length === 0;
  const exempt = none ? '' : JSON.stringify([users, groups, applications, guestUserTypes]);
  const key = `${isSynchronized} ${exempt}`;
  const known = alreadyRead.get(raw) ?? new Map<string, CaPolicy>();
  alreadyRead.set(raw, known);
  const policy = known.get(key) ?? freshlyRead(raw, exemption, isSynchronized);
  known.set(key, policy);
  return policy;
}

function freshlyRead(raw: JsonObject, exemption: Exemption, isSynchronized: boolean): CaPolicy {
  const id = textAt(raw, 'id') ?? '';
  const name = textAt(raw, 'displayName') ?? id;
  const expected = isSynchronized ? expectedExclusions(raw) : [];
  const conditions = conditionsOf(objectAt(raw, 'conditions'), exemption, new Set(expected));
  return {
    id,
    name,
    state: readState(raw),
    unreadable: unreadablePart(raw),
    unreadableSession: unreadableSession(raw),
    key: JSON.stringify([id, name, conditions]),
    conditions,
    grant: readGrant(raw),
    session: objectAt(raw, 'sessionControls'),
    accepted: acceptedExclusions(raw, exemption),
    expected,
    raw,
  };
}

function conditionsOf(conditions: JsonObject, exemption: Exemption, expected: ReadonlySet<string>): Condition[] {
  return [
    userCondition(objectAt(conditions, 'users'), exemption, expected),
    applicationCondition(objectAt(conditions, 'applications'), exemption),
    clientCondition(conditions),
    listCondition('userrisk', conditions.userRiskLevels, null),
    listCondition('signinrisk', conditions.signInRiskLevels, null),
    listCondition('insiderrisk', conditions.insiderRiskLevels, null),
    listCondition('flow', valueAt(conditions, 'authenticationFlows', 'transferMethods'), null),
    rangeCondition('platform', conditions.platforms, 'includePlatforms', 'excludePlatforms'),
    rangeCondition('location', conditions.locations, 'includeLocations', 'excludeLocations'),
    deviceCondition(conditions.devices),
    ...otherConditions(conditions),
  ];
}

/** Policies that are or may be in force and cannot be read. */
export function unreadablePolicies(policies: readonly CaPolicy[]): CaPolicy[] {
  return policies.filter(
    ({ unreadable, state }) => unreadable !== null && (state === 'enabled' || state === 'unknown'),
  );
}

export function readable(policies: readonly CaPolicy[]): readonly CaPolicy[] {
  return policies.every(({ unreadable }) => unreadable === null)
    ? policies
    : policies.filter(({ unreadable }) => unreadable === null);
}

/** Policies for a check on session controls: a policy whose session controls cannot be read counts as unreadable. */
export function withSessions(policies: readonly CaPolicy[]): readonly CaPolicy[] {
  return policies.every(({ unreadableSession }) => unreadableSession === null)
    ? policies
    : policies.map((policy) => ({ ...policy, unreadable: policy.unreadable ?? policy.unreadableSession }));
}

function clientCondition(conditions: JsonObject): Condition {
  const listed = listCondition('client', conditions.clientAppTypes, 'all');
  const whole = clientTypes.every((type) => listed.include.includes(`client:${type}`));
  return whole ? everything : listed;
}

/** Whether the policy has a condition on devices. */
export function namesDevices({ conditions }: CaPolicy): boolean {
  return conditions.some(({ include, exclude }) => [...include, ...exclude].some((item) => item.startsWith('device')));
}

export function sessionEnabled(policy: CaPolicy, control: string): boolean {
  return booleanAt(policy.session, control, 'isEnabled') === true;
}
