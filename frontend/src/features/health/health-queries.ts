import { queryOptions } from '@tanstack/react-query';
import { getSystemHealth } from '@tenantry/contract/health';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

export const systemHealthQuery = () =>
  queryOptions({
    queryKey: queryKey('system-health', null),
    queryFn: ({ signal }) => call(getSystemHealth, { tenantId: null, signal }),
    staleTime: 0,
  });
