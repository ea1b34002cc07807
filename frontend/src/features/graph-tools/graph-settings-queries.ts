import { testGraph } from '@tenantry/contract/graph-tools';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Asks Microsoft with the registration: each opening of the page is a test of its own. */
export const graphTestQuery = () =>
  callQuery(queryKey('graph-test', null), testGraph, { tenantId: null, staleTime: 0, gcTime: 0 });
