const step = 5;

/**
 * The part of the scale that a line chart shows: whole fives around the values with room above and below, so that a flat
 * line stands in the middle and not on an edge.
 * @param limit the largest value that can be, beyond which the range does not go; 0 is the least
 */
export function trendRange(values: readonly number[], limit: number): { low: number; high: number } {
  const low = Math.max(0, Math.floor((Math.min(...values) - step / 2) / step) * step);
  const high = Math.min(limit, Math.ceil((Math.max(...values) + step / 2) / step) * step);
  return { low, high: Math.max(high, low + 1) };
}
