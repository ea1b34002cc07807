import { queryOptions } from '@tanstack/react-query';
import { getMailFlow } from '@tenantry/contract/mailflow';
import { call } from '../lib/api-client.ts';
import { queryKey } from '../lib/query-client.ts';

/** Specification, section 9: what is known of mail counts for five minutes. */
export const mailFlowStaleMs = 5 * 60_000;

const area = 'mail-flow-check';

/** The mail of one domain, as the tenant sees the DNS; without one, as everybody does. */
export const mailFlowCheckQuery = (tenantId: string | null, domain: string) =>
  queryOptions({
    queryKey: queryKey(area, tenantId, { domain }),
    queryFn: async ({ signal }) => (await call(getMailFlow, { query: { domain }, tenantId, signal })).data,
    staleTime: mailFlowStaleMs,
  });

/** Under which the domain stands that was checked last. */
export const lastCheckedKey = (tenantId: string | null) => queryKey(`${area}-last`, tenantId);
