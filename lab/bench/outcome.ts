import type { Section } from './table.ts';

/** What came of a section: its figures, or why there are none. */
export type Outcome = Section | { title: string; couldNotBeMeasured: string };

/** @throws Error where a cell holds the result of a division by nothing: no figure */
function checkFigures({ tables }: Section): void {
  for (const { columns, rows } of tables)
    for (const row of rows)
      for (const [at, cell] of row.entries())
        if (/NaN|Infinity/.test(cell)) throw new Error(`${row[0]}: no figure of ${columns[at]}`);
}

/** One section that fails does not take the figures of the others with it. */
export async function outcomeOf(title: string, measure: () => Promise<Section>): Promise<Outcome> {
  try {
    const section = await measure();
    checkFigures(section);
    return section;
  } catch (error) {
    return { title, couldNotBeMeasured: error instanceof Error ? error.message : String(error) };
  }
}

/** 1 where anything could not be measured. */
export const exitCodeOf = (outcomes: readonly Outcome[]): 0 | 1 =>
  outcomes.some((outcome) => 'couldNotBeMeasured' in outcome) ? 1 : 0;
