import { Client, type Context, type GraphRequest, type Middleware } from '@microsoft/microsoft-graph-client';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';
import type { AppTokens } from './app-tokens.ts';
import { clouds, type MicrosoftCloud } from './clouds.ts';
import { failureOf } from './graph-failures.ts';
import { type GraphRateLimiter, pause, unlimited } from './graph-rate-limiter.ts';
import { defaultRetry, isTransient, type RetrySettings, retryDelayMs } from './retry.ts';
import { tokenFailure } from './token-failures.ts';
import { acceptedLanguage, type Upstream } from './upstream.ts';

const requestTimeoutMs = 60_000;
export const huntingPath = '/v1.0/security/runHuntingQuery';
/** Microsoft ends a query after three minutes: its own words are worth the wait, and another try costs the tenant's quota. */
const huntingTimeoutMs = 200_000;
const defaultMaxWaitMs = 60_000;

/** Told what a client does, for the progress of a long run. Paths hold ids and filters: show their datasets, not them. */
export type GraphWatch = {
  /** A page of a list has come, with so many items. */
  page?(path: string, items: number): void;
  /** The next attempt is so far off: throttled, or the service is in trouble. */
  waiting?(path: string, delayMs: number, failure: GraphFailure): void;
};

export type ConnectionOptions = {
  tokens: AppTokens;
  upstream: Upstream;
  /** Microsoft's cloud of the tenant, whose Graph alone is called; the commercial one unless told. */
  cloud?: MicrosoftCloud;
  watch?: GraphWatch;
  retry?: RetrySettings;
  rateLimiter?: GraphRateLimiter;
  /** How long a request may wait until its rate limits allow it. */
  maxWaitMs?: number;
  signal?: AbortSignal | undefined;
};

/**
 * What every request says, alone or in a batch. Without Prefer, members that were added to an enumeration later come as
 * `unknownFutureValue` (Microsoft Graph, best practices, "Handling future members in evolvable enumerations").
 */
export const preferred = { prefer: 'include-unknown-enum-members' };

/** Microsoft's SDK over the upstream, and what every request of one client shares. */
export type GraphConnection = Required<Omit<ConnectionOptions, 'upstream' | 'signal'>> & {
  signal: AbortSignal | undefined;
  sdk: Client;
  /** HTTP requests sent so far, retries included. */
  calls: number;
};

/** The SDK hands on the name and the message of an error and drops its cause, which is what tells a proxy from a name. */
function throwNamed(error: unknown): never {
  const { code, message } = failureOf(error);
  throw Object.assign(new Error(message, { cause: error }), { name: code });
}

/** A request ends with the work that it is for: nobody waits for an answer that is not wanted any more. */
function untilStopped(url: string, signal: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(url.endsWith(huntingPath) ? huntingTimeoutMs : requestTimeoutMs);
  return signal ? AbortSignal.any([late, signal]) : late;
}

export function openGraphConnection({ upstream, ...options }: ConnectionOptions): GraphConnection {
  const transport: Middleware = {
    async execute(context: Context) {
      connection.calls += 1;
      const request = new Request(context.request, {
        ...(context.options as RequestInit),
        redirect: 'error',
        signal: untilStopped(
          typeof context.request === 'string' ? context.request : context.request.url,
          connection.signal,
        ),
      });
      context.response = await upstream.fetch(request).catch(throwNamed);
    },
  };
  const connection: GraphConnection = {
    cloud: clouds.commercial,
    watch: {},
    retry: defaultRetry,
    rateLimiter: unlimited,
    maxWaitMs: defaultMaxWaitMs,
    signal: undefined,
    ...options,
    sdk: Client.initWithMiddleware({
      middleware: transport,
      defaultVersion: '',
      baseUrl: (options.cloud ?? clouds.commercial).graphOrigin,
    }),
    calls: 0,
  };
  return connection;
}

/** What Graph refuses to a token: a permission that was granted since stands in a later token only. */
export const isRefusal = ({ status }: Pick<GraphFailure, 'status'>): boolean => status === 401 || status === 403;

/**
 * Runs until it succeeds, fails for good, or was tried often enough.
 * @param limited the paths whose limits count: the path itself, or those in a $batch
 * @param retry the connection's unless told
 */
export async function sendPersistently(
  connection: GraphConnection,
  path: string,
  limited: readonly string[],
  send: (request: GraphRequest) => Promise<unknown>,
  retry: RetrySettings = connection.retry,
): Promise<unknown> {
  const { tokens, rateLimiter, maxWaitMs, signal, sdk, cloud, watch } = connection;
  let skipCache = false;
  let refreshed = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const token = await tokens.get({ skipCache }).catch((error: unknown) => {
        throw tokenFailure(error);
      });
      skipCache = false;
      await rateLimiter.wait(limited, { maxWaitMs, signal });
      const request = sdk.api(`${cloud.graphOrigin}${path}`).headers({
        ...preferred,
        authorization: `Bearer ${token}`,
        'accept-language': acceptedLanguage,
        // Background work gives way to people (Microsoft Graph, throttling: request priority).
        'x-ms-throttle-priority': 'low',
      });
      return await send(request);
    } catch (error) {
      signal?.throwIfAborted();
      const failure = failureOf(error);
      if (isRefusal(failure)) tokens.refused?.();
      if (failure.status === 401 && failure.code === 'InvalidAuthenticationToken' && !refreshed) {
        refreshed = true;
        skipCache = true;
        continue;
      }
      if (!isTransient(failure) || attempt >= retry.maxAttempts) throw new GraphError(failure);
      const delayMs = retryDelayMs(failure, attempt, retry, Math.random());
      watch.waiting?.(path, delayMs, failure);
      await pause(delayMs, signal);
    }
  }
}

/** @throws GraphError */
export function bodyObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new GraphError({
    status: 0,
    code: 'UnexpectedBody',
    message: 'Graph answered with something that is no object',
  });
}
