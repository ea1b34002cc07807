/**
 * The address of the client, as the last `trustedProxies` entries of X-Forwarded-For tell it: each proxy appends the
 * peer that it saw, so earlier entries are the client's own claim and count for nothing. Azure writes `ip:port`.
 */
export function clientAddress(forwardedFor: string | null, trustedProxies: number): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim());
  const entry = trustedProxies > 0 ? entries.at(-trustedProxies) : undefined;
  if (!entry) return 'unknown';
  const bracketed = /^\[([0-9a-fA-F:.]+)\](?::\d+)?$/.exec(entry);
  if (bracketed?.[1]) return bracketed[1];
  const ipv4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/.exec(entry);
  if (ipv4?.[1]) return ipv4[1];
  return /^[0-9a-fA-F:.]{2,45}$/.test(entry) ? entry : 'unknown';
}
