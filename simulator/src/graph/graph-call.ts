import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { GraphHeaders } from './graph-headers.ts';
import type { GraphQuery } from './graph-query.ts';

/** Whose token it is: an application with its permissions, or a user with those that he delegated to one. */
export type GraphCaller =
  | { kind: 'application'; roles: string[] }
  | { kind: 'user'; userIndex: number; scopes: string[] };

/** One call to Graph, already authenticated: the tenant is the token's. */
export interface GraphCall extends GraphHeaders {
  directory: TenantDirectory;
  caller: GraphCaller;
  method: string;
  /** Path with version, without query: `/v1.0/users`. */
  path: string;
  /** Values of the pattern's placeholders. */
  ids: Record<string, string>;
  params: URLSearchParams;
  query: GraphQuery;
  body: unknown;
  /** Origin, and prefix where there is one, before `/v1.0`. */
  baseUrl: string;
  /** Midnight UTC of the simulated day. */
  anchorMs: number;
  now: Date;
}
