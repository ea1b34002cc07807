import type { ChangeAuthors } from '@tenantry/contract/drift';
import type { ChangeRecord } from '../../store/changes.ts';
import { folded } from '../../store/folded.ts';

/** Who made a change, as far as the directory audit log tells: the fields of its record. */
export type Authorship = Pick<ChangeRecord, 'by' | 'actorFold' | 'byUnknownBecause' | 'changedAt'>;

const nobody = 'somebody whom the log does not name';

/** Somebody else than these, where the log told more entries than were read. */
const unread = 'somebody in entries of the log that were not read';

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
    const told = [...authors.map((by) => by?.name ?? nobody), ...(isPartial ? [unread] : [])].join(', ');
    return { by: null, actorFold, byUnknownBecause: `One of these changed it: ${told}.`, changedAt: null };
  }
  const by = latest?.by ?? null;
  return {
    by: by && { kind: by.kind, name: by.name },
    actorFold,
    byUnknownBecause: by === null ? (who?.unknownBecause ?? null) : null,
    changedAt: latest?.at ?? null,
  };
}
