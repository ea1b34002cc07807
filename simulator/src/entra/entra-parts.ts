import type { JsonWebKey } from 'node:crypto';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { AppRegistrations } from './app-registrations.ts';
import type { Consents } from './consents.ts';
import type { DeviceCodes } from './device-codes.ts';
import type { TenantStates } from './tenant-states.ts';
import type { TokenIssuer } from './token-issuer.ts';

export interface EntraRequest {
  method: string;
  /** Path below the login host: `/{tenant}/oauth2/v2.0/token`. */
  path: string;
  params: URLSearchParams;
  form: URLSearchParams;
  /** Origin, and prefix where there is one, before `/{tenant}`. */
  baseUrl: string;
  /** Where a browser on this machine reaches the login host; null where the simulator is at no address of its own. */
  ownUrl: string | null;
  now: Date;
  requestId: string;
}

/** Entra's state: what its endpoints share. */
export interface EntraParts {
  issuer: TokenIssuer;
  apps: AppRegistrations;
  tenantStates: TenantStates;
  /** Consent to applications other than the product's own. */
  consents: Consents;
  deviceCodes: DeviceCodes;
  /** The keys of an issuer of identity tokens; none where it is not one of the simulator's. */
  issuerKeys(issuer: string): Promise<JsonWebKey[]>;
  findTenant(nameOrId: string): TenantDirectory | null;
  /** Every tenant of the cloud, those that are not connected included. */
  directories: TenantDirectory[];
  tokenLifetimeSeconds: number;
}

/** One address of the login host: `tenant` is the first segment as it was sent, `below` the rest in lower case. */
interface EntraAddress {
  tenant: string;
  below: string;
}

/** What people do at the login host: pages, and grants that come from them. Null: not one of its addresses. */
export type EntraSignIn = (request: EntraRequest, address: EntraAddress) => Promise<Response | null>;

/** Names that stand for the tenant of whoever signs in. */
export const anyTenant: ReadonlySet<string> = new Set(['common', 'organizations']);
