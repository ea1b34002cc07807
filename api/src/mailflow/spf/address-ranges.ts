import { type AddressFamily, addressBits } from './ip-address.ts';

/**
 * Addresses as half-open ranges of whole numbers, in order and apart: `[from, to, from, to, ...]`. IPv4 address by address,
 * IPv6 by its first 48 bits: a /48 is what one site gets (RFC 6177, 2).
 */
type Ranges = number[];

/** A set of addresses of both families. */
export type AddressSet = Record<AddressFamily, Ranges>;

export type Network = { family: AddressFamily; from: number; to: number };

const spaceOf = (family: AddressFamily): number => 2 ** addressBits[family];

export const everyAddress = (): AddressSet => ({ four: [0, spaceOf('four')], six: [0, spaceOf('six')] });

export const copyOf = ({ four, six }: AddressSet): AddressSet => ({ four: four.slice(), six: six.slice() });

/**
 * The network of an address.
 * @param address as `addressNumber` gives it
 * @param prefix its length in bits; of IPv6 what is beyond 48 counts as a whole /48
 */
export function networkAt(family: AddressFamily, address: number, prefix: number): Network {
  const size = 2 ** Math.max(0, addressBits[family] - prefix);
  const from = Math.floor(address / size) * size;
  return { family, from, to: from + size };
}

/** Takes a network out of a set. @returns what of it was in the set */
export function takeOut(set: AddressSet, { family, from, to }: Network): Ranges {
  const ranges = set[family];
  let first = 0;
  for (let end = ranges.length / 2; first < end; ) {
    const middle = (first + end) >> 1;
    if ((ranges[2 * middle + 1] ?? 0) <= from) first = middle + 1;
    else end = middle;
  }
  const taken: Ranges = [];
  const left: Ranges = [];
  let at = 2 * first;
  for (; at < ranges.length; at += 2) {
    const [begin = 0, end = 0] = [ranges[at], ranges[at + 1]];
    if (begin >= to) break;
    if (begin < from) left.push(begin, from);
    taken.push(Math.max(begin, from), Math.min(end, to));
    if (end > to) left.push(to, end);
  }
  if (taken.length > 0) ranges.splice(2 * first, at - 2 * first, ...left);
  return taken;
}

/** Takes all of `gone` out of a set. */
export function takeOutAll(set: AddressSet, gone: AddressSet): void {
  for (const family of ['four', 'six'] as const)
    eachRange(gone[family], (from, to) => void takeOut(set, { family, from, to }));
}

export function eachRange(ranges: Ranges, visit: (from: number, to: number) => void): void {
  for (let at = 0; at < ranges.length; at += 2) visit(ranges[at] ?? 0, ranges[at + 1] ?? 0);
}

export function sizeOf(ranges: Ranges): number {
  let size = 0;
  eachRange(ranges, (from, to) => {
    size += to - from;
  });
  return size;
}

/** How much of some ranges lies in a network. */
export function sizeWithin(ranges: Ranges, network: Network): number {
  let size = 0;
  eachRange(ranges, (from, to) => {
    size += Math.max(0, Math.min(to, network.to) - Math.max(from, network.from));
  });
  return size;
}
