import { unknownReasonTexts, verdictLabels } from '@tenantry/contract/labels';
import type { Content } from 'pdfmake/interfaces';
import { checkCell, checkHeightPt, checkTable, type MeasuredRow } from './report-check-table.ts';
import { sourceRows, sourcesTable } from './report-data-sources.ts';
import type { FlowHeights } from './report-flow.ts';
import { count, coverageText } from './report-format.ts';
import { statusChip } from './report-icons.ts';
import type { NotEvaluated, ReportModel, Unanswered } from './report-model.ts';
import { contentWidth } from './report-styles.ts';

const reasonOrder: Unanswered[] = ['couldNotCheck', 'notPermitted', 'notLicensed'];

const textWidth = contentWidth - 102 - 18;
const headingId = 'coverage';
/** Heading, text, reasons and the head of the table. */
const introHeightPt = 200;

/** What the page breaks need to know of this section, by the id of its heading. */
export function coverageFlow(model: ReportModel): [string, FlowHeights] {
  const heights = [...sourceRows(model), ...rowsOf(model.notEvaluated)].map(({ heightPt }) => heightPt);
  const total = (some: number[]) => some.reduce((sum, height) => sum + height, introHeightPt);
  return [headingId, { wholePt: total(heights), openingPt: total(heights.slice(0, 2)) }];
}

/** What the audit could not judge, and why. */
export function coverageSection(model: ReportModel): Content[] {
  const heading: Content = {
    text: 'What could not be checked',
    style: 'h1',
    id: headingId,
    margin: [0, model.findings.length === 0 ? 28 : 12, 0, 10],
    tocItem: true,
    outline: true,
  };
  const { notEvaluated } = model;
  if (notEvaluated.length === 0) {
    const { evaluated, applicable } = model.coverage;
    const text =
      evaluated === applicable && applicable > 0
        ? `Every applicable check gave an answer: ${coverageText(model.coverage)}.`
        : `The audit judged ${coverageText(model.coverage)}. Which checks gave no answer is not recorded.`;
    return [heading, { text, style: 'lead' }];
  }
  return [
    heading,
    {
      text: `The audit judged ${coverageText(model.coverage)}. The checks below gave no answer. They count neither for nor against the score, and none of them should be taken as passed.`,
      style: 'lead',
      margin: [0, 0, 0, 8],
    },
    { ul: reasonCounts(notEvaluated), margin: [0, 0, 0, 12] },
    ...sourcesTable(model),
    checkTable(['Reason', 'Check'], [102, textWidth], rowsOf(notEvaluated)),
  ];
}

function reasonCounts(checks: NotEvaluated[]): Content[] {
  return reasonOrder
    .map((status) => ({ status, quantity: checks.filter((check) => check.status === status).length }))
    .filter(({ quantity }) => quantity > 0)
    .map(({ status, quantity }) => ({
      text: `${verdictLabels[status]}: ${count(quantity, 'check', 'checks')} (${unknownReasonTexts[status]})`,
    }));
}

/** The checks without an answer, in the order of their reasons. */
function rowsOf(checks: NotEvaluated[]): MeasuredRow[] {
  const rank = ({ status }: NotEvaluated) => reasonOrder.indexOf(status);
  return checks
    .toSorted((a, b) => rank(a) - rank(b))
    .map((check) => ({
      cells: [statusChip(check.status), checkCell(check)],
      heightPt: checkHeightPt(check, textWidth),
    }));
}
