import { getSystemHealth } from '@tenantry/contract/health';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

export const systemHealthQuery = () =>
  callQuery(queryKey('system-health', null), getSystemHealth, { tenantId: null, staleTime: 0 });
