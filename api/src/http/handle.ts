import type { HttpRequest, HttpResponseInit, InvocationContext } from '@azure/functions';
import { tenantHeader } from '@tenantry/contract/endpoint';
import { type ErrorBody, statusOfCode } from '@tenantry/contract/errors';
import { systemWideId, TenantId, tenantIdOfRecordId } from '@tenantry/contract/ids';
import { cleanText, truncate, uriComponent } from '@tenantry/contract/text';
import { closedToTokens } from '@tenantry/contract/token-use';
import * as z from 'zod/mini';
import type { Telemetry } from '../domain/telemetry/telemetry.ts';
import { workOf } from '../domain/telemetry/work-of.ts';
import { narrowedToGroup } from '../domain/tenant-groups/group-scope.ts';
import { actingBy } from '../domain/tokens/acting-token.ts';
import type { Clock } from '../ports/clock.ts';
import { InvalidCursorError } from '../ports/collection.ts';
import { UnavailableError } from '../ports/unavailable.ts';
import { NewerShapeError } from '../store/shape.ts';
import type { TenantGroupStore } from '../store/tenant-groups.ts';
import type { TenantRecords } from '../store/tenant-records.ts';
import type { TenantStore } from '../store/tenant-store.ts';
import { AppError, unavailable } from './app-error.ts';
import { type Caller, mayCall, requireRecentProof } from './caller.ts';
import { clientAddress } from './client-address.ts';
import { presentedToken, refuseTokenInAddress } from './presented-token.ts';
import { type ParsedInput, readInput } from './read-input.ts';
import { Reply } from './reply.ts';
import type { RequestFacts, Route } from './route.ts';
import { requireSameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';

/** What requests are handled with. */
export type HandleDependencies = {
  publicOrigin: string;
  trustedProxies: number;
  /** Resolves once this process has started. @throws UnavailableError while it has not */
  ready(): Promise<void>;
  /** Something in front writes an Authorization header of its own into each request (presented-token.ts). */
  isAuthorizationOverwritten: boolean;
  /** Who makes the request, by a token or a session, or null (identity.ts). */
  identify(request: RequestFacts): Promise<Caller | null>;
  /** Counts a call of a contact of a client (client-pace.ts). @throws AppError RATE_LIMITED */
  paceClient(userId: string): Promise<void>;
  tenants: Pick<TenantStore, 'open'>;
  tenantGroups: Pick<TenantGroupStore, 'get'>;
  clock: Clock;
  telemetry: Pick<Telemetry, 'work' | 'note'>;
};

function cookieReader(header: string | null): (name: string) => string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return (name) => {
    const values = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
    // Of two cookies of one name a sibling host may have planted one, and nothing tells which: neither counts.
    return values.length === 1 ? values[0] : undefined;
  };
}

function textField(source: unknown, name: string): unknown {
  return typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[name] : undefined;
}

/** The tenant that the declared source names, or null where it is optional and absent. */
function declaredTenantId(route: Route, input: ParsedInput, header: string | null): string | null {
  const source = route.endpoint.tenant;
  const certain = (value: unknown): string => {
    if (typeof value !== 'string' || value === '') throw new AppError('NO_TENANT', 'No tenant selected');
    return value;
  };
  switch (source.from) {
    case 'none':
      return null;
    case 'path':
      return certain(textField(input.params, source.name));
    case 'idPrefix':
      return tenantIdOfRecordId(certain(textField(input.params, source.name)));
    case 'query':
      return certain(textField(input.query, source.name));
    case 'body':
      return certain(textField(input.body, source.name));
    case 'bodyIfPresent': {
      const named = textField(input.body, source.name);
      return named === null || named === undefined ? null : certain(named);
    }
    case 'header':
      return certain(header);
    case 'headerIfPresent':
      return header === null || header === '' ? null : header;
  }
}

/** The caller with their scope narrowed to the group that the call names, where it may name one. */
async function callerWithin(
  { endpoint }: Route,
  caller: Caller | null,
  input: ParsedInput,
  { tenantGroups }: HandleDependencies,
): Promise<Caller | null> {
  const groupId = endpoint.group === null ? undefined : textField(input[endpoint.group], 'groupId');
  if (caller === null || typeof groupId !== 'string') return caller;
  const scope = await narrowedToGroup(tenantGroups, caller.scope, groupId);
  if (scope === null) throw new AppError('NOT_FOUND', 'There is no such group of tenants.');
  return { ...caller, scope };
}

