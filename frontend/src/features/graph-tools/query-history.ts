import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GraphQueryResult } from '@tenantry/contract/graph-tools';
import { dayOf } from '../../lib/calendar-day.ts';
import { saveFile } from '../../lib/download.ts';
import { queryKey } from '../../lib/query-client.ts';
import { useSignedIn } from '../../lib/session.ts';

/** The newest that are kept. */
export const maxHistory = 50;

export type QueryHistoryItem = {
  id: string;
  timestamp: string;
  tenantId: string;
  tenantName: string;
  endpoint: string;
  response: GraphQueryResult;
};

/** In the page's memory and nowhere else: answers of Graph are not for the disk. It ends with the session. */
export const historyQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('graph-query-history', null, { userId }),
    queryFn: ({ client, queryKey: key }) => client.getQueryData<QueryHistoryItem[]>(key) ?? [],
    initialData: [],
    gcTime: Number.POSITIVE_INFINITY,
  });

/** What was asked since the sign-in, newest first. */
export function useQueryHistory() {
  const client = useQueryClient();
  const options = historyQuery(useSignedIn().user.id);
  const { data: items } = useQuery(options);
  return {
    items,
    add: (item: QueryHistoryItem) =>
      void client.setQueryData(options.queryKey, (before = []) => [item, ...before].slice(0, maxHistory)),
    clear: () => void client.setQueryData(options.queryKey, []),
  };
}

/** Saves all of it as a file that names the day. */
export function saveHistory(items: readonly QueryHistoryItem[], now: Date): void {
  const content = new Blob([`${JSON.stringify(items, null, 2)}\n`], { type: 'application/json' });
  saveFile(content, `graph-query-history-${dayOf(now)}.json`);
}
