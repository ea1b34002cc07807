import { unknownReasonTexts, verdictLabels } from '@tenantry/contract/labels';
import type { Content } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { sourceRows, sourcesTable } from './report-data-sources.ts';
import { freshContents } from './report-entries.ts';
import type { FlowHeights } from './report-flow.ts';
import { count, coverageText, notCheckedAfter } from './report-format.ts';
import { statusChip } from './report-icons.ts';
import type { ReportModel, Unanswered } from './report-model.ts';
import type { ReportOutline, UnansweredCheck } from './report-outline.ts';
import { denseRows, numberCell, titleHeights, titlesInColumns } from './report-results.ts';
import type { Said } from './report-said.ts';
import { contentWidth, estimateLines } from './report-styles.ts';

const reasonOrder: Unanswered[] = ['couldNotCheck', 'notPermitted', 'notLicensed', 'notOffered'];

const numberWidth = 26;
const reasonWidth = 102;
const textWidth = contentWidth - numberWidth - reasonWidth - 30;
const headingId = 'coverage';
/** Heading, text, reasons and the head of the table. */
const introHeightPt = 200;
/** Of a reason above its titles. */
const reasonHeightPt = 30;

/** What the page breaks need to know of this section, by the id of its heading. */
export function coverageFlow(model: ReportModel, { unanswered }: ReportOutline): [string, FlowHeights] {
  const checks =
    model.form === 'short'
      ? groupsOf(unanswered).flatMap((group) => [reasonHeightPt, ...titleHeights(group)])
      : unanswered.map(heightOf);
  const heights = [...sourceRows(model).map(({ heightPt }) => heightPt), ...checks];
  const total = (some: number[]) => some.reduce((sum, height) => sum + height, introHeightPt);
  return [headingId, { wholePt: total(heights), openingPt: total(heights.slice(0, 2)) }];
}

/** What the audit could not judge, and why. */
export function coverageSection(model: ReportModel, { unanswered }: ReportOutline, said: Said): Content[] {
  const heading: Content = {
    text: 'What could not be checked',
    style: 'h1',
    id: headingId,
    margin: [0, 18, 0, 10],
    tocItem: true,
    outline: true,
  };
  if (unanswered.length === 0) {
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
      text: `The audit judged ${coverageText(model.coverage)}.${notCheckedAfter(model.coverage)} The checks below gave no answer: they do not count in the score, and none of them has passed.`,
      style: 'lead',
      margin: [0, 0, 0, 8],
    },
    { ul: reasonCounts(unanswered), margin: [0, 0, 0, 12] },
    ...sourcesTable(model),
    ...(model.form === 'short' ? groupsOf(unanswered).flatMap(titlesOfGroup) : [unansweredTable(unanswered, said)]),
  ];
}

const unansweredTable = (unanswered: readonly UnansweredCheck[], said: Said): Content =>
  checkTable(
    ['No.', 'Check', 'Reason'],
    [numberWidth, textWidth, reasonWidth],
    groupsOf(unanswered).flatMap((group) => rowsOf(group, said)),
    denseRows,
  );

/** Of the short form: the reason, then the titles in two columns. */
function titlesOfGroup(group: readonly UnansweredCheck[]): Content[] {
  const [first] = group;
  if (first === undefined) return [];
  const reason = `${verdictLabels[first.check.status]}: ${first.check.message}`;
  return [{ text: reason, bold: true, fontSize: 9, margin: [0, 4, 0, 2] }, titlesInColumns(group)];
}

function reasonCounts(checks: readonly UnansweredCheck[]): Content[] {
  return reasonOrder
    .map((status) => ({ status, quantity: checks.filter(({ check }) => check.status === status).length }))
    .filter(({ quantity }) => quantity > 0)
    .map(({ status, quantity }) => ({
      text: `${verdictLabels[status]}: ${count(quantity, 'check', 'checks')} (${unknownReasonTexts[status]})`,
    }));
}

/** Checks that gave no answer for the same reason in the same words. */
const groupsOf = (checks: readonly UnansweredCheck[]): UnansweredCheck[][] => [
  ...Map.groupBy(checks, ({ check }) => `${check.status} ${check.message}`).values(),
];

/** The words of the group once, then each check with its number. */
function rowsOf(group: readonly UnansweredCheck[], said: Said): MeasuredRow[] {
  const [first] = group;
  if (first === undefined) return [];
  const message = said.freshText(first.check.message, first.number);
  const reason: MeasuredRow = {
    cells: ['', { stack: freshContents(message) }, statusChip(first.check.status)],
    heightPt: estimateLines(first.check.message, textWidth, 9.5) * 14 + 10,
  };
  return [
    reason,
    ...group.map((one) => ({
      cells: [numberCell(one.number), { text: one.check.title, bold: true }, ''],
      heightPt: estimateLines(one.check.title, textWidth, 9.5) * 14 + 10,
    })),
  ];
}

const heightOf = ({ check }: UnansweredCheck) => estimateLines(check.title, textWidth, 9.5) * 14 + 12;
