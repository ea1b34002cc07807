import { getSignInOptions } from '@tenantry/contract/microsoft-sign-in';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Which ways to sign in there are; asked anew each time, for an administrator may have changed them. */
export const signInOptionsQuery = () =>
  callQuery(queryKey('sign-in-options', null), getSignInOptions, {
    tenantId: null,
    isSignInCall: true,
    staleTime: 0,
    gcTime: 0,
  });
