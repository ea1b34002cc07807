import { booleanAt, enumAt, isObject, type JsonObject, numberAt, textsAt, valueAt } from '../../facts/json-reader.ts';
import { isKnownStrength } from './grant.ts';
import { flags, guestTypes } from './items.ts';

const textLists: Readonly<Record<string, readonly string[]>> = {
  users: ['includeUsers', 'excludeUsers', 'includeGroups', 'excludeGroups', 'includeRoles', 'excludeRoles'],
  applications: [
    'includeApplications',
    'excludeApplications',
    'includeUserActions',
    'includeAuthenticationContextClassReferences',
  ],
  locations: ['includeLocations', 'excludeLocations'],
  platforms: ['includePlatforms', 'excludePlatforms'],
  devices: ['includeDevices', 'excludeDevices', 'includeDeviceStates', 'excludeDeviceStates'],
  authenticationFlows: ['transferMethods'],
};
const guestKeys = ['includeGuestsOrExternalUsers', 'excludeGuestsOrExternalUsers'];
const otherParts: Readonly<Record<string, readonly string[]>> = {
  users: guestKeys,
  applications: ['applicationFilter'],
  devices: ['deviceFilter'],
};
const flagLists = ['clientAppTypes', 'userRiskLevels', 'signInRiskLevels', 'insiderRiskLevels'];
const states = ['enabled', 'disabled', 'enabledforreportingbutnotenforced'];

const absent = (value: unknown): boolean => value === undefined || value === null;
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
const isTextOrList = (value: unknown): boolean => typeof value === 'string' || isTextList(value);
const isFilter = (value: unknown): boolean =>
  isObject(value) && typeof value.rule === 'string' && ['include', 'exclude'].includes(enumAt(value, 'mode') ?? '');
const isGuests = (value: unknown): boolean =>
  isObject(value) &&
  isTextOrList(value.guestOrExternalUserTypes) &&
  (absent(value.externalTenants) || isObject(value.externalTenants));

export function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.values(value).some(isSet) : true;
}

/** What is set there and not known to this reader may let people past, so that it is named too. */
function strangeKeys(part: JsonObject, name: string): string[] {
  const known = new Set([...(textLists[name] ?? []), ...(otherParts[name] ?? [])]);
  return Object.keys(part).filter((key) => !known.has(key) && !key.includes('@') && isSet(part[key]));
}

/** Conditions that are set have to say what they take in: without that it is not known how far they narrow. */
const takesIn: Readonly<Record<string, string>> = {
  locations: 'includeLocations',
  platforms: 'includePlatforms',
  authenticationFlows: 'transferMethods',
};

function wrongIn(part: unknown, name: string): string[] {
  if (absent(part)) return [];
  if (!isObject(part)) return [''];
  const needed = takesIn[name];
  if (needed !== undefined && absent(part[needed])) return [needed];
  const isRight = name === 'authenticationFlows' ? isTextOrList : isTextList;
  const lists = (textLists[name] ?? []).filter((key) => !absent(part[key]) && !isRight(part[key]));
  const isPart = name === 'users' ? isGuests : isFilter;
  const parts = (otherParts[name] ?? []).filter((key) => isSet(part[key]) && !isPart(part[key]));
  return [...lists, ...parts, ...strangeKeys(part, name)];
}

const knownControls = [
  'block',
  'mfa',
  'compliantdevice',
  'domainjoineddevice',
  'approvedapplication',
  'compliantapplication',
  'passwordchange',
  'riskremediation',
];
const grantLists = ['builtInControls', 'termsOfUse', 'customAuthenticationFactors'];

/** Whether a control is asked for that is not known here, as `unknownFutureValue` is. */
export const hasUnknownControl = (grant: unknown): boolean =>
  textsAt(grant, 'builtInControls').some((control) => {
    const name = control.trim().toLowerCase();
    return name !== '' && !knownControls.includes(name);
  });

const riskLevels = ['none', 'low', 'medium', 'high', 'hidden'];
const platforms = ['all', 'android', 'ios', 'windows', 'windowsphone', 'macos', 'linux'];

