import { getM365SecureScore } from '@tenantry/contract/dashboard';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

const secureScoreStaleMs = 15 * 60_000;

/** Microsoft's own Secure Score, as the audit page sets it beside ours. Tried three times (specification, section 7). */
export const m365SecureScoreQuery = (tenantId: string) =>
  callQuery(queryKey('m365-secure-score', tenantId), getM365SecureScore, {
    tenantId,
    staleTime: secureScoreStaleMs,
    retry: 2,
  });
