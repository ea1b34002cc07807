/** An IP address as words of 32 bits: one for IPv4, four for IPv6. */
export type Address = Readonly<{ family: 4 | 6; words: readonly number[]; text: string }>;

/** A decimal octet without leading zeros: qnum of RFC 7208, 12. */
const octet = /^(?:0|[1-9]\d{0,2})$/;

export function parseIpv4(text: string): Address | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => octet.test(part) && Number(part) <= 255)) return null;
  return { family: 4, words: [parts.reduce((word, part) => word * 256 + Number(part), 0)], text };
}

/** The groups of one side of `::`, an IPv4 address at the end taken for two (RFC 4291, 2.2). */
function groupsOf(text: string, mayEndInIpv4: boolean): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const ipv4 = isLast && mayEndInIpv4 && part.includes('.') ? parseIpv4(part) : null;
    if (ipv4) {
      const [word = 0] = ipv4.words;
      groups.push(Math.floor(word / 65_536), word % 65_536);
    } else if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return null;
    }
  }
  return groups;
}

export function parseIpv6(text: string): Address | null {
  const [before = '', after, ...more] = text.split('::');
  if (more.length > 0) return null;
  const head = groupsOf(before, after === undefined);
  const tail = groupsOf(after ?? '', true);
  if (!head || !tail) return null;
  const missing = 8 - head.length - tail.length;
  if (after === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...new Array<number>(missing).fill(0), ...tail];
  const words = [0, 2, 4, 6].map((at) => (groups[at] ?? 0) * 65_536 + (groups[at + 1] ?? 0));
  return { family: 6, words, text };
}

/** The address of a client; one that is an IPv4 address mapped into IPv6 is that IPv4 address (RFC 7208, 5). */
export function clientAddress(text: string): Address {
  const address = parseIpv4(text) ?? parseIpv6(text);
  if (!address) throw new Error(`${text} is no IP address`);
  const [first, second, third, last = 0] = address.words;
  if (address.family === 4 || first !== 0 || second !== 0 || third !== 0xffff) return address;
  const octets = [24, 16, 8, 0].map((shift) => (last >>> shift) & 255);
  return { family: 4, words: [last], text: octets.join('.') };
}

/** Whether an address lies in a network; a family never matches the other (RFC 7208, 5.6). */
export function isWithin(address: Address, network: Address, prefix: number): boolean {
  if (address.family !== network.family) return false;
  for (let word = 0, left = prefix; left > 0; word++, left -= 32) {
    const difference = ((address.words[word] ?? 0) ^ (network.words[word] ?? 0)) >>> 0;
    if (left >= 32 ? difference !== 0 : difference >>> (32 - left) !== 0) return false;
  }
  return true;
}

/** The macro `i`: dotted octets, or each half octet of an IPv6 address (RFC 7208, 7.3). */
export function dottedAddress(address: Address): string {
  if (address.family === 4) return address.text;
  return [...address.words.map((word) => word.toString(16).padStart(8, '0')).join('')].join('.');
}

/** Where the PTR records of an address are (RFC 1035, 3.5; RFC 3596, 2.5). */
export function reverseName(address: Address): string {
  const labels = dottedAddress(address).split('.').reverse().join('.');
  return address.family === 4 ? `${labels}.in-addr.arpa` : `${labels}.ip6.arpa`;
}
