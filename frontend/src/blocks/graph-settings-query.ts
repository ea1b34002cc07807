import { getGraphSettings } from '@tenantry/contract/graph-tools';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const staleMs = 30_000;

/** How this installation is registered in Entra ID. */
export const graphSettingsQuery = () =>
  callQuery(queryKey('graph-settings', null), getGraphSettings, { tenantId: null, staleTime: staleMs });
