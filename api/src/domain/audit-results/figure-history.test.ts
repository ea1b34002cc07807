import { expect, test } from 'vitest';
import type { AuditFigures } from '../../store/tenants.ts';
import { figuresAt, withFigures } from './figure-history.ts';

const figures = (at: string): AuditFigures => ({ at, score: 50, openIssues: 1, evaluated: 100 });
const hourMs = 3_600_000;

test('some nine figures are kept however often a tenant is scanned, and those of seven days ago are among them', () => {
  let history: AuditFigures[] = [];
  const startMs = Date.parse('2026-01-01T00:30:00.000Z');
  for (let hour = 0; hour < 24 * 30; hour += 1) {
    const now = new Date(startMs + hour * hourMs);
    history = withFigures(history, figures(now.toISOString()));
    expect(history.length).toBeLessThanOrEqual(9);
    expect(history.at(-1)?.at).toBe(now.toISOString());
    const weekAgo = new Date(now.getTime() - 7 * 24 * hourMs);
    const then = figuresAt(history, weekAgo);
    if (hour >= 8 * 24) expect(weekAgo.getTime() - Date.parse(then?.at ?? '')).toBeLessThan(24 * hourMs);
  }
});

test('what a rarely scanned tenant was then is kept, however old it is', () => {
  const history = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'].reduce<
    AuditFigures[]
  >((before, at) => withFigures(before, figures(at)), []);
  expect(history.map(({ at }) => at.slice(0, 10))).toEqual(['2026-02-01', '2026-03-01']);
  expect(figuresAt(history, new Date('2026-02-20'))?.at).toBe('2026-02-01T00:00:00.000Z');
});

test('the same audit written again is there once', () => {
  const one = figures('2026-01-01T00:00:00.000Z');
  expect(withFigures(withFigures([], one), one)).toEqual([one]);
});