/** The members of Graph v1.0's enumerations in conditions (metadata of 2026-08-20): one that is not here takes in nobody knows what. */
const members: readonly { path: readonly [string, ...string[]]; known: readonly string[] }[] = [
  {
    path: ['clientAppTypes'],
    known: ['all', 'browser', 'mobileappsanddesktopclients', 'exchangeactivesync', 'eassupported', 'other'],
  },
  { path: ['userRiskLevels'], known: riskLevels },
  { path: ['signInRiskLevels'], known: riskLevels },
  { path: ['insiderRiskLevels'], known: ['none', 'minor', 'moderate', 'elevated'] },
  { path: ['platforms', 'includePlatforms'], known: platforms },
  { path: ['platforms', 'excludePlatforms'], known: platforms },
  { path: ['authenticationFlows', 'transferMethods'], known: ['none', 'devicecodeflow', 'authenticationtransfer'] },
  ...guestKeys.map((key) => ({
    path: ['users', key, 'guestOrExternalUserTypes'] as const,
    known: ['none', ...guestTypes],
  })),
];

const unknownMembers = (conditions: JsonObject): string[] =>
  members
    .filter(({ path, known }) =>
      flags(valueAt(conditions, ...path)).some((member) => member !== '' && !known.includes(member)),
    )
    .map(({ path }) => path.join('.'));

function wrongGrant(raw: JsonObject): string[] {
  const grant = raw.grantControls;
  if (absent(grant)) return [];
  if (!isObject(grant)) return ['grantControls'];
  const listed =
    grantLists.flatMap((key) => textsAt(grant, key)).length + (absent(grant.authenticationStrength) ? 0 : 1);
  if (listed === 0 && !Array.isArray(grant.builtInControls)) return ['grantControls'];
  if (listed > 1 && !['and', 'or'].includes(enumAt(grant, 'operator') ?? '')) return ['grantControls.operator'];
  const wrong = grantLists.filter((key) => !absent(grant[key]) && !isTextList(grant[key]));
  // With AND it takes nothing away; beside or in place of others it may let anybody in.
  if (hasUnknownControl(grant) && enumAt(grant, 'operator') !== 'and') wrong.push('builtInControls');
  if (!absent(grant.authenticationStrength) && !isKnownStrength(grant.authenticationStrength))
    wrong.push('authenticationStrength');
  return wrong.map((key) => `grantControls.${key}`);
}

/** Every policy includes somebody and something: one that has no word on it was not given whole. */
const saysWhom = (part: unknown): boolean =>
  isObject(part) && Object.keys(part).some((key) => key.startsWith('include') && !absent(part[key]));

const enumOf = (control: unknown, key: string, known: readonly string[]): boolean =>
  absent(valueAt(control, key)) || known.includes(enumAt(control, key) ?? '');

/** The first session control that does not have the documented form, or null. It says nothing of the grant controls. */
export function unreadableSession(raw: JsonObject): string | null {
  const session = raw.sessionControls;
  if (absent(session)) return null;
  if (!isObject(session)) return 'sessionControls';
  const controls = ['signInFrequency', 'persistentBrowser', 'applicationEnforcedRestrictions', 'secureSignInSession'];
  const wrong = controls.find((key) => {
    const control = session[key];
    if (absent(control)) return false;
    const known =
      enumOf(control, 'type', ['hours', 'days']) &&
      enumOf(control, 'frequencyInterval', ['timebased', 'everytime']) &&
      enumOf(control, 'mode', ['always', 'never']) &&
      (absent(valueAt(control, 'value')) || numberAt(control, 'value') !== null);
    return !known || booleanAt(control, 'isEnabled') === null;
  });
  return wrong === undefined ? null : `sessionControls.${wrong}`;
}

/**
 * The first part of a policy that does not have the form of Graph's conditionalAccessPolicy (v1.0), or null. Such a
 * policy may protect more or less than it seems to, so that nothing can be concluded from it.
 */
export function unreadablePart(raw: JsonObject): string | null {
  if (!states.includes(enumAt(raw, 'state') ?? '')) return 'state';
  const { conditions } = raw;
  if (!isObject(conditions)) return 'conditions';
  const silent = ['users', 'applications'].filter((name) => !saysWhom(conditions[name]));
  const wrong = Object.keys(textLists).flatMap((name) =>
    wrongIn(valueAt(conditions, name), name).map((key) => (key === '' ? name : `${name}.${key}`)),
  );
  const unformed = flagLists.filter((key) => !absent(conditions[key]) && !isTextOrList(conditions[key]));
  // Graph gives the client types of every policy, be they null.
  if (conditions.clientAppTypes === undefined) unformed.push('clientAppTypes');
  return [...silent, ...wrong, ...unformed, ...unknownMembers(conditions), ...wrongGrant(raw)][0] ?? null;
}
