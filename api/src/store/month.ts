/** The partition of a log entry: its month in UTC, `2026-11`. */
export function monthOf(instant: string): string {
  return instant.slice(0, 7);
}

const monthName = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Whether the text names a month as `monthOf` does. */
export const isMonth = (text: string): boolean => monthName.test(text);

/** The first instant of the month `offset` months after the one of an instant, in UTC. */
export function startOfMonth(instant: string | Date, offset = 0): Date {
  const at = new Date(instant);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));
}
