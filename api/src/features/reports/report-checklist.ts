import type { Content } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { count, mediumDay } from './report-format.ts';
import type { ReportChecklistItem, ReportModel } from './report-model.ts';
import { contentWidth, estimateLines } from './report-styles.ts';

const stateWidth = 84;
const itemWidth = contentWidth - stateWidth - 30;

/** What was verified by hand, on a page of its own; none where nobody has said anything of it. */
export function checklistSection({ checklist = [] }: ReportModel): Content[] {
  if (checklist.length === 0) return [];
  const verified = checklist.filter(({ checked }) => checked).length;
  return [
    { text: 'Manual checklist', style: 'h1', tocItem: true, outline: true, pageBreak: 'before', margin: [0, 0, 0, 10] },
    {
      text: `${verified} of ${count(checklist.length, 'item was', 'items were')} verified by hand. They change no result and no score of this report.`,
      style: 'lead',
      margin: [0, 0, 0, 8],
    },
    checkTable(['Verified', 'Item'], [stateWidth, itemWidth], checklist.map(measuredRow)),
  ];
}

function measuredRow({ title, whatToVerify, checked, comment, by, at }: ReportChecklistItem): MeasuredRow {
  const said = by === null || at === null ? [] : [`${by}, ${mediumDay(at)}`];
  const texts = [title, whatToVerify, ...(comment === '' ? [] : [comment]), ...said];
  const lines = texts.reduce((sum, text) => sum + estimateLines(text, itemWidth, 9.5), 0);
  return {
    cells: [
      { text: checked ? 'Yes' : 'Not verified', bold: true },
      {
        stack: [
          { text: title, bold: true },
          { text: whatToVerify },
          ...(comment === '' ? [] : [{ text: `Comment: ${comment}` }]),
          ...said.map((text): Content => ({ text, style: 'label', margin: [0, 1, 0, 0] })),
        ],
      },
    ],
    heightPt: lines * 14 + 24,
  };
}
