import { createHash } from 'node:crypto';

/**
 * A Message-ID that is derived from what a mail tells: the same mail has the same one, however often a process dies over it, so that who
 * gets it twice is shown it once (RFC 5322, 3.6.4).
 * @param kind what kind of mail it is, in letters
 */
export function messageIdOf(kind: string, told: readonly string[], publicOrigin: string): string {
  const hash = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 40);
  // An IPv6 address is no domain of a Message-ID.
  const host = new URL(publicOrigin).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '.');
  return `${kind}.${hash}@${host}`;
}
