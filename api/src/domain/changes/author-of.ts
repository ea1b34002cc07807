import type { ChangeAuthors } from '@tenantry/contract/drift';
import type { ChangeRecord } from '../../store/changes.ts';
import { folded } from '../../store/folded.ts';

/** Who made a change, as far as the directory audit log tells: the fields of its record. */
export type Authorship = Pick<ChangeRecord, 'by' | 'actorFold' | 'byUnknownBecause' | 'changedAt'>;

const nobody = 'somebody whom the log does not name';

/** Somebody else than these, where the log told more entries than were read. */
const unread = 'somebody in entries of the log that were not read';

const amongStart = 'One of these changed it: ';
const among = (told: readonly string[]): string => `${amongStart}${told.join(', ')}.`;

/** Everybody whom it names, as it tells them. */
const toldBy = ({ by, byUnknownBecause }: Authorship): string[] =>
  by === null ? (byUnknownBecause ?? '').slice(amongStart.length, -1).split(', ') : [by.name];

/**
 * What two looks know together of who made a change. Each read another part of the log: where they name different people, nobody is
 * the author. Pure.
 */
export function togetherKnown(one: Authorship, other: Authorship): Authorship {
  if (other.actorFold === '' || other.actorFold === one.actorFold) return one;
  if (one.actorFold === '') return other;
  const told = [...new Set([...toldBy(one), ...toldBy(other)])];
  return { by: null, actorFold: folded(told.join(', ')), byUnknownBecause: among(told), changedAt: null };
}

/**
 * One person, or one application, where every entry of the log on what changed names it and the log was read to its end. Of several,
 * which one made this very change the log does not tell: all are named, each is found by their name, and nobody is the author. Pure.
 */
export function authorOf(who: ChangeAuthors | null): Authorship {
  const entries = who?.entries ?? [];
  const named = new Map(entries.map(({ by }) => [JSON.stringify(by), by]));
  const authors = [...named.values()];
  const [latest] = entries;
  const names = authors.flatMap((by) => by?.name ?? []);
  const actorFold = folded(names.join(', '));
  const isPartial = authors.length > 0 && who !== null && who.unknownBecause !== null;
  if (authors.length > 1 || (isPartial && names.length > 0)) {
    const told = [...authors.map((by) => by?.name ?? nobody), ...(isPartial ? [unread] : [])];
    return { by: null, actorFold, byUnknownBecause: among(told), changedAt: null };
  }
  const by = latest?.by ?? null;
  return {
    by: by && { kind: by.kind, name: by.name },
    actorFold,
    byUnknownBecause: by === null ? (who?.unknownBecause ?? null) : null,
    changedAt: latest?.at ?? null,
  };
}
