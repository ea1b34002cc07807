import { queryOptions } from '@tanstack/react-query';
import { getGraphSettings } from '@tenantry/contract/graph-tools';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

const staleMs = 30_000;

/** How this installation is registered in Entra ID. */
export const graphSettingsQuery = () =>
  queryOptions({
    queryKey: queryKey('graph-settings', null),
    queryFn: ({ signal }) => call(getGraphSettings, { tenantId: null, signal }),
    staleTime: staleMs,
  });
