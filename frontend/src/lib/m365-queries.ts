import { queryOptions } from '@tanstack/react-query';
import { getCredential, getM365Status } from '@tenantry/contract/connections';
import { call } from './api-client.ts';
import { queryKey } from './query-client.ts';

// Specification, section 9.
const pollMs = 30_000;
const staleMs = 5 * 60_000;

/** How a tenant is reached, and whether that works. Polled while it is on the screen. */
export const m365StatusQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('m365-status', tenantId),
    queryFn: ({ signal }) => call(getM365Status, { tenantId, signal }),
    staleTime: staleMs,
    refetchInterval: pollMs,
  });

/** The credentials of one tenant, without the secret. Asked anew each time that they are to be changed. */
export const credentialQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('credential', tenantId),
    queryFn: ({ signal }) => call(getCredential, { params: { tenantId }, tenantId: null, signal }),
    staleTime: 0,
    gcTime: 0,
  });
