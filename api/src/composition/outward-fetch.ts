import { createGuardedFetch } from '../adapters/dns/guarded-fetch.ts';
import { publicResolver } from '../adapters/dns/public-resolver.ts';
import type { Config } from '../config.ts';
import type { GuardedFetch } from '../ports/guarded-fetch.ts';

/** The one way to addresses that people typed. With simulated data too the names are looked up in the public DNS. */
export const outwardFetch = ({ proxy, loopbackCa }: Config): GuardedFetch =>
  createGuardedFetch(publicResolver(), { proxy, loopbackCa });
