import { getCredential } from '@tenantry/contract/connections';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** The credentials of one tenant, without the secret. Asked anew each time that they are to be changed. */
export const credentialQuery = (tenantId: string) =>
  callQuery(queryKey('credential', tenantId), getCredential, {
    params: { tenantId },
    tenantId: null,
    staleTime: 0,
    gcTime: 0,
  });
