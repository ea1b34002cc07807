/** A day of the reader's own calendar as `YYYY-MM-DD`, which is what a date field takes and gives. */
export function dayOf(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${String(instant.getFullYear()).padStart(4, '0')}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** The day that is `days` after today. */
export function dayAfter(now: Date, days: number): string {
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
}

/** The first instant of a day in the reader's zone, as ISO 8601 in UTC; null for what is no day. */
export function startOfDay(day: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const start = new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  return dayOf(start) === day ? start.toISOString() : null;
}

/** The last instant of a day in the reader's zone, as ISO 8601 in UTC; null for what is no day. */
export function endOfDay(day: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const end = new Date(year, month - 1, date, 23, 59, 59, 999);
  return dayOf(end) === day ? end.toISOString() : null;
}

/**
 * What is wrong with the last day of something that ends.
 * @param maxDays the longest that the API lets it last, from now
 */
export function lastDayError(day: string, maxDays: number, now: Date): string | null {
  const end = endOfDay(day);
  if (end === null) return 'Choose a day';
  if (Date.parse(end) <= now.getTime()) return 'Choose a day in the future';
  // The end of a day is up to a day later than now on that day.
  return day > dayAfter(now, maxDays - 1) ? 'Choose a day within the next year' : null;
}
