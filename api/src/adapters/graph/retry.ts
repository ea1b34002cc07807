// Our own: the SDK's retry handler sees no body that broke off, no token that ended and no single item of a batch.
import type { GraphFailure } from '../../ports/graph.ts';

export type RetrySettings = { maxAttempts: number; baseDelayMs: number; maxDelayMs: number };

export const defaultRetry: RetrySettings = { maxAttempts: 6, baseDelayMs: 500, maxDelayMs: 30_000 };

/** Throttled, failed on the server's side, or lost on the way: worth another try (Microsoft Graph, throttling guidance). */
export function isTransient({ status, code }: GraphFailure): boolean {
  // Nothing was sent: by our own count the limit is reached for too long, or nobody has connected the tenant.
  if (code === 'RateLimited' || code === 'NotConnected') return false;
  return status === 0 || status === 429 || status === 408 || (status >= 500 && status !== 501);
}

/**
 * How long to wait before attempt `attempt` + 1: what the service asked for, else exponential, half of it at random. Some
 * services send no Retry-After with their 429.
 */
export function retryDelayMs(failure: GraphFailure, attempt: number, settings: RetrySettings, random: number): number {
  if (failure.retryAfterSeconds !== undefined) return Math.min(failure.retryAfterSeconds * 1000, 300_000);
  const ceiling = Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** (attempt - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}
