import type { SpfTreeRow } from '@tenantry/contract/mailflow';

export type SpfBranch = { key: string; row: SpfTreeRow; children: SpfBranch[] };

/** The tree of the rows, which are in the order of evaluation and carry their depth. */
export function spfTree(rows: readonly SpfTreeRow[]): SpfBranch[] {
  const top: SpfBranch[] = [];
  const open: SpfBranch[] = [];
  for (const [index, row] of rows.entries()) {
    const branch = { key: `${index} ${row.domain} ${row.term}`, row, children: [] };
    open.length = Math.min(open.length, Math.max(0, row.depth));
    (open.at(-1)?.children ?? top).push(branch);
    open.push(branch);
  }
  return top;
}
