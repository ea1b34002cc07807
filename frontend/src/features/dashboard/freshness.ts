const hourMs = 3_600_000;
const freshForHours = 24;
const staleForHours = 72;

export type Freshness = 'never' | 'fresh' | 'stale' | 'expired';

export const freshnessLabels: Record<Freshness, string> = {
  never: 'Never synced',
  fresh: 'Up to date',
  stale: 'Needs refresh',
  expired: 'Outdated',
};

/** How old data are: fresh up to 24 hours, stale up to 72, expired beyond (specification, section 4). */
export function freshnessOf(lastSync: string | null, now: Date): Freshness {
  if (lastSync === null) return 'never';
  const ageHours = (now.getTime() - Date.parse(lastSync)) / hourMs;
  if (ageHours <= freshForHours) return 'fresh';
  return ageHours <= staleForHours ? 'stale' : 'expired';
}
