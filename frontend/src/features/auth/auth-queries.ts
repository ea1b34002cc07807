import { queryOptions } from '@tanstack/react-query';
import { getRegistrationStatus, getSetupStatus } from '@tenantry/contract/auth';
import { getSignInOptions } from '@tenantry/contract/microsoft-sign-in';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

// Whether there is a user yet changes under a page that waits for its first one, so it is asked anew each time.
const always = { staleTime: 0, gcTime: 0 };

export const registrationStatusQuery = () =>
  queryOptions({
    queryKey: queryKey('registration-status', null),
    queryFn: ({ signal }) => call(getRegistrationStatus, { signal, tenantId: null, isSignInCall: true }),
    ...always,
  });

export const setupStatusQuery = () =>
  queryOptions({
    queryKey: queryKey('setup-status', null),
    queryFn: ({ signal }) => call(getSetupStatus, { signal, tenantId: null, isSignInCall: true }),
    ...always,
  });

/** Which ways to sign in there are. */
export const signInOptionsQuery = () =>
  queryOptions({
    queryKey: queryKey('sign-in-options', null),
    queryFn: ({ signal }) => call(getSignInOptions, { signal, tenantId: null, isSignInCall: true }),
    ...always,
  });
