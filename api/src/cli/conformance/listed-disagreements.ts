/** A line of docs/disagreements.md that names a case: a list item that begins with the id in code marks. */
const line = /^- `([^`]+)`/gm;

/** Ids of the cases that the page on disagreements explains. */
export function listedDisagreements(page: string): ReadonlySet<string> {
  return new Set([...page.matchAll(line)].map(([, id]) => id ?? ''));
}
