import { isIp4, isIp6, isPrefixLength } from '../../../mailflow/spf/ip-address.ts';

/** Addresses from first to last; IPv4 and IPv6 lie apart on one line. */
export type AddressRange = { first: bigint; last: bigint };

const afterIp4 = 1n << 32n;

function groupsOf(half: string): bigint[] {
  if (half === '') return [];
  return half.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const value = ip4Value(group);
    return [value >> 16n, value & 0xffffn];
  });
}

const ip4Value = (text: string): bigint => text.split('.').reduce((sum, part) => (sum << 8n) + BigInt(part), 0n);

function ip6Value(text: string): bigint {
  const [front = '', back] = text.split('::');
  const start = groupsOf(front);
  const end = back === undefined ? [] : groupsOf(back);
  const gap = Array.from({ length: 8 - start.length - end.length }, () => 0n);
  return [...start, ...gap, ...end].reduce((sum, group) => (sum << 16n) + group, 0n);
}

/** The addresses of a CIDR range; null where the text is none. */
export function addressRange(cidr: string): AddressRange | null {
  const [address = '', length = '', more] = cidr.trim().split('/');
  const isOld = isIp4(address);
  const bits = isOld ? 32 : 128;
  if (more !== undefined || !(isOld || isIp6(address)) || !isPrefixLength(length, bits)) return null;
  const size = 1n << BigInt(bits - Number(length));
  const value = isOld ? ip4Value(address) : ip6Value(address);
  const first = value - (value % size) + (isOld ? 0n : afterIp4);
  return { first, last: first + size - 1n };
}

/** How many addresses of IPv4 some ranges are together, each once. */
export function ip4Count(ranges: readonly AddressRange[]): number {
  const old = ranges.filter(({ first }) => first < afterIp4).toSorted((a, b) => (a.first < b.first ? -1 : 1));
  let count = 0n;
  let end = -1n;
  for (const { first, last } of old) {
    if (last <= end) continue;
    count += last - (first > end ? first - 1n : end);
    end = last;
  }
  return Number(count);
}

/**
 * The ways in which sets of addresses overlap: each combination of names (at least one) that some address has, and no
 * other.
 */
export function overlaps(sets: ReadonlyMap<string, readonly AddressRange[]>): ReadonlySet<string>[] {
  const changes = [...sets].flatMap(([name, ranges]) =>
    ranges.flatMap(({ first, last }) => [
      { at: first, name, by: 1 },
      { at: last + 1n, name, by: -1 },
    ]),
  );
  changes.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const inside = new Map<string, number>();
  const found = new Map<string, ReadonlySet<string>>();
  for (const [index, { at, name, by }] of changes.entries()) {
    const depth = (inside.get(name) ?? 0) + by;
    if (depth === 0) inside.delete(name);
    else inside.set(name, depth);
    if (changes[index + 1]?.at === at || inside.size === 0) continue;
    const names = [...inside.keys()].sort();
    found.set(names.join('\n'), new Set(names));
  }
  return [...found.values()];
}

/** An address as people write it. */
function addressText(value: bigint): string {
  const parts = (from: bigint, count: number, bits: bigint, radix: number): string[] =>
    Array.from({ length: count }, (_, index) =>
      ((from >> (bits * BigInt(count - 1 - index))) & ((1n << bits) - 1n)).toString(radix),
    );
  return value < afterIp4 ? parts(value, 4, 8n, 10).join('.') : parts(value - afterIp4, 8, 16n, 16).join(':');
}

/** An address that lies in the sets of these names and in no other, the lowest but one where there is a choice; null where none does. */
export function addressWithin(
  sets: ReadonlyMap<string, readonly AddressRange[]>,
  names: ReadonlySet<string>,
): string | null {
  const edges = [...new Set([...sets.values()].flat().flatMap(({ first, last }) => [first, last + 1n]))];
  edges.sort((a, b) => (a < b ? -1 : 1));
  const isIn = (at: bigint, ranges: readonly AddressRange[]): boolean =>
    ranges.some(({ first, last }) => first <= at && at <= last);
  for (const [index, at] of edges.entries()) {
    if (![...sets].every(([name, ranges]) => isIn(at, ranges) === names.has(name))) continue;
    const next = edges[index + 1] ?? at + 1n;
    return addressText(at + 1n < next ? at + 1n : at);
  }
  return null;
}

/** Kept for documentation (RFC 5737), and one that everybody knows: the first that lies in none of the sets. */
const elsewhere = ['203.0.113.10', '198.51.100.10', '192.0.2.10', '8.8.8.8'];

/** An address outside all of the sets; null where these take in every one that is tried. */
export function addressOutside(sets: ReadonlyMap<string, readonly AddressRange[]>): string | null {
  const all = [...sets.values()].flat();
  const isOutside = (address: string): boolean => {
    const value = ip4Value(address);
    return !all.some(({ first, last }) => first <= value && value <= last);
  };
  return elsewhere.find(isOutside) ?? null;
}
