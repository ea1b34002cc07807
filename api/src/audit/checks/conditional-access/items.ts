import { enumAt, isObject, type JsonObject, textsAt, valueAt } from '../../facts/json-reader.ts';

export const guestTypes = [
  'internalguest',
  'b2bcollaborationguest',
  'b2bcollaborationmember',
  'b2bdirectconnectuser',
  'otherexternaluser',
  'serviceprovider',
] as const;
/** What an item speaks of: `user`, `platform`. */
export const kindOf = (item: string): string => item.slice(0, item.indexOf(':'));

export const items = (prefix: string, values: readonly string[]): string[] =>
  values.map((value) => `${prefix}:${value.trim().toLowerCase()}`);

/** A text of several values, or a list of them. */
export const flags = (value: unknown): string[] => {
  const texts = Array.isArray(value)
    ? value.filter((item) => typeof item === 'string')
    : typeof value === 'string'
      ? [value]
      : [];
  return texts.flatMap((text) => text.split(',')).map((text) => text.trim().toLowerCase());
};

/** `guest:kind` for guests from everywhere, `guest:kind@tenant` for those of one tenant. */
export function guestItems(users: JsonObject, key: string): string[] {
  const guests = valueAt(users, key);
  if (!isObject(guests)) return [];
  const types = flags(valueAt(guests, 'guestOrExternalUserTypes'));
  const kind = enumAt(guests, 'externalTenants', 'membershipKind');
  if (kind === null || kind === 'all') return items('guest', types);
  // A list that is not told takes in some guests of whom nobody knows where they are from.
  const listed = textsAt(guests, 'externalTenants', 'members');
  const tenants = kind === 'enumerated' && listed.length > 0 ? listed : [`${kind} ${listed.join(' ')}`];
  return types.flatMap((type) =>
    items(
      `guest`,
      tenants.map((tenant) => `${type}@${tenant}`),
    ),
  );
}

/** All guests that a policy leaves out, also by the older way to name them. */
export function excludedGuests(users: JsonObject): string[] {
  const isOld = textsAt(users, 'excludeUsers').some((name) => name.trim().toLowerCase() === 'guestsorexternalusers');
  return [
    ...new Set([...(isOld ? items('guest', guestTypes) : []), ...guestItems(users, 'excludeGuestsOrExternalUsers')]),
  ];
}
