import { listAdminTenants, listCredentials } from '@tenantry/contract/connections';
import { getTenantSchedule } from '@tenantry/contract/tenant-schedules';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey, withinTenant } from '../../lib/query-client.ts';

// Scans in the background find out that a connection no longer holds.
const staleMs = 30_000;
const offboardingPollMs = 5000;

/** The tenants in scope with the state of their connection. */
export const managedTenantsQuery = (groupId?: string) =>
  callQuery(queryKey('managed-tenants', null, groupId === undefined ? undefined : { groupId }), listAdminTenants, {
    query: { groupId },
    tenantId: null,
    staleTime: staleMs,
    placeholderData: withinTenant(null),
    // Only while a tenant is being deleted.
    refetchInterval: ({ state }) => ((state.data?.offboarding.length ?? 0) > 0 ? offboardingPollMs : false),
  });

/** When the scans of a tenant start by themselves: asked anew each time it is opened. */
export const tenantScheduleQuery = (tenantId: string) =>
  callQuery(queryKey('tenant-schedule', tenantId), getTenantSchedule, {
    params: { id: tenantId },
    tenantId: null,
    staleTime: 0,
    gcTime: 0,
  });

/** How each tenant in scope is connected to Microsoft Graph. */
export const credentialsQuery = () =>
  callQuery(queryKey('credentials', null), listCredentials, { tenantId: null, staleTime: staleMs });
