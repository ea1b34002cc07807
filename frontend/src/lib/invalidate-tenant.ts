import type { QueryClient } from '@tanstack/react-query';

/**
 * Marks all that is known of a tenant, and every list over all tenants, as out of date: after a scan ended or a finding
 * changed, figures on many pages are others. What is on the screen is asked for again at once.
 */
export function invalidateTenant(client: QueryClient, tenantId: string): Promise<void> {
  return invalidateTenants(client, [tenantId]);
}

/** The same for changes in several tenants at once. */
export function invalidateTenants(client: QueryClient, tenantIds: Iterable<string>): Promise<void> {
  const changed = new Set<unknown>(tenantIds);
  return client.invalidateQueries({ predicate: ({ queryKey }) => changed.has(queryKey[1]) || queryKey[1] === null });
}
