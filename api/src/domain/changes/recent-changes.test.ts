import { describe, expect, it } from 'vitest';
import type { RecentChange } from '../../store/tenants.ts';
import { recentChangesOf, withRecent } from './recent-changes.ts';

const now = new Date('2026-11-30T08:00:00.000Z');
const change = (id: string, at: string, gravity: RecentChange['gravity'] = 'high'): RecentChange => ({
  id,
  at,
  gravity,
  title: `${gravity} ${id}`,
});
const friday = '2026-11-27T00:00:00.000Z';

describe('the recent changes of a tenant', () => {
  it('are those of eight days, each once, the latest first', () => {
    const known = [change('a', '2026-11-29T08:00:00.000Z'), change('old', '2026-11-21T08:00:00.000Z')];
    const added = [change('b', '2026-11-30T07:00:00.000Z'), change('a', '2026-11-29T08:00:00.000Z')];
    expect(withRecent(known, added, now).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('are counted since an instant by severity, and the first critical one is named though a high one is later', () => {
    const recentChanges = [
      change('later', '2026-11-30T07:00:00.000Z'),
      change('grave', '2026-11-28T07:00:00.000Z', 'critical'),
      change('before', '2026-11-26T07:00:00.000Z', 'critical'),
    ];
    expect(recentChangesOf({ recentChanges }, friday)).toEqual({
      since: friday,
      critical: 1,
      high: 1,
      hasMore: false,
      first: 'critical grave',
    });
    expect(recentChangesOf({}, friday)).toMatchObject({ critical: 0, high: 0, first: null });
  });

  it('that are more than a row counts are said to be more', () => {
    const added = Array.from({ length: 30 }, (_, n) =>
      change(`c${n}`, new Date(now.getTime() - n * 60_000).toISOString()),
    );
    const recentChanges = withRecent([], added, now);
    expect(withRecent(recentChanges, [change('grave', '2026-11-28T07:00:00.000Z', 'critical')], now)[0]?.id).toBe(
      'grave',
    );
    expect(recentChanges).toHaveLength(21);
    expect(recentChangesOf({ recentChanges }, friday)).toMatchObject({ high: 20, hasMore: true });
  });
});
