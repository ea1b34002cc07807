import type { QueryClient } from '@tanstack/react-query';

/**
 * Marks all that is known of a tenant, and every list over all tenants, as out of date: after a scan ended or a finding
 * changed, figures on many pages are others. What is on the screen is asked for again at once.
 */
export function invalidateTenant(client: QueryClient, tenantId: string): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === tenantId || queryKey[1] === null });
}
