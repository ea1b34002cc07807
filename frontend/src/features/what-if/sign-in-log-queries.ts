import { queryOptions } from '@tanstack/react-query';
import { getSignInLog, type SignInReadingState } from '@tenantry/contract/sign-in-replay';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

const pollMs = 2000;

/** Whether a reading has not ended yet. */
export const isReading = ({ status }: SignInReadingState) => status === 'queued' || status === 'running';

/** How the reading of a tenant's sign-in log stands, asked for again every two seconds while one is under way. */
export const signInLogQuery = (tenantId: string) =>
  queryOptions({
    queryKey: queryKey('sign-in-log', tenantId),
    queryFn: ({ signal }) => call(getSignInLog, { params: { id: tenantId }, tenantId: null, signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isReading(state.data.reading) ? pollMs : false),
  });
