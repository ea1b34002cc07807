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

/** A prefix length without leading zeros, up to `most`. */
export function isPrefixLength(text: string, most: number): boolean {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most;
}
