import { queryOptions } from '@tanstack/react-query';
import { testGraph } from '@tenantry/contract/graph-tools';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Asks Microsoft with the registration: each opening of the page is a test of its own. */
export const graphTestQuery = () =>
  queryOptions({
    queryKey: queryKey('graph-test', null),
    queryFn: ({ signal }) => call(testGraph, { tenantId: null, signal }),
    staleTime: 0,
    gcTime: 0,
  });
