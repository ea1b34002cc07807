import { listEvidencePacks } from '@tenantry/contract/evidence';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** The evidence packs of the tenant; a client is told those that are shared with them. By itself, as one page alone needs it. */
export const clientEvidenceQuery = (tenantId: string) =>
  callQuery(queryKey('client-evidence', tenantId), listEvidencePacks, { tenantId, staleTime: 10_000 });
