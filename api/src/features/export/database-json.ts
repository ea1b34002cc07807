import type { CompleteRow, ExportTable, Unreadable } from './table.ts';

/** What has been written so far, for whoever waits. */
export type ExportProgress = { table: string | null; records: number };

/** Texts are put together to about this many characters before they are handed on. */
const chunkLength = 64 * 1024;

/** Joins small texts, so that each does not become a part of a file by itself. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < chunkLength) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}

async function* rowTexts(rows: AsyncIterable<CompleteRow>, onRow: () => void): AsyncGenerator<string> {
  let isFirst = true;
  for await (const row of rows) {
    yield `${isFirst ? '' : ','}\n      ${JSON.stringify(row)}`;
    isFirst = false;
    onRow();
  }
  yield isFirst ? '' : '\n    ';
}

/** Every table as JSON, row by row: no table is held in memory. */
export async function* databaseJson(
  tables: readonly ExportTable[],
  exportedAt: string,
  progress: ExportProgress,
): AsyncGenerator<string> {
  const unreadable: Unreadable[] = [];
  const counts: Record<string, number> = {};
  yield `{\n  "exportedAt": ${JSON.stringify(exportedAt)},\n  "tables": {`;
  for (const [at, table] of tables.entries()) {
    const { name } = table;
    progress.table = name;
    counts[name] = 0;
    yield `${at === 0 ? '' : ','}\n    ${JSON.stringify(name)}: [`;
    yield* rowTexts(
      table.rows((id) => unreadable.push({ table: name, id })),
      () => {
        counts[name] = (counts[name] ?? 0) + 1;
        progress.records += 1;
      },
    );
    yield ']';
  }
  progress.table = null;
  yield `\n  },\n  "counts": ${JSON.stringify(counts)},\n  "unreadable": ${JSON.stringify(unreadable)}\n}\n`;
}
