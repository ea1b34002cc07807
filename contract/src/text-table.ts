/**
 * The rows of a table that is kept as text, by the groups of a pattern.
 * @param pattern of one row, with the flags g and m
 * @throws Error with the first line that is part of no row: a slip of the pen must not drop a row in silence
 */
export function rowsOf(table: string, pattern: RegExp): RegExpExecArray[] {
  const left = table
    .replace(pattern, '')
    .split('\n')
    .find((line) => line.trim() !== '');
  if (left !== undefined) throw new Error(`This line is part of no row of its table: "${left}"`);
  return [...table.matchAll(pattern)];
}
