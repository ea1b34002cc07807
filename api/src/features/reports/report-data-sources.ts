import type { Content, TableCell } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { dayAndTime } from './report-format.ts';
import { statusChip } from './report-icons.ts';
import type { ReportModel, Unanswered, UnreadSource } from './report-model.ts';
import { colors, contentWidth, estimateLines } from './report-styles.ts';

const reasonWidth = 102;
const textWidth = contentWidth - reasonWidth - 18;

/** What would make the source readable, in one sentence. */
function remedy({ state, because, permission, license, retryAt, status, code }: UnreadSource): string {
  if (because !== null) return because;
  if (state === 'notLicensed') return `Microsoft offers it with ${license ?? 'a premium license'}.`;
  if (state === 'notPermitted') return `Needs the permission ${permission ?? 'for this data'}.`;
  const again = retryAt === null ? '' : ` Tried again on ${dayAndTime(retryAt)} at the latest.`;
  if (code === 'WaitingForTurn' || code === 'RateLimited') return `Not collected yet: queued.${again}`;
  if (status === null || status === 0) return `There was no response (${code ?? 'no reason is known'}).${again}`;
  return `Error ${status}${code === null ? '' : ` ${code}`}.${again}`;
}

type SourceGroup = { state: Unanswered; grantUrl: string | null; labels: string; remedy: string };

/** Of so many sources that lack the same, the names say less than what they have in common. */
const manySources = 12;

function labelsOf(sources: readonly UnreadSource[]): string {
  const isOfFeature = sources.every((source) => source.isOfFeature && source.because !== null);
  return isOfFeature && sources.length > manySources
    ? `Settings of Exchange, Defender, Purview and Teams (${sources.length} sources)`
    : sources.map(({ label }) => label).join(', ');
}

/** Data that was not read, together what the same would make readable. */
export function sourceGroups({ unreadSources = [] }: Pick<ReportModel, 'unreadSources'>): SourceGroup[] {
  const groups = Map.groupBy(unreadSources, (source) =>
    JSON.stringify([source.state, source.grantUrl, source.isOfFeature, remedy(source)]),
  );
  return [...groups.values()].flatMap((sources) => {
    const [first] = sources;
    if (first === undefined) return [];
    const { grantUrl } = first;
    const state = first.state === 'notAvailable' ? 'couldNotCheck' : first.state;
    return [{ state, grantUrl, labels: labelsOf(sources), remedy: remedy(first) }];
  });
}

function sourceRow({ state, grantUrl, labels, remedy: text }: SourceGroup): MeasuredRow {
  const link: Content[] =
    grantUrl === null
      ? []
      : [{ text: 'Grant the permission', link: grantUrl, color: colors.brand, decoration: 'underline' }];
  const cells: TableCell[] = [statusChip(state), { stack: [{ text: labels, bold: true }, { text }, ...link] }];
  const lines = estimateLines(labels, textWidth, 9.5) + estimateLines(text, textWidth, 9.5) + link.length;
  return { cells, heightPt: lines * 14 + 12 };
}

/** The rows of data that was not read; none where all of it was. */
export const sourceRows = (model: ReportModel): MeasuredRow[] => sourceGroups(model).map(sourceRow);

/** Which data was not read, and what would change that. */
export function sourcesTable(model: ReportModel): Content[] {
  const rows = sourceRows(model);
  if (rows.length === 0) return [];
  return [
    checkTable(['Reason', 'Data that was not read'], [reasonWidth, textWidth], rows),
    { text: '', margin: [0, 0, 0, 14] },
  ];
}
