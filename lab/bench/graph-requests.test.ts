import { expect, test } from 'vitest';
import { graphCalls, leastSeconds } from './graph-requests.ts';

test('calls are those of the tenants, pages among them, what came in a batch apart', () => {
  const tenantId = 't';
  const requests = [
    { tenantId, path: '/v1.0/$batch', count: 2, batched: 0 },
    { tenantId, path: '/v1.0/organization', count: 1, batched: 1 },
    { tenantId, path: '/v1.0/users', count: 3, batched: 0 },
    { tenantId, path: '/oauth2/v2.0/token', count: 1, batched: 0 },
    { tenantId: 'other', path: '/v1.0/users', count: 9, batched: 0 },
    { tenantId: null, path: '/v1.0/users', count: 9, batched: 0 },
  ];
  expect(graphCalls(requests, new Set([tenantId]))).toEqual({ calls: 5, pages: 3, inBatches: 1 });
});

test.each([
  [0, 0],
  [1, 0],
  [5, 0],
  [6, 10],
  [10, 10],
  [11, 20],
])('%i requests at five in ten seconds take %i s at least', (passed, seconds) => {
  const limit = { limit: 'reports', tenantId: 't', requests: 5, windowMs: 10_000, passed, refused: 0 };
  expect(leastSeconds(limit)).toBe(seconds);
});