async function tenantOf(
  route: Route,
  caller: Caller | null,
  input: ParsedInput,
  header: string | null,
  dependencies: HandleDependencies,
): Promise<TenantRecords | null> {
  const tenantId = declaredTenantId(route, input, header);
  if (tenantId === null) return null;
  if (!z.safeParse(TenantId, tenantId).success) {
    throw new AppError('INVALID_INPUT', 'The tenant id is not one: it is a GUID in lower case.', {
      fields: [{ path: tenantHeader, message: 'Must be a tenant id (a lower-case GUID)' }],
    });
  }
  const { tenant: source } = route.endpoint;
  const mayBeSystemWide = source.from === 'idPrefix' && source.orSystemWide === true;
  if (mayBeSystemWide && tenantId === systemWideId && caller?.scope.kind === 'all') return null;
  const tenant = caller ? await dependencies.tenants.open(caller.scope, tenantId) : null;
  // One answer for a tenant that is not there and one that is not the caller's: neither tells which.
  if (!tenant) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  return tenant;
}

function success(route: Route, output: unknown, requestId: string): HttpResponseInit {
  const reply = output instanceof Reply ? output : Reply.json(output);
  const headers: Record<string, string> = { ...securityHeaders, 'x-request-id': requestId };
  const cookies = [...reply.cookies];
  const { name, statuses, files, response } = route.endpoint;
  // What is not declared is no answer: the document of the API says nothing else.
  if (!statuses.includes(reply.status)) throw new Error(`${name} answers ${reply.status}, but does not declare it`);
  if (reply.file) {
    const mediaType = reply.file.contentType.split(';')[0];
    if (!files.some((file) => file === mediaType)) throw new Error(`${name} does not declare a file of ${mediaType}`);
    headers['content-type'] = reply.file.contentType;
    headers['content-disposition'] = contentDisposition(reply.file.fileName);
    return { status: reply.status, headers, cookies, body: reply.file.bytes };
  }
  if (reply.location !== undefined) {
    return { status: 302, headers: { ...headers, location: reply.location }, cookies, body: '' };
  }
  if (reply.isEmpty) return { status: reply.status, headers, cookies, body: '' };
  if (!response) throw new Error(`${name} gave a body, but declares none`);
  const body = z.parse(response, reply.body);
  headers['content-type'] = 'application/json; charset=utf-8';
  return { status: reply.status, headers, cookies, body: JSON.stringify(body) };
}

/** File systems take names of 255 bytes, the extension among them. */
const maxNameBytes = 240;
const maxExtension = 10;

