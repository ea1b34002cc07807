/** A line and a column, both from 1. */
export interface Place {
  line: number;
  column: number;
}

export interface Fault extends Place {
  file: string;
  message: string;
}

export const formatFault = ({ file, line, column, message }: Fault) => `${file}:${line}:${column}: ${message}`;

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1]?.toLowerCase() === b[j - 1]?.toLowerCase() ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** `; did you mean "x"?` where a known name is near, `; there are …` where they are few, else nothing. */
export function suggestion(name: string, known: Iterable<string>): string {
  const all = [...known];
  const nearest = all.map((one) => ({ one, far: distance(name, one) })).sort((a, b) => a.far - b.far)[0];
  if (nearest !== undefined && nearest.far <= Math.max(2, Math.floor(name.length / 3)))
    return `; did you mean "${nearest.one}"?`;
  return all.length > 0 && all.length <= 12 ? `; there are ${all.sort().join(', ')}` : '';
}
