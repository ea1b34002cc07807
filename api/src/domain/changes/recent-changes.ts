import type { RecentChanges } from '@tenantry/contract/tenant-summaries';
import type { RecentChange, TenantRecord } from '../../store/tenants.ts';

/** So long the overview may tell of a change: a week and a day, so that a Friday reaches back to the one before. */
const recentMs = 8 * 86_400_000;
/** So many of each gravity are counted; one more is kept, so that it is known whether there are more. */
const countedAtMost = 500;
/** So many of each gravity, the latest, keep their title: a row names one, and others once an audit is deleted. */
const namedAtMost = 5;
const idLength = 12;

type Gravity = RecentChange['gravity'];

/** What tells a change of a tenant from the others there: the end of its id, which is a hash. */
export const recentIdOf = (id: string): string => id.slice(-idLength);

/**
 * What a row of the overview tells, with these beside what is known: critical ones first, then the latest, each once. Those of one
 * gravity never take the place of the other's.
 */
export function withRecent(
  known: readonly RecentChange[],
  added: readonly RecentChange[],
  now: Date,
): readonly RecentChange[] {
  const oldest = new Date(now.getTime() - recentMs).toISOString();
  const byId = new Map([...known, ...added].map((one) => [recentIdOf(one.id), one]));
  const within = [...byId].map(([id, one]) => ({ ...one, id })).filter(({ at }) => at >= oldest);
  const latest = (wanted: Gravity) =>
    within
      .filter(({ gravity }) => gravity === wanted)
      .sort((a, b) => b.at.localeCompare(a.at) || a.id.localeCompare(b.id))
      .slice(0, countedAtMost + 1)
      .map((one, place) => (place < namedAtMost ? one : { ...one, title: '' }));
  return [...latest('critical'), ...latest('high')];
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
  const countOf = (wanted: Gravity) => within.filter(({ gravity }) => gravity === wanted).length;
  const [critical, high] = [countOf('critical'), countOf('high')];
  const first = within.find(({ gravity, title }) => title !== '' && (gravity === 'critical' || critical === 0));
  return {
    since,
    critical: Math.min(critical, countedAtMost),
    high: Math.min(high, countedAtMost),
    hasMore: Math.max(critical, high) > countedAtMost,
    first: first?.title ?? null,
  };
}
