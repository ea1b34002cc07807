/** Days of an ISO 8601 duration such as P180D, P6M or PT4320H; null where it is none. */
export function durationDays(text: string | null): number | null {
  const found = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:\d+M)?(?:[\d.]+S)?)?$/.exec(
    text ?? '',
  );
  if (found === null || text === 'P') return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0] = found.slice(1, 6).map((part) => Number(part ?? 0));
  return years * 365 + months * 30 + weeks * 7 + days + hours / 24;
}
