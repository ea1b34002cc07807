import { categoryLabels, unverifiedLabel, verdictLabels } from '@tenantry/contract/labels';
import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { freshContents } from './report-entries.ts';
import type { FlowHeights } from './report-flow.ts';
import { severityMark, statusChip } from './report-icons.ts';
import type { ReportModel } from './report-model.ts';
import { entryAnchor, type NumberedCheck, type ReportOutline } from './report-outline.ts';
import type { Said } from './report-said.ts';
import { contentWidth, estimateLines, plainGrid, rowLines } from './report-styles.ts';

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
        'These checks do not ask for anything: they are for information, or their findings were resolved after the scan, by a re-check that found them pass, or by hand, which no scan has verified.',
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
export function resultsFlow(model: ReportModel, outline: ReportOutline): [string, FlowHeights][] {
  return sectionsOf(outline).map((section) => {
    const { id, intro } = section;
    const { brief, whole } = inBrief(model, section);
    const heights = [...titleHeights(brief), ...whole.map(heightOf)];
    const headPt = 70 + (intro === '' ? 0 : 40);
    const total = (some: number[]) => some.reduce((sum, height) => sum + height, headPt);
    return [id, { wholePt: total(heights), openingPt: total(heights.slice(0, 3)) }];
  });
}

/** The checks that are no finding and have an answer. */
export function resultsSection(model: ReportModel, outline: ReportOutline, said: Said): Content[] {
  return sectionsOf(outline).flatMap((section): Content[] => {
    const { id, title, intro, side } = section;
    const { brief, whole } = inBrief(model, section);
    const rows = whole.map((one) => rowOf(one, said));
    return [
      { text: title, style: 'h1', tocItem: true, outline: true, id, margin: [0, 18, 0, 8] },
      ...(intro === '' ? [] : [{ text: intro, style: 'lead', margin: [0, 0, 0, 6] } as Content]),
      ...(brief.length === 0 ? [] : [titlesInColumns(brief)]),
      ...(rows.length === 0
        ? []
        : [checkTable(['No.', 'Check', side], [numberWidth, textWidth, sideWidth], rows, denseRows)]),
    ];
  });
}

/** Of the short form: what asks for nothing stands by its title, where the file of a framework holds the rest of it. */
function inBrief({ form, frameworks }: ReportModel, { id, checks }: Section) {
  if (form !== 'short' || id === 'other-results') return { brief: [], whole: checks };
  const inFiles = new Set(
    frameworks.flatMap(({ controls }) => controls.flatMap((control) => control.checks.map(({ checkId }) => checkId))),
  );
  const { brief = [], whole = [] } = Object.groupBy(checks, ({ check }) =>
    inFiles.has(check.checkId) ? 'brief' : 'whole',
  );
  return { brief, whole };
}

const columnWidth = (contentWidth - 18) / 2;
const titleHeightPt = 15;

/** Of the rows of titles in columns. */
export const titleHeights = (checks: readonly unknown[]): number[] =>
  Array.from({ length: Math.ceil(checks.length / 2) }, () => titleHeightPt);

/** Checks by number and title alone, in two columns: their details are in the full report and in the files of the frameworks. */
export function titlesInColumns(checks: readonly NumberedCheck[]): Content {
  const half = Math.ceil(checks.length / 2);
  const cell = (one: NumberedCheck | undefined): TableCell =>
    one === undefined ? '' : { text: `${one.number}  ${one.check.title}`, fontSize: 9, id: entryAnchor(one.number) };
  return {
    table: {
      widths: [columnWidth, columnWidth],
      dontBreakRows: true,
      body: checks.slice(0, half).map((one, row): TableCell[] => [cell(one), cell(checks[half + row])]),
    },
    layout: titleColumns,
    margin: [0, 0, 0, 8],
  };
}

const titleColumns: CustomTableLayout = {
  ...plainGrid,
  paddingTop: () => 1,
  paddingBottom: () => 1,
  paddingRight: () => 9,
};

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
