import { affectedLine } from '@tenantry/contract/affected-texts';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import type { FindingEvent } from '@tenantry/contract/findings';
import {
  categoryLabels,
  findingChangeLabels,
  findingEventLabels,
  findingStatusText,
  severityLabels,
} from '@tenantry/contract/labels';
import { canBeLookedUp } from '../../domain/finding/references.ts';
import { type CsvColumn, csvBytes, csvTime, joinedTexts } from '../../http/csv.ts';
import type { ExportedFinding } from './finding-view.ts';

/** The day in UTC: a file is read in any time zone. */
const dayOf = (instant: string): string => instant.slice(0, 10);

/** Where the article of a remedy is read. */
type ArticleOf = (remedyId: string) => string;

/** A path of this installation, since a file is opened anywhere. */
const articlePath: ArticleOf = (remedyId) => `/help?article=${remedyId}`;

const eventLine = ({ at, what, by, note }: FindingEvent): string =>
  `${csvTime(at)} ${findingEventLabels[what]} (${by})${note === '' ? '' : `: ${note}`}`;

function historyLines({ history, historyOmitted }: ExportedFinding): string[] {
  const lines = history.map(eventLine);
  return historyOmitted === 0 ? lines : lines.toSpliced(-1, 0, `${historyOmitted} more not kept`);
}

const columnsWith = (articleOf: ArticleOf): readonly CsvColumn<ExportedFinding>[] => [
  ['Tenant', (one) => one.tenant],
  ['Simulated', (one) => (one.isSimulated ? 'Yes' : 'No')],
  ['Severity', (one) => severityLabels[one.severity]],
  ['Finding', (one) => one.title],
  ['Category', (one) => categoryLabels[one.category]],
  ['Status', (one) => findingStatusText(one)],
  ['Latest scan', (one) => findingChangeLabels[one.change]],
  ['Description', (one) => one.description],
  ['Impact', (one) => one.impact ?? ''],
  ['Recommendation', (one) => one.recommendation],
  ['Remedy', (one) => one.remedy?.title ?? ''],
  ['Help article', (one) => (one.remedy ? articleOf(one.remedy.id) : '')],
  ['Affected count', (one) => String(one.affectedCount)],
  ['Affected', (one) => joinedTexts(one.affected.map((affected) => affectedLine(affected, dayOf)))],
  ['Evidence', (one) => joinedTexts(one.evidence.map((seen) => `${seen.observed} (${datasetLabel(seen.dataset)})`))],
  ['References', (one) => joinedTexts(one.references.filter(canBeLookedUp))],
  ['Needs license', (one) => one.needsLicense ?? ''],
  ['Counted', (one) => (one.isCounted ? 'Yes' : 'No')],
  ['Counts as one with', (one) => (one.countsWith === 0 ? '' : String(one.countsWith))],
  ['First detected (UTC)', (one) => csvTime(one.firstDetected)],
  ['Last detected (UTC)', (one) => csvTime(one.lastDetected)],
  ['Resolved (UTC)', (one) => csvTime(one.resolvedAt)],
  ['Resolved by', (one) => one.resolvedBy ?? ''],
  ['Note', (one) => one.note],
  ['History (UTC)', (one) => joinedTexts(historyLines(one))],
  ['Acceptance expires (UTC)', (one) => csvTime(one.acceptance?.expiresAt)],
  ['Acceptance reason', (one) => one.acceptance?.reason ?? ''],
  ['Accepted by', (one) => one.acceptance?.acceptedBy ?? ''],
  ['Finding ID', (one) => one.id],
];

/** Findings as a CSV file that Excel opens whole. `articleOf`: where their articles are read, other than on this installation. */
export function findingsCsv(
  findings: readonly ExportedFinding[],
  articleOf: ArticleOf = articlePath,
): Buffer<ArrayBuffer> {
  return csvBytes(columnsWith(articleOf), findings);
}

export function findingsJson(
  findings: readonly ExportedFinding[],
  exportedAt: Date,
  tenant: string,
): Buffer<ArrayBuffer> {
  const exported = { tenant, exportedAt: exportedAt.toISOString(), count: findings.length, findings };
  return Buffer.from(`${JSON.stringify(exported, null, 2)}\n`);
}
