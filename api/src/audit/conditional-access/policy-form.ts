import { enumAt, isObject, type JsonObject, valueAt } from '../json-reader.ts';
import { isKnownStrength } from './grant.ts';

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

function wrongIn(part: unknown, name: string): string[] {
  if (absent(part)) return [];
  if (!isObject(part)) return [''];
  const isRight = name === 'authenticationFlows' ? isTextOrList : isTextList;
  const lists = (textLists[name] ?? []).filter((key) => !absent(part[key]) && !isRight(part[key]));
  const isPart = name === 'users' ? isGuests : isFilter;
  const parts = (otherParts[name] ?? []).filter((key) => isSet(part[key]) && !isPart(part[key]));
  return [...lists, ...parts, ...strangeKeys(part, name)];
}

function wrongGrant(raw: JsonObject): string[] {
  const grant = raw.grantControls;
  if (absent(grant)) return [];
  if (!isObject(grant)) return ['grantControls'];
  const wrong = ['builtInControls', 'termsOfUse', 'customAuthenticationFactors'].filter(
    (key) => !absent(grant[key]) && !isTextList(grant[key]),
  );
  if (!absent(grant.authenticationStrength) && !isKnownStrength(grant.authenticationStrength))
    wrong.push('authenticationStrength');
  return wrong.map((key) => `grantControls.${key}`);
}

/**
 * The first part of a policy that does not have the form of Graph's conditionalAccessPolicy (v1.0), or null. Such a
 * policy may protect more or less than it seems to, so that nothing can be concluded from it.
 */
export function unreadablePart(raw: JsonObject): string | null {
  if (!states.includes(enumAt(raw, 'state') ?? '')) return 'state';
  const { conditions } = raw;
  if (!isObject(conditions)) return 'conditions';
  const wrong = Object.keys(textLists).flatMap((name) =>
    wrongIn(valueAt(conditions, name), name).map((key) => (key === '' ? name : `${name}.${key}`)),
  );
  const flags = flagLists.filter((key) => !absent(conditions[key]) && !isTextOrList(conditions[key]));
  return [...wrong, ...flags, ...wrongGrant(raw)][0] ?? null;
}
