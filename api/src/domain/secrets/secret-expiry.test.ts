import { describe, expect, it } from 'vitest';
import { firstSecretWarning, nextSecretWarning, secretEnd } from './secret-expiry.ts';

const end = '2026-03-31T12:00:00.000Z';
const before = (days: number) => new Date(Date.parse(end) - days * 86_400_000);

describe('the warnings of a client secret', () => {
  it('come 30, 14, 7 and 1 days before its end, and when it has ended', () => {
    const stages: string[] = [];
    for (let at = nextSecretWarning(end, before(365)); at !== ''; at = nextSecretWarning(end, new Date(at))) {
      stages.push(at);
    }
    expect(stages).toEqual([30, 14, 7, 1, 0].map((days) => before(days).toISOString()));
  });

  it('are not made up for: of stages that went by, the next one counts', () => {
    expect(nextSecretWarning(end, before(10))).toBe(before(7).toISOString());
    expect(nextSecretWarning(end, before(-1))).toBe('');
  });

  it('begin with the secret, and at once where it has ended already', () => {
    expect(firstSecretWarning(end, before(20))).toBe(before(14).toISOString());
    expect(firstSecretWarning(end, before(-3))).toBe(before(-3).toISOString());
    expect(firstSecretWarning(null, before(20))).toBe('');
  });

  it.each([
    [30, 'expires in 30 days'],
    [1, 'expires in 1 day'],
    [0.2, 'expires in 1 day'],
    [0, 'has expired'],
    [-9, 'has expired'],
  ])('say how long it lasts: %d days', (days, words) => {
    expect(secretEnd(end, before(days))).toBe(words);
  });
});
