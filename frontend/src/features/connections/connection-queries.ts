import { queryOptions } from '@tanstack/react-query';
import { listAdminTenants, listCredentials } from '@tenantry/contract/connections';
import { getTenantSchedule } from '@tenantry/contract/tenant-schedules';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

// Scans in the background find out that a connection no longer holds.
const staleMs = 30_000;
const offboardingPollMs = 5000;

/** The tenants in scope with the state of their connection. */
export const managedTenantsQuery = () =>
  queryOptions({
    queryKey: queryKey('managed-tenants', null),
    queryFn: ({ signal }) => call(listAdminTenants, { tenantId: null, signal }),
    staleTime: staleMs,
    // Only while a tenant is being deleted.
    refetchInterval: ({ state }) => ((state.data?.offboarding.length ?? 0) > 0 ? offboardingPollMs : false),
  });

/** When the scans of a tenant start by themselves: asked anew each time it is opened. */
export const tenantScheduleQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('tenant-schedule', tenantId),
    queryFn: ({ signal }) => call(getTenantSchedule, { params: { id: tenantId }, tenantId: null, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** How each tenant in scope is connected to Microsoft Graph. */
export const credentialsQuery = () =>
  queryOptions({
    queryKey: queryKey('credentials', null),
    queryFn: ({ signal }) => call(listCredentials, { tenantId: null, signal }),
    staleTime: staleMs,
  });
