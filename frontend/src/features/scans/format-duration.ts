import { formatSeconds } from '../../lib/format.ts';

const minuteMs = 60_000;

/** Milliseconds as seconds with one decimal, from a minute on as minutes and seconds. */
export function formatDuration(durationMs: number): string {
  if (durationMs < minuteMs) return formatSeconds(durationMs);
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
