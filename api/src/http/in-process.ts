import { HttpRequest } from '@azure/functions';
import { type Endpoint, type Parsed, type Schema, tenantHeader } from '@tenantry/contract/endpoint';
import type { ErrorBody } from '@tenantry/contract/errors';
import { uriComponent } from '@tenantry/contract/text';
import type { Caller } from './caller.ts';
import { createHandler, type HandleDependencies } from './handle.ts';
import type { RequestFacts, Route } from './route.ts';

type Maybe = Schema | undefined;

/** The input of a call as a client would send it. A value of `query` that is absent is not asked for. */
type InProcessInput = {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: unknown;
  /** X-Tenant-Id. */
  tenantId?: string | undefined;
};

export type InProcessAnswer<R> =
  | { ok: true; status: number; value: R }
  | { ok: false; status: number; error: ErrorBody };

/** Calls of this API by one caller, made within this process. */
export type InProcessCalls = <P extends Maybe, Q extends Maybe, B extends Maybe, R extends Maybe>(
  endpoint: Endpoint<P, Q, B, R>,
  input: InProcessInput,
) => Promise<InProcessAnswer<Parsed<R>>>;

/** What a call within tells of the one that it is made for, so that logs and the trail name the same client. */
const passedOn = ['x-forwarded-for', 'user-agent'];

function headersOf({ body, tenantId }: InProcessInput, outer: RequestFacts): Record<string, string> {
  const passed = passedOn.flatMap((name) => {
    const value = outer.header?.(name) ?? null;
    return value === null ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(tenantId === undefined ? {} : { [tenantHeader]: tenantId }),
  };
}

function requestOf(endpoint: Endpoint, input: InProcessInput, outer: RequestFacts, origin: string): HttpRequest {
  const { params = {}, query = {}, body } = input;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => uriComponent(params[name] ?? ''));
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = new URLSearchParams(asked).toString();
  return new HttpRequest({
    method: endpoint.method,
    url: `${origin}${path}${search === '' ? '' : `?${search}`}`,
    headers: headersOf(input, outer),
    params: { ...params },
    query: Object.fromEntries(asked),
    ...(body === undefined ? {} : { body: { string: JSON.stringify(body) } }),
  });
}

/**
 * Makes calls of these routes within this process, by the one way in (`createHandler`): access, role, scope, group, what the input has
 * to be, what is answered and what is recorded are those of the call over HTTP, so that whoever makes them can do no more than that. They carry no
 * cookie and no origin: whether another site sent the request is decided on the call that these are made for.
 * @returns calls by a caller, for a request that was let in
 */
export function createInProcessCalls(
  routes: readonly Route[],
  dependencies: Omit<HandleDependencies, 'identify' | 'paceClient' | 'isAuthorizationOverwritten'>,
): (caller: Caller, request: RequestFacts) => InProcessCalls {
  const byName = new Map(routes.map((route) => [route.endpoint.name, route]));
  return (caller, outer) => async (endpoint, input) => {
    const route = byName.get(endpoint.name);
    if (!route) throw new Error(`No route serves ${endpoint.name}`);
    // Who it is stands: what the call carries is not looked at again.
    // Tools are closed to clients, who have no token.
    const paceClient = async () => undefined;
    const within = { ...dependencies, isAuthorizationOverwritten: false, identify: async () => caller, paceClient };
    const handle = createHandler(route, within);
    const { status = 200, body } = await handle(requestOf(endpoint, input, outer, dependencies.publicOrigin), {
      invocationId: outer.id,
    });
    if (typeof body !== 'string')
      throw new Error(`${endpoint.name} answers with a file: nobody can call it from within`);
    const value: unknown = body === '' ? undefined : JSON.parse(body);
    return status < 400
      ? { ok: true, status, value: value as Parsed<typeof endpoint.response> }
      : { ok: false, status, error: value as ErrorBody };
  };
}
