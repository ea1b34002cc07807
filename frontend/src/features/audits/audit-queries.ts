import { queryOptions } from '@tanstack/react-query';
import { getM365SecureScore } from '@tenantry/contract/dashboard';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

const secureScoreStaleMs = 15 * 60_000;

/** Microsoft's own Secure Score, as the audit page sets it beside ours. Tried three times (specification, section 7). */
export const m365SecureScoreQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('m365-secure-score', tenantId),
    queryFn: ({ signal }) => call(getM365SecureScore, { tenantId, signal }),
    staleTime: secureScoreStaleMs,
    retry: 2,
  });
