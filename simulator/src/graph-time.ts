export const dayMs = 86_400_000;

/** Midnight UTC before `now`: dates hang on it, so that answers do not change while a scan pages through them. */
export function dayAnchorMs(now: Date): number {
  return Math.floor(now.getTime() / dayMs) * dayMs;
}

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
const dayTexts = new Map<number, string>();
const maxDayTexts = 20_000;

function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  if (dayTexts.size >= maxDayTexts) dayTexts.clear();
  const text = `${new Date(day * dayMs).toISOString().slice(0, 10)}T`;
  dayTexts.set(day, text);
  return text;
}

/** Graph's wire form of a moment: whole seconds, UTC. Formatted by hand: a page of users holds 3,000 of them. */
export function graphTime(timeMs: number): string {
  const day = Math.floor(timeMs / dayMs);
  const second = Math.floor((timeMs - day * dayMs) / 1000);
  const hour = Math.floor(second / 3600);
  const minute = Math.floor(second / 60) % 60;
  return `${dayText(day)}${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[second % 60]}Z`;
}
