/** '61 → 64'; of a first scan the score alone, and a dash where there is none. */
export function scoreChange(before: number | null, after: number | null): string {
  if (before === null) return after === null ? '—' : String(after);
  return `${before} → ${after ?? '—'}`;
}
