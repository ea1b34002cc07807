import { listBaselines } from '@tenantry/contract/baseline-list';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

/** The baselines that the user sees. */
export const baselinesQuery = () => callQuery(queryKey('baselines', null), listBaselines, { tenantId: null });
