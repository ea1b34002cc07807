/**
 * A text as it is searched and ordered by, whatever its case and accents: `Émile` is found by `emile` and `émile`, and written
 * in composed or decomposed characters it is the same.
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim();
}