/** RFC 6266: an ASCII name for old clients, the real one in UTF-8 beside it. It takes any text and never throws. */
export function contentDisposition(fileName: string): string {
  const [extension = ''] = /\.\w+$/.exec(fileName.slice(-maxExtension)) ?? [];
  const stem = extension === '' ? fileName : fileName.slice(0, -extension.length);
  let name = cleanText(stem.slice(0, 10 * maxNameBytes), maxNameBytes).replace(/[/\\:*?"<>|]|^\.+/g, '_');
  while (Buffer.byteLength(name) > maxNameBytes) name = truncate(name, name.length - 1);
  const safe = `${/[^.\s]/.test(name) ? name : 'download'}${extension}`;
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_');
  const encoded = uriComponent(safe).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The error that the caller is told of; undefined where it is ours alone. */
function toldError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof InvalidCursorError) {
    return new AppError('INVALID_INPUT', `${error.message}. Start again from the first page.`);
  }
  // Why a service is away, and which data is newer, as after a rollback, is in the log and not told to the caller.
  if (error instanceof NewerShapeError) {
    return new AppError(
      'UNAVAILABLE',
      'This was written by a newer version of Tenantry and is left as it is. Deploy that version again, or a later one.',
    );
  }
  return error instanceof UnavailableError ? unavailable([error.service]) : undefined;
}

/** What did not answer, or which data is newer. */
function whatOf(error: unknown): { service?: string; part?: string } {
  if (error instanceof UnavailableError) return { service: error.service };
  return error instanceof NewerShapeError ? { part: error.container } : {};
}

/** The answer to a call that failed: what the caller may know is in it, the rest is noted. */
export function failure(error: unknown, requestId: string, { note }: Pick<Telemetry, 'note'>): HttpResponseInit {
  const known = toldError(error);
  const code = known?.code ?? 'INTERNAL';
  const message = known?.message ?? `Something went wrong on our side. Tell support the request id ${requestId}.`;
  const body: ErrorBody = { error: message, message, code, requestId };
  if (known?.fields) body.fields = [...known.fields];
  const headers: Record<string, string> = {
    ...securityHeaders,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
  };
  if (known?.retryAfterSeconds !== undefined) {
    body.retryAfterSeconds = known.retryAfterSeconds;
    headers['retry-after'] = String(known.retryAfterSeconds);
  }
  if (code === 'INVALID_TOKEN') headers['www-authenticate'] = 'Bearer realm="Tenantry", error="invalid_token"';
  if (known?.allow !== undefined) headers.allow = known.allow;
  const status = statusOfCode[code];
  note({ status, ...(status >= 500 ? { error, ...whatOf(error) } : {}) });
  return { status, headers, cookies: [...(known?.cookies ?? [])], body: JSON.stringify(body) };
}

/**
 * Who counts as the caller: a contact of a client only where the call says so, and nobody where it is open to everybody.
 * @throws AppError FORBIDDEN
 */
function callerOf({ client, access }: Route['endpoint'], caller: Caller | null): Caller | null {
  if (!caller?.user.client || client) return caller;
  if (access === 'public') return null;
  throw new AppError('FORBIDDEN', 'This is for the people of your service provider. Go back to your room.');
}

/** @throws AppError CLOSED_TO_TOKENS */
function requireOpenToTokens({ token }: Route['endpoint']): void {
  if (token === null) {
    throw new AppError('CLOSED_TO_TOKENS', 'This call is not open to tokens. Sign in to make it.');
  }
}

/**
 * The one way in: who is it, may they, parse, which tenant, run, shape, errors. In that order: 401, 403, 415/413/400,
 * 404 for a tenant outside the caller's scope, then the route's own answers.
 * @throws Error for a route that is declared open to tokens and can never be: such an installation does not start
 */
export function createHandler(route: Route, dependencies: HandleDependencies) {
  const { endpoint } = route;
  const closed = closedToTokens(endpoint);
  if (endpoint.token !== null && closed !== null)
    throw new Error(`${endpoint.name} cannot be open to tokens: ${closed}`);
  const { telemetry } = dependencies;

  async function answer(request: HttpRequest, facts: RequestFacts): Promise<HttpResponseInit> {
    if (!endpoint.standalone) await dependencies.ready();
    refuseTokenInAddress(request.url);
    const caller = endpoint.standalone ? null : callerOf(endpoint, await dependencies.identify(facts));
    if (caller) telemetry.note({ role: caller.role });
    if (caller?.user.client) await dependencies.paceClient(caller.userId);
    if (caller?.token) requireOpenToTokens(endpoint);
    if (endpoint.access !== 'public') {
      if (!caller) throw new AppError('NOT_SIGNED_IN', 'You are not signed in. Sign in and try again.');
      if (!mayCall(caller.role, endpoint.access)) {
        throw new AppError('FORBIDDEN', `This needs the role ${endpoint.access}; you are signed in as ${caller.role}.`);
      }
    }
    if (endpoint.allTenants && caller?.scope.kind !== 'all') {
      throw new AppError('FORBIDDEN', 'This concerns every tenant: it is for administrators of all of them.');
    }
    if (endpoint.stepUp === true && caller) requireRecentProof(caller, dependencies.clock.now());
    // No browser adds a token by itself, as it does a cookie: another site cannot cause the call.
    if (!caller?.token) requireSameOrigin(endpoint, request.headers, dependencies.publicOrigin);
    const input = await readInput(endpoint, request);
    const narrowed = await callerWithin(route, caller, input, dependencies);
    const tenant = await tenantOf(route, narrowed, input, request.headers.get(tenantHeader), dependencies);
    if (tenant) telemetry.note({ tenantId: tenant.tenant.id });
    const output = await actingBy(caller?.token ?? null, () =>
      route.run({ caller: narrowed, tenant, ...input, request: facts }),
    );
    return success(route, output, facts.id);
  }

  return (
    request: HttpRequest,
    context: Pick<InvocationContext, 'invocationId' | 'traceContext'>,
  ): Promise<HttpResponseInit> => {
    const token = presentedToken(request.headers, dependencies.isAuthorizationOverwritten);
    const facts: RequestFacts = {
      id: context.invocationId,
      token,
      clientAddress: clientAddress(request.headers.get('x-forwarded-for'), dependencies.trustedProxies),
      cookie: cookieReader(token === null ? request.headers.get('cookie') : null),
      userAgent: request.headers.get('user-agent'),
      header: (name) => request.headers.get(name),
      isNavigation: request.headers.get('sec-fetch-mode') === 'navigate',
      isBackground: endpoint.background,
    };
    return telemetry.work(workOf('request', endpoint.name, context), async () => {
      try {
        const answered = await answer(request, facts);
        telemetry.note({ status: answered.status ?? 200 });
        return answered;
      } catch (error) {
        return failure(error, facts.id, telemetry);
      }
    });
  };
}
