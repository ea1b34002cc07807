/** An address as a number with its family, or a range of them by its leading bits. */
type AddressRange = { family: 4 | 6; value: bigint; bits: number };

const octet = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

function ipv4Value(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => octet.test(part))) return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

/** The groups of one side of `::`; the last may be an IPv4 address in its dots (RFC 4291, 2.2). */
function groupsOf(text: string): bigint[] | null {
  if (text === '') return [];
  const found: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const dotted = part.includes('.') && index === parts.length - 1 ? ipv4Value(part) : null;
    if (dotted !== null) found.push(dotted >> 16n, dotted & 0xffffn);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) found.push(BigInt(`0x${part}`));
    else return null;
  }
  return found;
}

function ipv6Value(text: string): bigint | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = [groupsOf(halves[0] ?? ''), halves.length === 2 ? groupsOf(halves[1] ?? '') : []];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<bigint>(missing).fill(0n), ...tail];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

const mappedPrefix = 0xffffn;

/** The range that a text names: an address, or one with the length of its prefix (RFC 4632, RFC 4291). Null where it names none. */
function readRange(text: string): AddressRange | null {
  const [address = '', length, ...rest] = text.trim().split('/');
  if (rest.length > 0 || (length !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(length))) return null;
  const four = ipv4Value(address);
  const value = four ?? (address.includes(':') ? ipv6Value(address) : null);
  const width = four === null ? 128 : 32;
  const bits = length === undefined ? width : Number(length);
  if (value === null || bits > width) return null;
  // An IPv4 address in IPv6's clothes is what it is (RFC 4291, 2.5.5.2).
  if (width === 128 && bits >= 96 && value >> 32n === mappedPrefix)
    return { family: 4, value: value & 0xffffffffn, bits: bits - 96 };
  return { family: width === 32 ? 4 : 6, value, bits };
}

/** Whether a text names an address or a range of them. Pure. */
export const isAddressRange = (text: string): boolean => readRange(text) !== null;

function contains(range: AddressRange, address: AddressRange): boolean {
  if (range.family !== address.family) return false;
  const rest = BigInt((range.family === 4 ? 32 : 128) - range.bits);
  return range.value >> rest === address.value >> rest;
}

/**
 * Whether an address may use what is kept to some ranges. None: every address may. One that is not known is in no range, and a range
 * that cannot be read holds nobody. Pure.
 */
export function isAddressAllowed(ranges: readonly string[], address: string | null): boolean {
  if (ranges.length === 0) return true;
  const known = address === null ? null : readRange(address);
  return known !== null && ranges.map(readRange).some((range) => range !== null && contains(range, known));
}
