import type * as z from 'zod/mini';

/** Who may call: nobody in particular, or a signed-in user of at least this role. Everything not named here is denied. */
export type Access = 'public' | 'viewer' | 'technician' | 'admin';

/**
 * How a token may use a call (settlement 48). Tokens read and propose: they decide nothing, hand out no secret and change no user,
 * token, role or setting.
 * - `read`: it tells what its owner may see, and changes nothing
 * - `propose`: it asks for what a person decides on, or for a look that decides nothing: a scan, a re-check, a report
 */
type TokenUse = 'read' | 'propose';

/**
 * Where a call's tenant comes from. There is exactly one source; a tenant named anywhere else in the request is data.
 * - `idPrefix`: the id in the path begins with its tenant's id (see `ids.ts`); `orSystemWide` where records of no tenant
 *   (`systemWideId`) are meant too, for callers of all tenants
 * - `bodyIfPresent`: null or absent where it concerns no tenant
 * - `header` / `headerIfPresent`: X-Tenant-Id
 */
type TenantSource =
  | { from: 'none' }
  | { from: 'path'; name: string }
  | { from: 'idPrefix'; name: string; orSystemWide?: true }
  | { from: 'query'; name: string }
  | { from: 'body'; name: string }
  | { from: 'bodyIfPresent'; name: string }
  | { from: 'header' }
  | { from: 'headerIfPresent' };

export const tenantHeader = 'x-tenant-id';

/**
 * Our own clients send it with every call. A link, a form, an image or a typed address cannot, and a page of another site
 * only where CORS allows it, which it never does here (OWASP, Cross-Site Request Forgery Prevention, "Custom Request Headers").
 */
export const clientHeader = { name: 'x-requested-with', value: 'Tenantry' } as const;

export type Schema = z.ZodMiniType;
type MediaType =
  | 'application/json'
  | 'application/pdf'
  | 'application/sql'
  | 'application/zip'
  | 'image/png'
  | 'image/svg+xml'
  | 'text/csv';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A declared call of the API. Registrations, validation, access control, the client and the OpenAPI page come from it. */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
> = {
  /** Also the Azure function's name: letters, digits and hyphens, unique. */
  name: string;
  summary: string;
  method: Method;
  /** The whole path, parameters in braces: `/api/scan/{scanLogId}`. */
  path: string;
  access: Access;
  /**
   * It concerns every tenant at once, or the installation itself: for callers who have all of them in scope. So is each call
   * for administrators that names no tenant, unless it says that its answer keeps to the caller's scope.
   */
  allTenants: boolean;
  /** What a token may do with it; null: nothing, it needs somebody who is signed in. */
  token: TokenUse | null;
  /**
   * Contacts of a client may make it, in their own tenant. Every other call is closed to them, whatever their role; a public one
   * takes them for nobody.
   */
  client: boolean;
  tenant: TenantSource;
  /**
   * Where the call may name a group of tenants (`groupId`), to which the caller's scope is narrowed before anything is read. It
   * never widens what they see.
   */
  group: 'query' | 'body' | null;
  params: Params;
  query: Query;
  body: Body;
  /** Undefined where the answer is a file or a redirect. */
  response: Response;
  /** The media types of the files that it answers with; empty where it answers with none. */
  files: readonly MediaType[];
  /** The statuses of its successes. */
  statuses: readonly number[];
  /** Those of them that come without a body. */
  bodiless: readonly number[];
  /**
   * Its caller has proven within `stepUpMinutes` who they are: else 403 STEP_UP_REQUIRED, and the page asks them. `sometimes`: where
   * what it is about has an effect that asks (`guarded-effects.ts`), before anything is done.
   */
  stepUp: boolean | 'sometimes';
  /** It changes something that is kept: so does every call but GET; a GET that does says so, and asks for `clientHeader`. */
  changes: boolean;
  /** A GET that hands out data as a file: another site cannot cause it; a person may open its address. */
  download: boolean;
  /** A GET to which the browser itself goes: its success is a redirect. No client calls it. */
  navigation: boolean;
  /** Pages ask it by themselves, so that it says nothing of whether anybody is there: it keeps no session alive. */
  background: boolean;
  /** Answered whether this installation can work or not: nobody's session is looked for. Public calls alone. */
  standalone: boolean;
  /**
   * Fields that may hold line breaks and tabs, `list.*.field` in lists, `field.**` for all within one, `**` for all; every other text
   * that comes in is one line (`text.ts`).
   */
  multiline: readonly string[];
  /** Largest request body in bytes. */
  maxBodyBytes: number;
};

type Declared<P, Q, B, R> = {
  name: string;
  summary: string;
  method: Method;
  path: string;
  access: Access;
  allTenants?: boolean;
  token?: TokenUse;
  client?: boolean;
  tenant?: TenantSource;
  group?: 'query' | 'body';
  params?: P;
  query?: Q;
  body?: B;
  response?: R;
  stepUp?: boolean | 'sometimes';
  changes?: boolean;
  files?: readonly MediaType[];
  statuses?: readonly number[];
  bodiless?: readonly number[];
  download?: boolean;
  navigation?: boolean;
  background?: boolean;
  standalone?: boolean;
  multiline?: readonly string[];
  maxBodyBytes?: number;
};

/** How long a sign-in, or a step-up, counts for calls that ask for one. */
export const stepUpMinutes = 10;

const defaultMaxBodyBytes = 64 * 1024;

export function defineEndpoint<
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(declared: Declared<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return {
    tenant: { from: 'none' },
    allTenants: declared.access === 'admin' && (declared.tenant ?? { from: 'none' }).from === 'none',
    token: null,
    client: false,
    group: null,
    stepUp: false,
    changes: declared.method !== 'GET',
    files: [],
    statuses: [declared.navigation ? 302 : 200],
    bodiless: [],
    download: false,
    navigation: false,
    background: false,
    standalone: false,
    multiline: [],
    maxBodyBytes: defaultMaxBodyBytes,
    ...declared,
    params: declared.params as P,
    query: declared.query as Q,
    body: declared.body as B,
    response: declared.response as R,
  };
}

/** The parsed output of an endpoint's schema, or undefined where the endpoint has none. */
export type Parsed<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined;
/** What a caller may hand in for it (before defaults and coercion). */
export type Unparsed<S extends Schema | undefined> = S extends Schema ? z.input<S> : undefined;
