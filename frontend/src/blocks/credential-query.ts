import { queryOptions } from '@tanstack/react-query';
import { getCredential } from '@tenantry/contract/connections';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

/** The credentials of one tenant, without the secret. Asked anew each time that they are to be changed. */
export const credentialQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('credential', tenantId),
    queryFn: ({ signal }) => call(getCredential, { params: { tenantId }, tenantId: null, signal }),
    staleTime: 0,
    gcTime: 0,
  });
