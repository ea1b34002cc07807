import { flagIn, isSet, textIn, textsIn, wordIn } from '../../facts/configuration-properties.ts';
import { isObject, type JsonObject } from '../../facts/json-reader.ts';

/** What CISA asks to be protected (MS.SECURITYSUITE.3.1), by Microsoft's ids of the sensitive information types. */
export const personalTypes = [
  { id: '50842eb7-edc8-4019-85dd-5a5c1f2bb085', name: 'credit card number', label: 'credit card numbers' },
  {
    id: 'e55e2a32-f92d-4985-a35d-a0b269eb687b',
    name: 'u.s. individual taxpayer identification number (itin)',
    label: 'taxpayer identification numbers',
  },
  {
    id: 'a44669fe-0d48-453d-a9b1-2cc83f2cba77',
    name: 'u.s. social security number (ssn)',
    label: 'Social Security numbers',
  },
] as const;

const maxDepth = 12;
const unreadable = '\0';
/** Types that protect only together: each by itself goes through. */
const together = '\0+';

/** Whether an entry of a list of types cannot be read: its name has another form. */
const hasOddName = (entry: unknown): boolean =>
  isObject(entry) && ['name', 'Name', 'id', 'Id'].some((key) => isObject(entry[key]));

const isType = (value: unknown): boolean =>
  isObject(value) && ['id', 'name'].some((key) => textIn(value, key) !== null);

/**
 * Whether several types, groups of them or conditions on them have to be found at the same time: `Operator: And` over more than
 * one. Over one it is how Microsoft writes a plain condition.
 */
function isTogether(value: JsonObject): boolean {
  if (wordIn(value, 'Operator') !== 'and') return false;
  const isList = /^(groups|sensitivetypes|sensitiveinformation)$/i;
  return Object.entries(value).some(([key, list]) => {
    if (!Array.isArray(list)) return false;
    if (isList.test(key)) return list.filter(isObject).length > 1 && list.some(isTypeOrGroup);
    return /^subconditions$/i.test(key) && list.filter(looksForTypes).length > 1;
  });
}

const isTypeOrGroup = (value: unknown): boolean =>
  isType(value) || (isObject(value) && Object.keys(value).some((key) => /^sensitive(types|information)$/i.test(key)));

/** A condition on types, or one that holds such conditions; not one on the sender, the recipient or a label. */
function looksForTypes(condition: unknown): boolean {
  if (!isObject(condition)) return false;
  const name = textIn(condition, 'ConditionName');
  if (name !== null && !/sensitiveinformation/i.test(name)) return false;
  const found = new Set<string>();
  typesNamedIn(condition, found);
  return found.size > 0;
}

/** Every sensitive information type that a rule names, as ids and names in lower case, in whatever form its condition has. */
function typesNamedIn(value: unknown, found: Set<string>, depth = 0): void {
  if (depth > maxDepth) return;
  if (typeof value === 'string' && value.trim().startsWith('{')) {
    const parsed = parsedJson(value);
    if (parsed !== null) typesNamedIn(parsed, found, depth + 1);
    return;
  }
  if (Array.isArray(value)) {
    for (const one of value) {
      if (hasOddName(one)) found.add(unreadable);
      typesNamedIn(one, found, depth + 1);
    }
    return;
  }
  if (!isObject(value)) return;
  // A type that is excepted is not protected; of types that have to come together none is by itself.
  const isException = /^except/i.test(textIn(value, 'ConditionName') ?? '') || wordIn(value, 'Operator') === 'not';
  if (isException) return;
  if (isTogether(value)) {
    found.add(together);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (/^(id|name)$/i.test(key) && typeof inner === 'string') found.add(inner.trim().toLowerCase());
    else if (!/^except/i.test(key)) typesNamedIn(inner, found, depth + 1);
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Which of the personal types a rule looks for; null where its condition names nothing that can be read. */
export function personalTypesOf(rule: JsonObject): readonly string[] | null {
  const hasCondition = isSet(rule, 'ContentContainsSensitiveInformation') || isSet(rule, 'AdvancedRule');
  const found = new Set<string>();
  typesNamedIn({ simple: propertyOf(rule, 'ContentContainsSensitiveInformation') }, found);
  typesNamedIn({ advanced: propertyOf(rule, 'AdvancedRule') }, found);
  if (hasCondition && (found.size === 0 || found.has(unreadable))) return null;
  return personalTypes.filter(({ id, name }) => found.has(id) || found.has(name)).map(({ label }) => label);
}

const propertyOf = (rule: JsonObject, name: string): unknown =>
  Object.entries(rule).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

/** A policy that acts: neither off nor in a test. Null where it does not say. */
export function isEnforced(policy: JsonObject): boolean | null {
  // Not documented for snapshots, and taken where it comes.
  if (flagIn(policy, 'Enabled') === false) return false;
  const mode = wordIn(policy, 'Mode');
  return mode === null ? null : mode === 'enable';
}

/** Whether what is set for a location has a form that can be read. */
const isReadable = (policy: JsonObject, key: string) => !isSet(policy, key) || textsIn(policy, key) !== null;

/** Whether every location of a policy can be read. */
export const locationsReadable = (policy: JsonObject): boolean =>
  Object.keys(policy).every((key) => !/location(exception)?$/i.test(key) || isReadable(policy, key));

const locationNames = [
  'ExchangeLocation',
  'OneDriveLocation',
  'SharePointLocation',
  'TeamsLocation',
  'EndpointDlpLocation',
] as const;
export type DlpLocation = (typeof locationNames)[number];
export const dlpLocations: Readonly<Record<DlpLocation, string>> = {
  ExchangeLocation: 'Exchange',
  OneDriveLocation: 'OneDrive',
  SharePointLocation: 'SharePoint',
  TeamsLocation: 'Teams',
  EndpointDlpLocation: 'devices',
};

/** What limits a location beside its own exceptions (Set-DlpCompliancePolicy). */
const narrowedLocations: Partial<Record<DlpLocation, readonly string[]>> = {
  ExchangeLocation: ['ExchangeSenderMemberOf', 'ExchangeSenderMemberOfException'],
  OneDriveLocation: [
    'OneDriveSharedBy',
    'OneDriveSharedByMemberOf',
    'ExceptIfOneDriveSharedBy',
    'ExceptIfOneDriveSharedByMemberOf',
  ],
};

/** Whether a policy is applied to the whole of a location, without exceptions. */
export function coversWhole(policy: JsonObject, location: DlpLocation): boolean {
  const all = textsIn(policy, location)?.some((one) => one.trim().toLowerCase() === 'all') ?? false;
  const narrowing = [`${location}Exception`, ...(narrowedLocations[location] ?? [])];
  return all && !narrowing.some((property) => isSet(policy, property));
}

/** Whether a policy is applied anywhere at all. */
export const hasLocation = (policy: JsonObject): boolean =>
  Object.keys(policy).some(
    (key) =>
      /location$/i.test(key) &&
      !/^(add|remove)/i.test(key) &&
      (textsIn(policy, key) ?? []).some((one) => one.trim() !== ''),
  );

export const blocksEveryone = (rule: JsonObject): boolean | null => {
  const blocks = flagIn(rule, 'BlockAccess');
  if (blocks !== true) return blocks;
  const scope = wordIn(rule, 'BlockAccessScope');
  return scope === null ? null : scope === 'all';
};

export const notifies = (rule: JsonObject): boolean | null => {
  const whom = textsIn(rule, 'NotifyUser');
  return whom === null ? null : whom.some((one) => one.trim() !== '');
};
