import { getWhatIfDraft, listWhatIfDrafts, startWhatIf } from '@tenantry/contract/what-if';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** The policies of the latest scan, with names, and templates. */
export const whatIfStartQuery = (tenantId: string) =>
  callQuery(queryKey('what-if', tenantId), startWhatIf, { query: { tenantId }, tenantId });

/** The drafts that are kept of a tenant. */
export const whatIfDraftsQuery = (tenantId: string) =>
  callQuery(queryKey('what-if-drafts', tenantId), listWhatIfDrafts, { query: { tenantId }, tenantId });

/** One of them with its policies, and the forecast that it was proposed with. */
export const whatIfDraftQuery = (tenantId: string, id: string) =>
  callQuery(queryKey('what-if-draft', tenantId, { id }), getWhatIfDraft, { params: { id }, tenantId });
