import type { Content, TableCell } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { dayAndTime } from './report-format.ts';
import { statusChip } from './report-icons.ts';
import type { ReportModel, UnreadSource } from './report-model.ts';
import { colors, contentWidth, estimateLines } from './report-styles.ts';

const reasonWidth = 102;
const textWidth = contentWidth - reasonWidth - 18;

/** What would make the source readable, in one sentence. */
function remedy({ state, permission, license, retryAt, status, code }: UnreadSource): string {
  if (state === 'notLicensed') return `Microsoft offers it with ${license ?? 'a premium license'}.`;
  if (state === 'notPermitted') return `Needs the permission ${permission ?? 'for this data'}.`;
  const again = retryAt === null ? '' : ` Tried again on ${dayAndTime(retryAt)} at the latest.`;
  if (code === 'WaitingForTurn' || code === 'RateLimited') return `Not collected yet: queued.${again}`;
  if (status === null || status === 0) return `There was no response (${code ?? 'no reason is known'}).${again}`;
  return `Error ${status}${code === null ? '' : ` ${code}`}.${again}`;
}

/** Sources that the same would make readable. */
function sourceRow(sources: readonly UnreadSource[]): MeasuredRow[] {
  const [first] = sources;
  if (first === undefined) return [];
  const labels = sources.map(({ label }) => label).join(', ');
  const text = remedy(first);
  const link: Content[] =
    first.grantUrl === null
      ? []
      : [{ text: 'Grant the permission', link: first.grantUrl, color: colors.brand, decoration: 'underline' }];
  const cells: TableCell[] = [statusChip(first.state), { stack: [{ text: labels, bold: true }, { text }, ...link] }];
  const lines = estimateLines(labels, textWidth, 9.5) + estimateLines(text, textWidth, 9.5) + link.length;
  return [{ cells, heightPt: lines * 14 + 12 }];
}

/** The rows of data that could not be read; none where all of it was. */
export function sourceRows(model: ReportModel): MeasuredRow[] {
  const groups = Map.groupBy(model.unreadSources ?? [], (source) =>
    JSON.stringify([source.state, source.grantUrl, remedy(source)]),
  );
  return [...groups.values()].flatMap(sourceRow);
}

/** Which data could not be read, and what would change that. */
export function sourcesTable(model: ReportModel): Content[] {
  const rows = sourceRows(model);
  if (rows.length === 0) return [];
  return [
    checkTable(['Reason', 'Data that could not be read'], [reasonWidth, textWidth], rows),
    { text: '', margin: [0, 0, 0, 14] },
  ];
}
