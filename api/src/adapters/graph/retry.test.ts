import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry.ts';

describe('the wait before another try', () => {
  const settings = { maxAttempts: 6, baseDelayMs: 500, maxDelayMs: 30_000 };
  const failure = { status: 429, code: 'TooManyRequests', message: '' };

  it('is what the service asked for', () => {
    expect(retryDelayMs({ ...failure, retryAfterSeconds: 7 }, 1, settings, 0.5)).toBe(7000);
    expect(retryDelayMs({ ...failure, retryAfterSeconds: 100_000 }, 1, settings, 0.5)).toBe(300_000);
  });

  it('doubles where the service did not say, with jitter and an end', () => {
    expect(retryDelayMs(failure, 1, settings, 0)).toBe(250);
    expect(retryDelayMs(failure, 1, settings, 1)).toBe(500);
    expect(retryDelayMs(failure, 4, settings, 1)).toBe(4000);
    expect(retryDelayMs(failure, 20, settings, 1)).toBe(30_000);
  });
});
