import { getSampledPasses } from '@tenantry/contract/sampled-passes';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** What Microsoft said of sign-ins that passing checks cover. */
export const sampledPassesQuery = (tenantId: string) =>
  callQuery(queryKey('sampled-passes', tenantId), getSampledPasses, { tenantId });
