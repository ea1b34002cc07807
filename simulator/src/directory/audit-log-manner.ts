import { hash32, keyOfText } from '../counter-hash.ts';

/**
 * How Microsoft's directory audit log tells its entries: late ("Audit log latency": minutes, at times an hour), not always in
 * order, some twice, and some never.
 */
export type AuditLogManner = {
  /** An entry shows at the latest so long after it was made, each after a time of its own. */
  lagSeconds: number;
  /** Whether the order that was asked for is not kept. */
  isDisordered: boolean;
  /** Whether each entry comes twice. */
  isRepeated: boolean;
  /** Of so many entries one never shows; 0: all do. */
  gapEvery: number;
};

export const promptManner: AuditLogManner = { lagSeconds: 0, isDisordered: false, isRepeated: false, gapEvery: 0 };

const salt = { lag: 115, gap: 116 };
const idOf = (entry: object): string => String(Reflect.get(entry, 'id'));
const atOf = (entry: object): string => String(Reflect.get(entry, 'activityDateTime'));

/** A number of an entry that stays the same for every call. */
const drawn = (key: number, entry: object, one: number): number => hash32(key, keyOfText(idOf(entry)), one);

/** The entries that show by now, as the log tells them. */
export function entriesAsTold(
  entries: readonly object[],
  { lagSeconds, isDisordered, isRepeated, gapEvery }: AuditLogManner,
  { key, now }: { key: number; now: Date },
): object[] {
  const shown = entries.filter((entry) => {
    const lagMs = lagSeconds === 0 ? 0 : (drawn(key, entry, salt.lag) % (lagSeconds + 1)) * 1000;
    const isGap = gapEvery > 0 && drawn(key, entry, salt.gap) % gapEvery === 0;
    return !isGap && Date.parse(atOf(entry)) + lagMs <= now.getTime();
  });
  const told = isDisordered ? shown.toSorted((a, b) => drawn(key, a, salt.lag) - drawn(key, b, salt.lag)) : shown;
  return isRepeated ? told.flatMap((entry) => [entry, entry]) : told;
}

/** From JSON; throws a TypeError that names what is wrong. */
export function parseAuditLogManner(value: Record<string, unknown>): Partial<AuditLogManner> {
  const manner: Partial<AuditLogManner> = {};
  for (const [name, one] of Object.entries(value)) {
    const isCount = typeof one === 'number' && Number.isInteger(one) && one >= 0;
    if ((name === 'lagSeconds' || name === 'gapEvery') && isCount) manner[name] = one;
    else if ((name === 'isDisordered' || name === 'isRepeated') && typeof one === 'boolean') manner[name] = one;
    else
      throw new TypeError(
        'manner takes lagSeconds, gapEvery (whole numbers), isDisordered and isRepeated (true or false)',
      );
  }
  return manner;
}
