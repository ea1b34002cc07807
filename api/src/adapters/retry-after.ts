const longestSeconds = 24 * 3600;

/**
 * How long the other side asks to be left alone, by `Retry-After`: seconds or a date (RFC 9110, 10.2.3).
 * @returns whole seconds, a day at most; undefined where it says nothing that can be read
 */
export function retryAfterSeconds(header: string | null | undefined, now: Date): number | undefined {
  if (header == null) return undefined;
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(/ GMT$/.test(header) ? header : '') - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 0), longestSeconds);
}
