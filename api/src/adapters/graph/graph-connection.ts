import { Client, type Context, type GraphRequest, type Middleware } from '@microsoft/microsoft-graph-client';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';
import type { AppTokens } from './app-tokens.ts';
import { failureOf } from './graph-failures.ts';
import { type GraphRateLimiter, pause, unlimited } from './graph-rate-limiter.ts';
import { defaultRetry, isTransient, type RetrySettings, retryDelayMs } from './retry.ts';
import { tokenFailure } from './token-failures.ts';
import type { Upstream } from './upstream.ts';

export const graphOrigin = 'https://graph.microsoft.com';
const requestTimeoutMs = 60_000;
const defaultMaxWaitMs = 60_000;

export type ConnectionOptions = {
  tokens: AppTokens;
  upstream: Upstream;
  retry?: RetrySettings;
  rateLimiter?: GraphRateLimiter;
  /** How long a request may wait until its rate limits allow it. */
  maxWaitMs?: number;
  signal?: AbortSignal | undefined;
};

/** Microsoft's SDK over the upstream, and what every request of one client shares. */
export type GraphConnection = Required<Omit<ConnectionOptions, 'upstream' | 'signal'>> & {
  signal: AbortSignal | undefined;
  sdk: Client;
  /** HTTP requests sent so far, retries included. */
  calls: number;
};

export function openGraphConnection({ upstream, ...options }: ConnectionOptions): GraphConnection {
  const transport: Middleware = {
    async execute(context: Context) {
      connection.calls += 1;
      const request = new Request(context.request, {
        ...(context.options as RequestInit),
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      context.response = await upstream.fetch(request);
    },
  };
  const connection: GraphConnection = {
    retry: defaultRetry,
    rateLimiter: unlimited,
    maxWaitMs: defaultMaxWaitMs,
    signal: undefined,
    ...options,
    sdk: Client.initWithMiddleware({ middleware: transport, defaultVersion: '', baseUrl: graphOrigin }),
    calls: 0,
  };
  return connection;
}

/** What Graph refuses to a token: a permission that was granted since stands in a later token only. */
export const isRefusal = ({ status }: Pick<GraphFailure, 'status'>): boolean => status === 401 || status === 403;

/**
 * Runs until it succeeds, fails for good, or was tried often enough.
 * @param limited the paths whose limits count: the path itself, or those in a $batch
 */
export async function sendPersistently(
  { tokens, retry, rateLimiter, maxWaitMs, signal, sdk }: GraphConnection,
  path: string,
  limited: readonly string[],
  send: (request: GraphRequest) => Promise<unknown>,
): Promise<unknown> {
  let skipCache = false;
  let refreshed = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const token = await tokens.get({ skipCache }).catch((error: unknown) => {
        throw tokenFailure(error);
      });
      skipCache = false;
      await rateLimiter.wait(limited, { maxWaitMs, signal });
      const request = sdk.api(`${graphOrigin}${path}`).header('authorization', `Bearer ${token}`);
      // Background work gives way to people (Microsoft Graph, throttling: request priority).
      return await send(request.header('x-ms-throttle-priority', 'low'));
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
      await pause(retryDelayMs(failure, attempt, retry, Math.random()), signal);
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
