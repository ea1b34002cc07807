import { categoryLabels, unverifiedLabel, verdictLabels } from '@tenantry/contract/labels';
import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { freshContents } from './report-entries.ts';
import type { FlowHeights } from './report-flow.ts';
import { severityMark, statusChip } from './report-icons.ts';
import { entryAnchor, type NumberedCheck, type ReportOutline } from './report-outline.ts';
import type { Said } from './report-said.ts';
import { contentWidth, estimateLines, rowLines } from './report-styles.ts';

const numberWidth = 26;
const sideWidth = 110;
const textWidth = contentWidth - numberWidth - sideWidth - 30;

/** Rows closer together than in other tables: there are many, and each is short. */
export const denseRows: CustomTableLayout = { ...rowLines, paddingTop: () => 3, paddingBottom: () => 3 };

type Section = { id: string; title: string; intro: string; side: string; checks: readonly NumberedCheck[] };

function sectionsOf({ others, passed, notApplicable }: ReportOutline): Section[] {
  return [
    {
      id: 'other-results',
      title: 'Other results',
      intro:
        'These checks failed or gave a warning but are not open findings: they are informational or were resolved by hand.',
      side: 'Result',
      checks: others,
    },
    { id: 'passed', title: 'Passed checks', intro: '', side: 'Category', checks: passed },
    {
      id: 'not-applicable',
      title: verdictLabels.notApplicable,
      intro: 'These checks do not apply to the organization.',
      side: 'Category',
      checks: notApplicable,
    },
  ].filter(({ checks }) => checks.length > 0);
}

/** What the page breaks need to know of these sections, by the ids of their headings. */
export function resultsFlow(outline: ReportOutline): [string, FlowHeights][] {
  return sectionsOf(outline).map(({ id, intro, checks }) => {
    const heights = checks.map(heightOf);
    const headPt = 70 + (intro === '' ? 0 : 40);
    const total = (some: number[]) => some.reduce((sum, height) => sum + height, headPt);
    return [id, { wholePt: total(heights), openingPt: total(heights.slice(0, 3)) }];
  });
}

/** The checks that are no finding and have an answer. */
export function resultsSection(outline: ReportOutline, said: Said): Content[] {
  return sectionsOf(outline).flatMap(({ id, title, intro, side, checks }): Content[] => [
    { text: title, style: 'h1', tocItem: true, outline: true, id, margin: [0, 18, 0, 8] },
    ...(intro === '' ? [] : [{ text: intro, style: 'lead', margin: [0, 0, 0, 6] } as Content]),
    checkTable(
      ['No.', 'Check', side],
      [numberWidth, textWidth, sideWidth],
      checks.map((one) => rowOf(one, said)),
      denseRows,
    ),
  ]);
}

function rowOf(numbered: NumberedCheck, said: Said): MeasuredRow {
  const { number, check, isByHand } = numbered;
  // A message that is the title says nothing more.
  said.fresh([check.title], number);
  const message = said.freshText(check.message, number);
  const text: TableCell = {
    stack: [
      { text: check.title, bold: true },
      ...freshContents(message),
      ...(isByHand ? [{ text: unverifiedLabel, style: 'small' }] : []),
    ],
  };
  return { cells: [numberCell(number), text, sideOf(numbered)], heightPt: heightOf(numbered) };
}

/** The number of an entry, to which others lead. */
export const numberCell = (number: number): TableCell => ({ text: String(number), id: entryAnchor(number) });

function sideOf({ check }: NumberedCheck): TableCell {
  if (check.status !== 'fail' && check.status !== 'warning') {
    return { text: categoryLabels[check.category], style: 'small' };
  }
  return { stack: [statusChip(check.status), { stack: [severityMark(check.severity)], margin: [0, 3, 0, 0] }] };
}

const heightOf = ({ check, isByHand }: NumberedCheck) =>
  (estimateLines(check.title, textWidth, 9.5) + estimateLines(check.message, textWidth, 9.5) + (isByHand ? 1 : 0)) *
    14 +
  10;
