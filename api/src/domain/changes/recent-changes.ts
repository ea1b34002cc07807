import type { RecentChanges } from '@tenantry/contract/tenant-summaries';
import type { RecentChange, TenantRecord } from '../../store/tenants.ts';

/** So long the overview may tell of a change: a week and a day, so that a Friday reaches back to the one before. */
const recentMs = 8 * 86_400_000;
/** A row of the overview counts so many; one more is kept, so that it knows whether there are more. */
const countedAtMost = 20;

const rank = ({ gravity }: RecentChange): number => (gravity === 'critical' ? 0 : 1);

/** What a row of the overview tells, with these beside what is known: critical ones first, then the latest, each once. */
export function withRecent(
  known: readonly RecentChange[],
  added: readonly RecentChange[],
  now: Date,
): readonly RecentChange[] {
  const oldest = new Date(now.getTime() - recentMs).toISOString();
  const byId = new Map([...added, ...known].map((one) => [one.id, one]));
  return [...byId.values()]
    .filter(({ at }) => at >= oldest)
    .sort((a, b) => rank(a) - rank(b) || b.at.localeCompare(a.at) || a.id.localeCompare(b.id))
    .slice(0, countedAtMost + 1);
}

/**
 * How many critical and high changes were noticed since an instant, and the first of them: the critical before the high ones, the
 * latest first. The one rule of every page that counts them (docs/figures.md).
 */
export function recentChangesOf(
  { recentChanges = [] }: Pick<TenantRecord, 'recentChanges'>,
  since: string,
): RecentChanges {
  const within = recentChanges.filter(({ at }) => at >= since);
  const counted = within.slice(0, countedAtMost);
  const critical = counted.filter(({ gravity }) => gravity === 'critical');
  const [first = null] = critical.length > 0 ? critical : counted;
  return {
    since,
    critical: critical.length,
    high: counted.length - critical.length,
    hasMore: within.length > counted.length,
    first: first?.title ?? null,
  };
}
