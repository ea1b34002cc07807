import type { Endpoint, Parsed, Schema } from '@tenantry/contract/endpoint';
import type { TenantRecords } from '../store/tenant-records.ts';
import type { Caller } from './caller.ts';
import type { Reply } from './reply.ts';

/** What a route may know of the request beside its parsed input. */
export type RequestFacts = {
  id: string;
  /** Null where it is not known. */
  clientAddress: string | null;
  /** Of a request that hands in a token no cookie is read. */
  cookie(name: string): string | undefined;
  /** What it hands in as a token of the API (presented-token.ts); null or absent where it hands in none. */
  token?: string | null;
  /** What the browser says it is; absent where it says nothing. */
  userAgent?: string | null;
  /** A header as it came; null where there is none. */
  header?(name: string): string | null;
  /** The browser itself goes there, to show what comes, and says so (Fetch Metadata). */
  isNavigation?: boolean;
  /** The page asks by itself, so that the request is no sign of a person. */
  isBackground?: boolean;
};

type Maybe = Schema | undefined;
type Input<P extends Maybe, Q extends Maybe, B extends Maybe> = {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  request: RequestFacts;
};
/** The endpoint's response, or a reply that carries it with a status, cookies or a file. */
type Output<R extends Maybe> = Promise<Parsed<R> | Reply>;

type Run = (context: {
  caller: Caller | null;
  tenant: TenantRecords | null;
  params: unknown;
  query: unknown;
  body: unknown;
  request: RequestFacts;
}) => Promise<unknown>;

export type Route = { endpoint: Endpoint; run: Run };

// The endpoint's schemas have parsed the input before `run` is called, so the casts below hold.

/** A call that anyone may make. `caller` is there where someone is signed in. */
export function publicRoute<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe>(
  endpoint: Endpoint<P, Q, B, R>,
  run: (context: Input<P, Q, B> & { caller: Caller | null }) => Output<R>,
): Route {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.name} is not declared public`);
  return { endpoint, run: (context) => run(context as Input<P, Q, B> & { caller: Caller | null }) };
}

/** A call of a signed-in user. `tenant` is the declared one, already verified, or null where the call names none. */
export function callerRoute<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe>(
  endpoint: Endpoint<P, Q, B, R>,
  run: (context: Input<P, Q, B> & { caller: Caller; tenant: TenantRecords | null }) => Output<R>,
): Route {
  if (endpoint.access === 'public') throw new Error(`${endpoint.name} is declared public`);
  return {
    endpoint,
    run: async ({ caller, ...context }) => {
      if (!caller) throw new Error(`${endpoint.name} was reached without a caller`);
      return run({ ...(context as Input<P, Q, B> & { tenant: TenantRecords | null }), caller });
    },
  };
}

/** A call about one tenant: the declared one, verified to be in the caller's scope. */
export function tenantRoute<P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe>(
  endpoint: Endpoint<P, Q, B, R>,
  run: (context: Input<P, Q, B> & { caller: Caller; tenant: TenantRecords }) => Output<R>,
): Route {
  const { from } = endpoint.tenant;
  const isUncertain = endpoint.tenant.from === 'idPrefix' && endpoint.tenant.orSystemWide === true;
  if (from === 'none' || from.endsWith('IfPresent') || isUncertain)
    throw new Error(`${endpoint.name} declares no certain tenant`);
  return callerRoute(endpoint, async ({ tenant, ...context }) => {
    if (!tenant) throw new Error(`${endpoint.name} was reached without a tenant`);
    return run({ ...context, tenant });
  });
}
