const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** IPv6 in its one short form; an IPv4 address in IPv6's clothes (RFC 4291, 2.5.5.2) as what it is. */
function canonical(address: string): string | null {
  if (ipv4.test(address)) return address;
  if (!/^[0-9a-f:.]+$/i.test(address) || !URL.canParse(`http://[${address}]`)) return null;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short);
  if (!mapped) return short;
  const bytes = mapped.slice(1).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

/**
 * The address of the client, as the last `trustedProxies` entries of X-Forwarded-For tell it: each proxy appends the
 * peer that it saw, so earlier entries are the client's own claim and count for nothing. Azure writes `ip:port`.
 * @returns null where it is not known: behind no proxy that is trusted, or where that one wrote no address
 */
export function clientAddress(forwardedFor: string | null, trustedProxies: number): string | null {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  const entry = trustedProxies > 0 ? entries.at(-trustedProxies) : undefined;
  if (!entry) return null;
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1];
  const withPort = /^([\d.]+):\d+$/.exec(entry)?.[1];
  return canonical(bracketed ?? withPort ?? entry);
}
