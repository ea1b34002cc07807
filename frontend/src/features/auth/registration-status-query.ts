import { queryOptions } from '@tanstack/react-query';
import { getRegistrationStatus } from '@tenantry/contract/auth';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/**
 * Whether the first administrator can be registered. Asked anew each time: it changes under a page that waits for the
 * first user.
 */
export const registrationStatusQuery = () =>
  queryOptions({
    queryKey: queryKey('registration-status', null),
    queryFn: ({ signal }) => call(getRegistrationStatus, { signal, tenantId: null, isSignInCall: true }),
    staleTime: 0,
    gcTime: 0,
  });
