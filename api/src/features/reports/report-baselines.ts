import type { Content } from 'pdfmake/interfaces';
import { verdictVector } from '../../audit/findings/verdict-vector.ts';
import type { AlignmentStores } from '../../domain/baselines/fleet-alignment.ts';
import { tenantBaselines } from '../../domain/baselines/tenant-baselines.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import type { FlowHeights } from './report-flow.ts';
import { count, mediumDay } from './report-format.ts';
import type { ReportBaseline, ReportModel } from './report-model.ts';
import type { ReportOutline } from './report-outline.ts';
import { contentWidth, estimateLines } from './report-styles.ts';

const nameWidth = 120;
const alignedWidth = 70;
const leftWidth = contentWidth - nameWidth - alignedWidth - 32;

const headingId = 'baselines';
/** Heading, text and the head of the table. */
const introHeightPt = 120;
const deviatingPrinted = 30;
const exceptionsPrinted = 30;

/** How the tenant stands against its baselines: by the audit that is reported, and by what was looked at since where it is the latest. */
export async function reportBaselines(
  stores: AlignmentStores,
  tenant: TenantRecord,
  audit: AuditRecord,
  now: Date,
): Promise<ReportBaseline[]> {
  const isLatest = tenant.audit?.scanLogId === audit.scanLogId;
  const judged = isLatest ? tenant : { ...tenant, verdicts: verdictVector(audit.data.verdicts).vector };
  return (await tenantBaselines(stores, judged, now)).map(({ checks, baselineName: name, percent, ...counts }) => ({
    name,
    percent,
    notKnown: counts.notKnown,
    deviating: checks.filter(({ state }) => state === 'deviating').map(({ checkId, title }) => ({ checkId, title })),
    exceptions: checks.flatMap(({ title, exception }) =>
      exception === null ? [] : [{ title, reason: exception.reason, by: exception.by, until: exception.expiresAt }],
    ),
  }));
}

/** What the page breaks need to know of this section, by the id of its heading. */
export function baselinesFlow({ baselines = [] }: ReportModel, outline: ReportOutline): [string, FlowHeights] {
  const heights = baselines.map((one) => measuredRow(one, outline).heightPt);
  const total = (some: number[]) => some.reduce((sum, height) => sum + height, introHeightPt);
  return [headingId, { wholePt: total(heights), openingPt: total(heights.slice(0, 1)) }];
}

/** What was agreed on, how much of it is so, and what is excepted until when. */
export function baselinesSection({ baselines = [] }: ReportModel, outline: ReportOutline): Content[] {
  if (baselines.length === 0) return [];
  return [
    { text: 'Baselines', style: 'h1', tocItem: true, outline: true, id: headingId, margin: [0, 12, 0, 10] },
    {
      text: `${count(baselines.length, 'baseline holds', 'baselines hold')} for this organization. What is not known counts as not aligned.`,
      style: 'lead',
      margin: [0, 0, 0, 8],
    },
    checkTable(
      ['Baseline', 'Aligned', 'What is left'],
      [nameWidth, alignedWidth, leftWidth],
      baselines.map((one) => measuredRow(one, outline)),
    ),
  ];
}

/** The first of some lines, and how many more there are. */
function firstOf(lines: readonly string[], shown: number): string[] {
  const more = lines.length - shown;
  return more > 0 ? [...lines.slice(0, shown), `and ${more.toLocaleString('en-US')} more`] : [...lines];
}

function linesOf({ deviating, notKnown, exceptions }: ReportBaseline, { numberOf }: ReportOutline): string[] {
  const named = deviating.map(({ checkId, title }) => {
    const number = numberOf.get(checkId);
    return number === undefined ? title : `${title} (No. ${number})`;
  });
  const excepted = exceptions.map(
    ({ title, reason, by, until }) => `Excepted until ${mediumDay(until)} by ${by}: ${title}. ${reason}`,
  );
  return [
    deviating.length === 0 ? 'No check deviates.' : `${count(deviating.length, 'check deviates', 'checks deviate')}:`,
    ...firstOf(named, deviatingPrinted),
    ...(notKnown === 0 ? [] : [`${count(notKnown, 'check is', 'checks are')} not known.`]),
    ...firstOf(excepted, exceptionsPrinted),
  ];
}

function measuredRow(baseline: ReportBaseline, outline: ReportOutline): MeasuredRow {
  const lines = linesOf(baseline, outline);
  const height = lines.reduce((sum, text) => sum + estimateLines(text, leftWidth, 9.5), 0);
  const aligned = baseline.percent === null ? 'Not known' : `${baseline.percent}%`;
  return {
    cells: [{ text: baseline.name, bold: true }, { text: aligned }, { stack: lines.map((text) => ({ text })) }],
    heightPt: height * 14 + 24,
  };
}
