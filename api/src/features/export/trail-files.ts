import type { TrailEntry } from '@tenantry/contract/audit-trail';
import { type CsvColumn, csvHeader, csvLine, csvTime } from '../../http/csv.ts';
import type { ExportProgress } from './database-json.ts';

type Pages = AsyncIterable<readonly TrailEntry[]>;

const detailsText = (details: TrailEntry['details']) =>
  typeof details === 'string' ? details : JSON.stringify(details);

const columns: readonly CsvColumn<TrailEntry>[] = [
  ['Timestamp (UTC)', ({ timestamp }) => csvTime(timestamp)],
  ['Event type', ({ eventType }) => eventType],
  ['User', ({ user }) => user],
  ['Target', ({ target }) => target],
  ['Tenant', ({ tenantName, tenantId }) => tenantName ?? tenantId ?? ''],
  ['Details', ({ details }) => detailsText(details)],
  ['Entry ID', ({ id }) => id],
];

/** Entries of the trail as CSV that Excel opens whole. */
export async function* trailCsv(pages: Pages, progress: ExportProgress): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const entries of pages) {
    for (const entry of entries) yield csvLine(columns, entry);
    progress.records += entries.length;
  }
}

/** The same as JSON. */
export async function* trailJson(pages: Pages, exportedAt: string, progress: ExportProgress): AsyncGenerator<string> {
  yield `{\n  "exportedAt": ${JSON.stringify(exportedAt)},\n  "entries": [`;
  let isFirst = true;
  for await (const entries of pages) {
    for (const entry of entries) {
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(entry)}`;
      isFirst = false;
    }
    progress.records += entries.length;
  }
  yield `${isFirst ? '' : '\n  '}],\n  "count": ${progress.records}\n}\n`;
}
