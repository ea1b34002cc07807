import type { Witness } from '@tenantry/contract/witness';
import { type Facts, factOf } from '../../facts/facts.ts';
import { addressOutside, addressWithin } from './address-ranges.ts';
import { locationName } from './item-names.ts';
import type { FullSignIn } from './nearest-sign-in.ts';
import { addressSets, allTrusted } from './network-places.ts';
import type { SignInSpace } from './sign-in-space.ts';

/** Where a sign-in comes from, and what of it cannot be put into an address and a country. */
export type PlaceOfSignIn = { place: Witness['place']; open: string[] };

const byAddress = 'country by clientipaddress';
const byPosition = 'country by authenticatorappgps';
const elsewhere = 'elsewhere';
/** Large countries of several continents: the first that no policy speaks of stands for all of these. */
const someCountries = ['US', 'GB', 'DE', 'FR', 'JP', 'BR', 'IN', 'AU', 'CA', 'ZA', 'SE', 'CH'];

const codeOf = (value: string): string => value.slice('country '.length);

function countryOf({ terms }: SignInSpace, signIn: FullSignIn): { country: string | null; open: string[] } {
  const dimensions = terms.allDimensions.filter(({ name }) => name === byAddress || name === byPosition);
  if (dimensions.length === 0) return { country: null, open: [] };
  const values = dimensions.map(({ name }) => signIn.valueOf(name) ?? elsewhere);
  const named = new Set(dimensions.flatMap((dimension) => [...dimension.values.keys()]));
  const codes = [...new Set(values.filter((value) => value !== elsewhere))];
  const [only] = codes;
  if (only === undefined) {
    const country = someCountries.find((code) => !named.has(`country ${code}`)) ?? null;
    return { country, open: country === null ? ['it comes from a country that no policy names'] : [] };
  }
  if (only === 'unknown') return { country: null, open: ['it comes from a country that Microsoft cannot tell'] };
  const [other] = values.filter((value) => value !== only);
  const isTwice = other !== undefined && (other !== elsewhere || named.size > 0);
  const open = isTwice ? ['its address and the position of its device are in two countries'] : [];
  return { country: codeOf(only), open: values.length > 1 ? open : [] };
}

/**
 * The place of a sign-in: an address that lies in exactly the ranges that it says, and a country.
 * @param matters whether the sign-in would be stopped if this item were the other way round
 */
export function placeOf(
  space: SignInSpace,
  signIn: FullSignIn,
  facts: Facts,
  matters: (item: string) => boolean,
): PlaceOfSignIn {
  const { terms } = space;
  const items = terms.items('location:');
  const isTrue = (item: string): boolean => terms.of(item).some((literal) => signIn.holds(literal));
  const ids = items.map((item) => item.slice('location:'.length));
  const sets = addressSets(ids, factOf(facts, 'namedLocations'));
  const value = signIn.valueOf('address') ?? elsewhere;
  const inside = new Set(value === elsewhere ? [] : value.split(' '));
  const address = value === elsewhere ? addressOutside(sets) : addressWithin(sets, inside);
  const { country, open } = countryOf(space, signIn);
  const unreadable = items.filter((item) => {
    const [literal = 0] = terms.of(item);
    return item !== allTrusted && terms.labels.has(literal) && (isTrue(item) || matters(item));
  });
  open.push(
    ...unreadable.map(
      (item) => `the addresses of ${locationName(item.slice('location:'.length), facts)} are not known`,
    ),
  );
  const isTrustedByName =
    [...inside].some((id) => space.trusted.has(`location:${id}`)) ||
    items.some((item) => space.trusted.has(item) && isTrue(item));
  if (isTrue(allTrusted) && !isTrustedByName && inside.size === 0 && matters(allTrusted))
    open.push('it comes from an address of the MFA trusted IPs, which Microsoft Graph does not tell');
  if (address === null) open.push('no address is known that lies in the named locations it says');
  const locations = items
    .filter((item) => item !== allTrusted && item !== 'location:all' && isTrue(item))
    .map((item) => item.slice('location:'.length))
    .sort()
    .map((id) => ({ id, name: locationName(id, facts) }));
  return { place: { address, country, locations }, open };
}
