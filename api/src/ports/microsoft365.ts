import type { ConfigurationSnapshots } from './configuration-snapshots.ts';
import type { DnsResolver } from './dns.ts';
import type { GraphClient, ResumableGraph } from './graph.ts';
import type { FetchPolicy } from './sts-policy.ts';

/** What is needed to reach one tenant's Microsoft 365. */
export type Microsoft365Target = { entraTenantId: string; isSimulated: boolean };

/**
 * `maxWaitMs`: how long a request may wait for the rate limiter (60 s unless told). `signal` ends that and other waits.
 * `tokenScopes`: what the application asks its token for; Microsoft Graph's `.default` unless told.
 */
export type GraphOptions = { maxWaitMs?: number; signal?: AbortSignal; tokenScopes?: readonly string[] };

/** Where the settings of mail domains are read: a DNS, and the policy files of its domains. */
export type MailSources = { dns: DnsResolver; fetchPolicy: FetchPolicy };

/** The ways to a tenant's Microsoft 365. The upstream is Microsoft's or the simulator's; the code on this side is one. */
export interface Microsoft365 {
  graph(target: Microsoft365Target, options?: GraphOptions): ResumableGraph;
  /**
   * Graph as whoever connected the tenant, with these delegated permissions: for what Microsoft gives to people alone. The
   * simulator's tenants have no such sign-in and answer their application.
   * @throws GraphError where nobody's sign-in is good for it
   */
  account(target: Microsoft365Target, permissions: readonly string[], options?: GraphOptions): Promise<GraphClient>;
  /** Snapshots of the tenant's configuration: the one way in which anything is created there. */
  configurationSnapshots(target: Microsoft365Target, options?: GraphOptions): ConfigurationSnapshots;
  /** Forgets the tokens of a tenant: after a consent, those from before it lack what it gave. */
  forget(target: Microsoft365Target): void;
  /**
   * The application permissions that the tenant has granted by now, as a token says that was not given before.
   * @throws GraphError where there is no token, or none that tells
   */
  applicationPermissions(target: Microsoft365Target): Promise<readonly string[]>;
  /** The application (client) id of the app registration that asks; null where there is none yet. */
  clientId(target: Microsoft365Target): Promise<string | null>;
  /** Where the tenant's mail domains are read: for live tenants the public DNS. */
  mail(target: Microsoft365Target): MailSources;
}
