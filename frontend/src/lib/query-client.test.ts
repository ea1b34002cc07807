import { expect, test } from 'vitest';
import { createQueryClient, queryKey, withinTenant } from './query-client.ts';

test('rows stay on the screen while a filter changes, but not when the tenant does', () => {
  const rows = ['row'];
  const before = { queryKey: queryKey('findings', 'tenant-1', { status: 'resolved' }) };
  expect(withinTenant('tenant-1')(rows, before)).toBe(rows);
  expect(withinTenant('tenant-2')(rows, before)).toBeUndefined();
  expect(withinTenant(null)(rows, before)).toBeUndefined();
  expect(withinTenant('tenant-1')(undefined, undefined)).toBeUndefined();
});

test('data does not go stale, and nothing is retried or fetched again on its own', () => {
  const defaults = createQueryClient().getDefaultOptions().queries;
  expect(defaults).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
});
