import { booleanAt, enumAt, type JsonObject, objectsAt, textAt, textsAt } from '../../facts/json-reader.ts';
import { type AddressRange, addressRange, ip4Count, overlaps } from './address-ranges.ts';
import type { Dimension, SignInTerms } from './sign-in-terms.ts';

export const allTrusted = 'location:alltrusted';
/** "MFA Trusted IPs" of the older settings, which the trusted locations take in (Microsoft Learn, Network assignment). */
const mfaTrustedIps = '00000000-0000-0000-0000-000000000000';
const elsewhere = 'elsewhere';
const unknownCountry = 'unknown';

const idOf = (location: JsonObject): string => textAt(location, 'id')?.toLowerCase() ?? '';
export const locationIdOf = idOf;
export const isTrusted = (location: JsonObject): boolean => booleanAt(location, 'isTrusted') === true;

function rangesOf(location: JsonObject) {
  if (!Array.isArray(location.ipRanges)) return null;
  const ranges = objectsAt(location, 'ipRanges').map((range) => addressRange(textAt(range, 'cidrAddress') ?? ''));
  const known = ranges.filter((range) => range !== null);
  return known.length === location.ipRanges.length ? known : null;
}

/** How many addresses of IPv4, and how many countries, some locations are together. */
export function addressesOf(locations: readonly JsonObject[]): { ip4: number; countries: number } {
  const ranges = locations.flatMap((location) => rangesOf(location) ?? []);
  const countries = new Set(
    locations.flatMap((location) =>
      textsAt(location, 'countriesAndRegions').map((country) => country.trim().toUpperCase()),
    ),
  );
  return { ip4: ip4Count(ranges), countries: countries.size };
}

/** Addresses of the locations that have ranges, by id: of those that are asked for, and of those that are trusted. */
export function addressSets(
  ids: readonly string[],
  locations: readonly JsonObject[] | undefined,
): Map<string, readonly AddressRange[]> {
  const known = new Map((locations ?? []).map((location) => [idOf(location), location]));
  const wanted = [...known.values()].filter((location) => ids.includes(idOf(location)) || isTrusted(location));
  return new Map(
    wanted.flatMap((location) => {
      const ranges = rangesOf(location);
      return ranges === null ? [] : [[idOf(location), ranges] as const];
    }),
  );
}

/**
 * Where a sign-in comes from: one address, which lies in named locations as their ranges overlap, and one country by each
 * way of finding it. A location marked as trusted belongs to "all trusted locations"; these may be more than the list
 * shows, for Graph does not tell the MFA trusted IPs.
 * @param ids the locations that policies name, in lower case
 * @param locations undefined where they are not known: then any of `ids` may be true of a sign-in
 * @param areTrusted what locations that are not known are taken for
 * @returns the items of locations that are trusted
 */
export function definePlaces(
  terms: SignInTerms,
  ids: readonly string[],
  locations: readonly JsonObject[] | undefined,
  areTrusted: boolean,
): ReadonlySet<string> {
  const trusted = terms.free();
  terms.define(allTrusted, [trusted]);
  const named = new Set(ids);
  const known = new Map((locations ?? []).map((location) => [idOf(location), location]));
  const asked = [...known.values()].filter((location) => named.has(idOf(location)));
  defineAddresses(terms, asked, [...known.values()].filter(isTrusted), trusted);
  defineCountries(terms, asked, 'clientipaddress');
  defineCountries(terms, asked, 'authenticatorappgps');
  const trustedItems = new Set(asked.filter(isTrusted).map((location) => `location:${idOf(location)}`));
  for (const id of named) {
    const item = `location:${id}`;
    if (terms.has(item) || id === 'all') continue;
    const literal = terms.free();
    terms.define(item, [literal]);
    const location = known.get(id);
    const counts = location === undefined ? areTrusted || id === mfaTrustedIps : isTrusted(location);
    if (counts) trustedItems.add(item);
    if (counts) terms.implies([literal], trusted);
  }
  return trustedItems;
}

function defineAddresses(
  terms: SignInTerms,
  asked: readonly JsonObject[],
  trustedOnes: readonly JsonObject[],
  trusted: number,
): void {
  const sets = addressSets(asked.map(idOf), [...asked, ...trustedOnes]);
  const places = overlaps(sets).map((names) => ({ names, value: [...names].join(' ') }));
  const dimension = terms.dimension(
    'address',
    places.map(({ value }) => value),
    elsewhere,
  );
  const trustedIds = new Set(trustedOnes.map(idOf));
  for (const { names, value } of places) {
    const literal = dimension.values.get(value) ?? terms.never;
    if ([...names].some((name) => trustedIds.has(name))) terms.implies([literal], trusted);
  }
  for (const location of asked.filter((one) => sets.has(idOf(one)))) {
    const id = idOf(location);
    const inside = places.filter(({ names }) => names.has(id));
    terms.define(
      `location:${id}`,
      inside.flatMap(({ value }) => dimension.values.get(value) ?? []),
    );
  }
}

function defineCountries(terms: SignInTerms, asked: readonly JsonObject[], method: string): void {
  const found = asked.filter(
    (location) =>
      Array.isArray(location.countriesAndRegions) &&
      (enumAt(location, 'countryLookupMethod') ?? 'clientipaddress') === method,
  );
  if (found.length === 0) return;
  const countriesOf = (location: JsonObject): string[] =>
    textsAt(location, 'countriesAndRegions').map((country) => `country ${country.trim().toUpperCase()}`);
  const dimension: Dimension = terms.dimension(
    `country by ${method}`,
    [...found.flatMap(countriesOf), unknownCountry],
    elsewhere,
  );
  for (const location of found) {
    const values = countriesOf(location);
    if (booleanAt(location, 'includeUnknownCountriesAndRegions') === true) values.push(unknownCountry);
    terms.define(
      `location:${idOf(location)}`,
      values.flatMap((value) => dimension.values.get(value) ?? []),
    );
  }
}
