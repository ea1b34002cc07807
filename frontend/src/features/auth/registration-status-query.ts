import { getRegistrationStatus } from '@tenantry/contract/auth';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Of somebody who is not signed in yet, and kept for nobody. */
export const askedAnew = { tenantId: null, isSignInCall: true, staleTime: 0, gcTime: 0 } as const;

/**
 * Whether the first administrator can be registered. Asked anew each time: it changes under a page that waits for the
 * first user.
 */
export const registrationStatusQuery = () =>
  callQuery(queryKey('registration-status', null), getRegistrationStatus, askedAnew);
