import { getChangeWatch, listChanges, type TenantChangeRecord } from '@tenantry/contract/changes';
import * as z from 'zod/mini';
import { call } from '../../lib/api-client.ts';
import { startOfLastFriday, startOfToday } from '../../lib/calendar-day.ts';
import { callQuery } from '../../lib/call-query.ts';
import { pagedQuery, queryKey } from '../../lib/query-client.ts';

/** Since when changes are listed. */
export const Period = z.enum(['last-visit', 'today', 'friday', 'month', 'all']);
export type Period = z.infer<typeof Period>;

/** What stands in the page's address. */
export const ChangesAddress = z.extend(
  z.pick(listChanges.query, { groupId: true, tenantId: true, kind: true, gravity: true, actor: true }),
  {
    period: z._default(Period, 'friday'),
  },
);
export type ChangesAddress = z.output<typeof ChangesAddress>;

/** Whether a list is narrowed by anything but its period. */
export const isNarrowed = ({ kind, gravity, groupId, tenantId, actor }: ChangesAddress): boolean =>
  [kind, gravity, groupId, tenantId, actor].some((value) => value !== undefined);

/** Nothing that was not seen yet is outside the list: what marks everything as seen marks what it shows, and no more. */
export const showsAllUnseen = (address: ChangesAddress): boolean =>
  !isNarrowed(address) && (address.period === 'last-visit' || address.period === 'all');

const monthMs = 30 * 86_400_000;

/** When a period began, for whoever reads times in the shown zone; undefined where it has no beginning. */
function beginOf(period: Period, now: Date): string | undefined {
  if (period === 'today') return startOfToday(now);
  if (period === 'friday') return startOfLastFriday(now);
  // To the minute, so that the question stays the same while the page is read.
  if (period === 'month') return new Date(Math.floor((now.getTime() - monthMs) / 60_000) * 60_000).toISOString();
  return undefined;
}

/** What changed in the tenants in scope, the latest first. */
export const changesQuery = ({ period, ...filters }: ChangesAddress) =>
  pagedQuery(queryKey('changes', null, { period, ...filters }), (cursor, signal) =>
    call(listChanges, {
      query: {
        ...filters,
        since: beginOf(period, new Date()),
        unseen: period === 'last-visit' ? 'true' : undefined,
        cursor,
      },
      tenantId: null,
      signal,
    }),
  );

/** Where nothing is noticed between two scans. */
export const changeWatchQuery = () => callQuery(queryKey('change-watch', null), getChangeWatch, { tenantId: null });

export type Change = TenantChangeRecord;
