import { isDeepStrictEqual } from 'node:util';
import { addressRange } from '../../audit/checks/conditional-access/address-ranges.ts';
import { isTrusted, locationIdOf } from '../../audit/checks/conditional-access/network-places.ts';
import { heldRoles } from '../../audit/checks/shared/directory-roles.ts';
import type { PlacesOf } from '../../audit/collect/reduce/sign-in-classes.ts';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import type { PolicyGroups } from '../../audit/facts/group-facts.ts';
import { enumAt, type JsonObject, objectsAt, textAt, textsAt } from '../../audit/facts/json-reader.ts';
import type { SignInTraits } from '../../audit/facts/sign-in-classes.ts';
import type { Truth } from './truth.ts';

/** A named location as far as a sign-in of the log can be held against it. */
type KnownPlace = { trusted: boolean; holds(traits: SignInTraits): Truth };

export type ReplayKnowledge = {
  /** Of an item on people, such as `group:…`, for an account in lower case. */
  person(item: string, userId: string): Truth;
  /** Whether the account is a guest or from elsewhere, of whatever kind. */
  isGuest(userId: string): Truth;
  /** By lower-case id; undefined: not known. */
  place(id: string): KnownPlace | undefined;
  trustedPlaces: readonly string[];
};

const addressesRemembered = 10_000;

function rangesOf(location: JsonObject) {
  if (!Array.isArray(location.ipRanges)) return null;
  const ranges = objectsAt(location, 'ipRanges').map((range) => addressRange(textAt(range, 'cidrAddress') ?? ''));
  const known = ranges.filter((range) => range !== null);
  return known.length === location.ipRanges.length ? known : null;
}

/**
 * Which named locations an address lies in, by their ranges. Only this is kept of an address.
 * @param locations null where they could not be read: nothing is known of any address then
 */
export function placesByAddress(locations: readonly JsonObject[] | null): PlacesOf {
  if (locations === null) return () => null;
  const ranged = locations.flatMap((location) => {
    const ranges = rangesOf(location);
    return ranges === null ? [] : [{ id: locationIdOf(location), ranges }];
  });
  const known = new Map<string, readonly string[] | null>();
  const placesOf = (address: string): readonly string[] | null => {
    const at = addressRange(`${address}/${address.includes(':') ? 128 : 32}`);
    if (at === null) return null;
    return ranged
      .filter(({ ranges }) => ranges.some(({ first, last }) => first <= at.first && at.first <= last))
      .map(({ id }) => id)
      .sort();
  };
  return (address) => {
    const found = known.get(address);
    if (found !== undefined) return found;
    // People come from a few addresses again and again.
    if (known.size >= addressesRemembered) known.clear();
    const places = placesOf(address);
    known.set(address, places);
    return places;
  };
}

const placing = ['isTrusted', 'ipRanges', 'countriesAndRegions', 'countryLookupMethod'] as const;

/**
 * The named locations by which a log was read that are still the same. Of one that was changed since it is not known which of its
 * sign-ins lie in it: only their places are kept.
 * @param now undefined where they could not be read: none is known to be the same then
 */
export function unchangedLocations(
  then: Facts['namedLocations'],
  now: readonly JsonObject[] | undefined,
): Facts['namedLocations'] {
  if (then?.state !== 'ok') return then;
  const partsOf = (location: JsonObject) => placing.map((key) => location[key] ?? null);
  const current = new Map((now ?? []).map((location) => [locationIdOf(location), partsOf(location)]));
  const same = (location: JsonObject) => isDeepStrictEqual(current.get(locationIdOf(location)), partsOf(location));
  return { ...then, value: then.value.filter(same) };
}

function placeOf(location: JsonObject): KnownPlace {
  const trusted = isTrusted(location);
  if (rangesOf(location) !== null) {
    const id = locationIdOf(location);
    return { trusted, holds: ({ places }) => (places === null ? null : places.includes(id)) };
  }
  const byAddress = (enumAt(location, 'countryLookupMethod') ?? 'clientipaddress') === 'clientipaddress';
  if (!Array.isArray(location.countriesAndRegions) || !byAddress) return { trusted, holds: () => null };
  const countries = new Set(textsAt(location, 'countriesAndRegions').map((one) => one.trim().toUpperCase()));
  // A country that the log does not name may still be one to Entra.
  return { trusted, holds: ({ country }) => (country === null ? null : countries.has(country)) };
}

/**
 * What of a tenant decides of a sign-in whether a policy applies.
 * @param facts reads namedLocations (those by which the log was read), roles and users
 * @param groups members of the groups that policies name; `isRead` says of which the members are known
 */
export function replayKnowledge(
  facts: Facts,
  groups: Pick<PolicyGroups, 'groupsOf'> & { isRead(groupId: string): boolean },
): ReplayKnowledge {
  const roles = heldRoles(facts);
  const accounts = new Map((factOf(facts, 'users')?.accounts ?? []).map((one) => [one.id.toLowerCase(), one]));
  const places = new Map((factOf(facts, 'namedLocations') ?? []).map((one) => [locationIdOf(one), placeOf(one)]));
  const isGuest = (userId: string): Truth => accounts.get(userId)?.guest ?? null;
  const memberships = new Map<string, ReadonlySet<string>>();
  const groupsOf = (userId: string): ReadonlySet<string> => {
    const known = memberships.get(userId) ?? new Set(groups.groupsOf(userId));
    memberships.set(userId, known);
    return known;
  };
  return {
    person(item, userId) {
      const at = item.indexOf(':');
      const id = item.slice(at + 1);
      switch (item.slice(0, at)) {
        case 'user':
          return id === userId;
        case 'group':
          return groupsOf(userId).has(id) || (groups.isRead(id) ? false : null);
        case 'role': {
          const { active, eligible } = roles.of(userId);
          if (active.includes(id)) return true;
          return eligible.includes(id) || roles.mayHoldMore(id) ? null : false;
        }
        case 'guest':
          // Of which kind a guest is, and where from, the log does not say.
          return isGuest(userId) === false ? false : null;
        default:
          return null;
      }
    },
    isGuest,
    place: (id) => places.get(id),
    trustedPlaces: [...places].filter(([, { trusted }]) => trusted).map(([id]) => id),
  };
}
