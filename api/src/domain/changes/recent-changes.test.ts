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

  const many = (count: number, gravity: RecentChange['gravity']) =>
    Array.from({ length: count }, (_, n) =>
      change(`${gravity}-${n}`, new Date(now.getTime() - n * 1000).toISOString(), gravity),
    );

  it('are counted by each severity, however many the other has', () => {
    const recentChanges = withRecent(many(60, 'high'), many(40, 'critical'), now);
    const told = { critical: 40, high: 60, hasMore: false, first: 'critical critical-0' };
    expect(recentChangesOf({ recentChanges }, friday)).toMatchObject(told);
    const again = withRecent(recentChanges, many(40, 'critical'), now);
    expect(recentChangesOf({ recentChanges: again }, friday)).toMatchObject(told);
    expect(recentChanges.filter(({ title }) => title !== '')).toHaveLength(10);
  });

  it('name the next one that has a name, and nothing where none has', () => {
    const recentChanges = withRecent([], many(10, 'high'), now).slice(3);
    expect(recentChangesOf({ recentChanges }, friday)).toMatchObject({ high: 7, first: 'high high-3' });
    expect(recentChangesOf({ recentChanges: recentChanges.slice(2) }, friday)).toMatchObject({ high: 5, first: null });
  });

  it('that are more than a tenant keeps are said to be more', () => {
    const recentChanges = withRecent([], [...many(700, 'high'), ...many(3, 'critical')], now);
    expect(recentChanges).toHaveLength(504);
    expect(recentChangesOf({ recentChanges }, friday)).toMatchObject({ critical: 3, high: 500, hasMore: true });
  });
});
