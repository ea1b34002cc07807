/** The partition of a log entry: its month in UTC, `2026-11`. */
export function monthOf(instant: string): string {
  return instant.slice(0, 7);
}
