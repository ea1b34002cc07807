import type { DnsResolver } from './dns.ts';
import type { GraphClient } from './graph.ts';

/** What is needed to reach one tenant's Microsoft 365. */
export type Microsoft365Target = { entraTenantId: string; isSimulated: boolean };

/** The ways to a tenant's Microsoft 365. The far end is Microsoft's or the simulator's; the code on this side is one. */
export interface Microsoft365 {
  graph(target: Microsoft365Target): GraphClient;
  dns(target: Microsoft365Target): DnsResolver;
}
