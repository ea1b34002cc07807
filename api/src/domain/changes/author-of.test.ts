import type { ChangeAuthor } from '@tenantry/contract/drift';
import { describe, expect, it } from 'vitest';
import { authorOf, togetherKnown } from './author-of.ts';

const entry = (at: string, name: string | null, kind: 'user' | 'app' = 'user'): ChangeAuthor => ({
  at,
  activity: 'Update conditional access policy',
  by: name === null ? null : { kind, name },
});
const of = (...entries: ChangeAuthor[]) => authorOf({ entries, unknownBecause: null });

describe('the author of a change', () => {
  it('is named where every entry of the log names the same one, with the time of the latest', () => {
    expect(
      of(entry('2026-11-27T10:00:00Z', 'Eve@contoso.example'), entry('2026-11-27T09:00:00Z', 'Eve@contoso.example')),
    ).toEqual({
      by: { kind: 'user', name: 'Eve@contoso.example' },
      actorFold: 'eve@contoso.example',
      byUnknownBecause: null,
      changedAt: '2026-11-27T10:00:00Z',
    });
  });

  it('is nobody where the entries name several: all are told and found, without a time', () => {
    expect(of(entry('2026-11-27T10:00:00Z', 'Eve'), entry('2026-11-27T09:00:00Z', 'Adam'))).toEqual({
      by: null,
      actorFold: 'eve, adam',
      byUnknownBecause: 'One of these changed it: Eve, Adam.',
      changedAt: null,
    });
    expect(of(entry('2026-11-27T10:00:00Z', 'Eve'), entry('2026-11-27T09:00:00Z', null)).byUnknownBecause).toBe(
      'One of these changed it: Eve, somebody whom the log does not name.',
    );
    expect(of(entry('2026-11-27T10:00:00Z', 'Sync'), entry('2026-11-27T09:00:00Z', 'Sync', 'app')).by).toBeNull();
  });

  it('is nobody where the log was not read to its end: somebody else may stand in what was not read', () => {
    const entries = [entry('2026-11-27T10:00:00Z', 'Eve')];
    expect(authorOf({ entries, unknownBecause: 'The log held more.' })).toEqual({
      by: null,
      actorFold: 'eve',
      byUnknownBecause: 'One of these changed it: Eve, somebody in entries of the log that were not read.',
      changedAt: null,
    });
  });

  it('is not known where the log names nobody, with the reason', () => {
    const unknown = { by: null, actorFold: '', changedAt: null };
    expect(authorOf(null)).toEqual({ ...unknown, byUnknownBecause: null });
    expect(authorOf({ entries: [], unknownBecause: 'No entry.' })).toEqual({
      ...unknown,
      byUnknownBecause: 'No entry.',
    });
    expect(of(entry('2026-11-27T10:00:00Z', null))).toMatchObject({ by: null, changedAt: '2026-11-27T10:00:00Z' });
  });
});

describe('the author of a change that two looks saw', () => {
  const eve = of(entry('2026-11-27T10:00:00Z', 'Eve'));
  const adam = of(entry('2026-11-27T09:00:00Z', 'Adam'));
  const nobody = of();

  it('is whom one of them names, where the other knows nobody', () => {
    expect(togetherKnown(eve, nobody)).toEqual(eve);
    expect(togetherKnown(nobody, eve)).toEqual(eve);
    expect(togetherKnown(eve, eve)).toEqual(eve);
  });

  it('is nobody where they name different people: all are told, each once', () => {
    const both = togetherKnown(eve, adam);
    expect(both).toEqual(of(entry('2026-11-27T10:00:00Z', 'Eve'), entry('2026-11-27T09:00:00Z', 'Adam')));
    expect(togetherKnown(both, of(entry('2026-11-27T11:00:00Z', 'Mia'))).byUnknownBecause).toBe(
      'One of these changed it: Eve, Adam, Mia.',
    );
    expect(togetherKnown(both, adam).byUnknownBecause).toBe('One of these changed it: Eve, Adam.');
  });
});
