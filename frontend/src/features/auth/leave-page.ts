const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The address to leave the application for, whole; null where it is not one to follow. An answer of the API names it,
 * and parts of that may come from elsewhere: `javascript:` and the like are never followed, and plain http only on this
 * machine, where the local stack's Microsoft is.
 * @param origin the page's own origin, against which a path is read
 */
export function followableAddress(address: string, origin: string): string | null {
  if (!URL.canParse(address, origin)) return null;
  const { protocol, hostname, href, origin: target } = new URL(address, origin);
  if (protocol === 'https:') return href;
  return protocol === 'http:' && (target === origin || loopbackHost.test(hostname)) ? href : null;
}

/** Leaves the application for an address that `followableAddress` gave. An object, so that a test can watch it. */
export const leaving = { goTo: (address: string): void => window.location.assign(address) };
