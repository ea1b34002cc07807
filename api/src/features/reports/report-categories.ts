import { severityLabels } from '@tenantry/contract/labels';
import type { Verdict } from '@tenantry/contract/verdicts';
import type { Content, TableCell } from 'pdfmake/interfaces';
import { shareBar } from './report-charts.ts';
import { checkCell, checkHeightPt, checkTable, type MeasuredRow } from './report-check-table.ts';
import type { FlowHeights } from './report-flow.ts';
import { coverageText, scoreText } from './report-format.ts';
import { severityMark, statusChip } from './report-icons.ts';
import type { ReportCategory, ReportModel } from './report-model.ts';
import { contentWidth, estimateLines, plainGrid, statusColors } from './report-styles.ts';

const checkColumns = [84, contentWidth - 84 - 66 - 30, 66];
/** Score, head of the table and the space around them. */
const headHeightPt = 90;

/** One section per category: its score and every check with outcome and message. */
export function categorySections(model: ReportModel): Content[] {
  return model.categories.map((category, index) => ({
    stack: [heading(category, index), scoreLine(category), checks(category)],
    margin: [0, 0, 0, 24],
  }));
}

/** What the page breaks need to know of the sections, by the id of their headings. */
export function categoryFlow(model: ReportModel): [string, FlowHeights][] {
  return model.categories.map((category, index) => {
    const heights = rowsOf(category).map(({ heightPt }) => heightPt);
    const headPt = headHeightPt + estimateLines(category.label, contentWidth, 20) * 23;
    const openingPt = headPt + heights.slice(0, 2).reduce((sum, height) => sum + height, 0);
    return [headingId(index), { wholePt: headPt + heights.reduce((sum, height) => sum + height, 0), openingPt }];
  });
}

function headingId(index: number): string {
  return `category-${index}`;
}

function heading(category: ReportCategory, index: number): Content {
  return { text: category.label, style: 'h1', id: headingId(index), tocItem: true, outline: true };
}

function scoreLine(category: ReportCategory): Content {
  return {
    table: {
      widths: [92, 160, 66, contentWidth - 92 - 160 - 66],
      body: [
        [
          {
            text:
              category.score === null
                ? 'Not enough data'
                : [
                    { text: scoreText(category.score), fontSize: 15, bold: true },
                    { text: ' of 100', style: 'small' },
                  ],
            bold: category.score === null,
          },
          {
            svg: shareBar(category.score === null ? null : category.score / 100, statusColors[category.status], 140),
            width: 140,
            margin: [0, 5, 0, 0],
          },
          { stack: [statusChip(category.status)], margin: [0, 4, 0, 0] },
          { text: `Coverage: ${coverageText(category.coverage)}`, style: 'small', margin: [0, 3.5, 0, 0] },
        ],
      ],
    },
    layout: plainGrid,
    margin: [0, 0, 0, 8],
  };
}

function checks(category: ReportCategory): Content {
  if (category.verdicts.length === 0) return { text: 'No check of this category was run.' };
  return checkTable(['Result', 'Check', 'Severity'], checkColumns, rowsOf(category));
}

function rowsOf(category: ReportCategory): MeasuredRow[] {
  const width = checkColumns[1] ?? contentWidth;
  return category.verdicts.map((verdict) => ({
    cells: checkRow(verdict),
    heightPt: checkHeightPt(verdict, width),
  }));
}

function checkRow(verdict: Verdict): TableCell[] {
  return [
    statusChip(verdict.status),
    checkCell(verdict),
    // The color of a severity belongs to what went wrong; a passed critical check must not shine red.
    verdict.status === 'fail' || verdict.status === 'warning'
      ? severityMark(verdict.severity)
      : { text: severityLabels[verdict.severity], style: 'small' },
  ];
}
