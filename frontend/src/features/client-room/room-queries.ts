import { listClientDecisions } from '@tenantry/contract/client-decisions';
import { listClientQuestions } from '@tenantry/contract/client-questions';
import { listClientReports } from '@tenantry/contract/client-reports';
import { getClientSummary } from '@tenantry/contract/client-summary';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

/** Asked for anew on each page: the provider changes all of it, and ends an access at once. One page asks for the same several times. */
const staleTime = 1_000;

/** How the tenant stands, in words of the management summary. */
export const clientSummaryQuery = (tenantId: string) =>
  callQuery(queryKey('client-summary', tenantId), getClientSummary, { tenantId, staleTime });

/** What waits for the client's answer, and what was answered. */
export const clientDecisionsQuery = (tenantId: string) =>
  callQuery(queryKey('client-decisions', tenantId), listClientDecisions, { tenantId, staleTime });

export const clientQuestionsQuery = (tenantId: string) =>
  callQuery(queryKey('client-questions', tenantId), listClientQuestions, { tenantId, staleTime });

export const clientReportsQuery = (tenantId: string) =>
  callQuery(queryKey('client-reports', tenantId), listClientReports, { tenantId, staleTime });
