type Json = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An address as its bits; '' where it is none. */
function bitsOf(address: string): string {
  if (/^\d+(\.\d+){3}$/.test(address))
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  if (!address.includes(':')) return '';
  const [front = '', back] = address.split('::');
  const groups = (half: string): string[] => (half === '' ? [] : half.split(':'));
  const end = back === undefined ? [] : groups(back);
  const start = groups(front);
  const middle = Array.from({ length: Math.max(8 - start.length - end.length, 0) }, () => '0');
  return [...start, ...middle, ...end].map((part) => Number.parseInt(part, 16).toString(2).padStart(16, '0')).join('');
}

function isInRange(address: string, cidr: string): boolean {
  const [network = '', length = '0'] = cidr.split('/');
  const [own, other] = [bitsOf(address), bitsOf(network)];
  return own !== '' && own.length === other.length && own.startsWith(other.slice(0, Number(length)));
}

/** Where a sign-in comes from, as it was told; undefined where it was not. */
export type Place = { address: string | undefined; country: string | undefined };

/** Whether the place lies in the named location; null where what was told is not enough. */
function isInLocation(location: Json, { address, country }: Place): boolean | null {
  if (Array.isArray(location.ipRanges)) {
    if (address === undefined) return null;
    return listOf(location.ipRanges).some((range) => isInRange(address, textOf((range as Json).cidrAddress)));
  }
  if (country === undefined) return null;
  const countries = listOf(location.countriesAndRegions).map((code) => textOf(code).toUpperCase());
  return countries.includes(country.toUpperCase());
}

/** The same of a list of locations as a policy names them: `All`, `AllTrusted` or ids. */
export function isInAny(named: readonly string[], locations: readonly Json[], place: Place): boolean | null {
  const answers = named.map((name): boolean | null => {
    const id = name.toLowerCase();
    if (id === 'all') return true;
    if (id === 'alltrusted') {
      const trusted = locations.filter(({ isTrusted }) => isTrusted === true).map((one) => isInLocation(one, place));
      return trusted.includes(true) ? true : trusted.includes(null) ? null : false;
    }
    const found = locations.find((location) => textOf(location.id).toLowerCase() === id);
    return found === undefined ? false : isInLocation(found, place);
  });
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}
