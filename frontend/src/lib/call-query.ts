import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from '@tanstack/react-query';
import type { Endpoint, Parsed } from '@tenantry/contract/endpoint';
import { type CallInput, call } from './api-client.ts';

type Settings<Answer> = Omit<UndefinedInitialDataOptions<Answer, Error, Answer, QueryKey>, 'queryKey' | 'queryFn'>;

/**
 * Query options of one declared call, for `useQuery`.
 * @param asked what the call is made with, and how long its answer holds
 */
export function callQuery<E extends Endpoint>(
  key: readonly [string, string | null, object],
  endpoint: E,
  asked: Omit<CallInput<E>, 'signal'> & Settings<Parsed<E['response']>>,
) {
  const { params, query, tenantId, isSignInCall, ...settings } = asked as CallInput<Endpoint> & typeof asked;
  return queryOptions<Parsed<E['response']>, Error, Parsed<E['response']>, QueryKey>({
    ...settings,
    queryKey: key,
    queryFn: ({ signal }) =>
      call<Endpoint>(endpoint, { params, query, tenantId, isSignInCall, signal }) as Promise<Parsed<E['response']>>,
  });
}
