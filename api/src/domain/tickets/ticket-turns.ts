import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** Of turns: the minute and how many were taken in it; of rules: the time up to which tasks were looked at. */
export type TurnEntity = { at: string; used: number };

/**
 * Steps that are made in one system in a minute, of all processes together: at most four requests each, in Autotask six, keep to what HaloPSA lets a
 * hosted customer have, 300 in five minutes, with room for others (docs/tickets.md, Limits).
 */
export const turnsAMinute = 12;
const conflictsAtMost = 20;

/** Takes one of the turns of this minute. @returns false where there is none left */
export async function takeTurn(table: StateTable<TurnEntity>, systemId: string, clock: Clock): Promise<boolean> {
  for (let attempt = 0; attempt < conflictsAtMost; attempt += 1) {
    const at = clock.now().toISOString().slice(0, 16);
    const present = await table.get('turns', systemId);
    const used = present?.value.at === at ? present.value.used : 0;
    if (used >= turnsAMinute) return false;
    const next = { at, used: used + 1 };
    const isOurs = present
      ? await table.replace('turns', systemId, next, present.etag)
      : await table.create('turns', systemId, next);
    if (isOurs) return true;
  }
  return false;
}
