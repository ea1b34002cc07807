export type AddressFamily = 'four' | 'six';

/** How many bits of an address are told apart: all of IPv4, of IPv6 those of the network of a site (RFC 6177, 2). */
export const addressBits: Readonly<Record<AddressFamily, number>> = { four: 32, six: 48 };

/** Dotted quad without leading zeros (RFC 7208, 12: qnum). */
export function isIp4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** RFC 4291, 2.2: eight groups, one `::` at most, the last two groups also as a dotted quad. */
export function isIp6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const counts = halves.map((half, index) => countGroups(half, index === halves.length - 1));
  if (counts.includes(-1)) return false;
  const groups = counts.reduce((sum, count) => sum + count, 0);
  return halves.length === 1 ? groups === 8 : groups <= 7;
}

/** How many 16-bit groups the text stands for; -1 where it is broken. */
function countGroups(text: string, mayEndInIp4: boolean): number {
  if (text === '') return 0;
  const parts = text.split(':');
  const last = parts.at(-1) ?? '';
  const endsInIp4 = mayEndInIp4 && last.includes('.');
  const groups = endsInIp4 ? parts.slice(0, -1) : parts;
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return -1;
  if (!endsInIp4) return groups.length;
  return isIp4(last) ? groups.length + 2 : -1;
}

/** The bits of a valid address that are told apart, as a whole number. */
export function addressNumber(family: AddressFamily, text: string): number {
  if (family === 'four') return text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const [head = '', tail] = text.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // A dotted quad stands for two groups, which lie beyond the bits that count wherever it may stand.
  const groups = after.length + (after.at(-1)?.includes('.') === true ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - groups);
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return all.slice(0, 3).reduce((sum, group) => sum * 65_536 + Number.parseInt(group, 16), 0);
}

/** A prefix length without leading zeros, up to `most`. */
export function isPrefixLength(text: string, most: number): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most;
}
