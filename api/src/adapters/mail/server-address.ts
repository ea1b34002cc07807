import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../dns/public-address.ts';

/** The addresses of a host, as this machine looks them up: a relay in one's own network stands in no public DNS. */
export type LookUp = (host: string) => Promise<string[]>;

const bySystem: LookUp = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);

/** The name of a mail server leads to an address to which nothing is sent. */
export class ForbiddenServerError extends Error {
  constructor(host: string, address: string) {
    super(`${host} has the address ${address}, which is not public`);
    this.name = 'ForbiddenServerError';
  }
}

/**
 * The address to connect to, looked up once: who connects to it connects to what was checked.
 * @param mayBePrivate whether a server in one's own network is meant
 * @throws ForbiddenServerError where any of its addresses is private; what the system's look-up throws
 */
export async function serverAddress(host: string, mayBePrivate: boolean, lookUp: LookUp = bySystem): Promise<string> {
  const bare = host.replace(/^\[|\]$/g, '');
  const addresses = isIP(bare) === 0 ? await lookUp(host) : [bare];
  const forbidden = mayBePrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (forbidden !== undefined) throw new ForbiddenServerError(host, forbidden);
  const [first] = addresses;
  if (first === undefined) throw new Error(`${host} has no address`);
  return first;
}
