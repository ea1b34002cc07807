import type { Verdict } from '@tenantry/contract/verdicts';
import type { Content, TableCell } from 'pdfmake/interfaces';
import { shareBar } from './report-charts.ts';
import { coverageText, scoreText, severityWords } from './report-format.ts';
import { overallChip, severityMark, statusChip } from './report-icons.ts';
import type { ReportCategory, ReportModel } from './report-model.ts';
import { contentHeight, contentWidth, estimateLines, overallColours, plainGrid, rowLines } from './report-styles.ts';

const checkColumns = [84, contentWidth - 84 - 66 - 30, 66];

/** One section per category: its score and every check with outcome and message. */
export function categorySections(model: ReportModel): Content[] {
  return model.categories.map((category, index) => categorySection(category, index === 0));
}

function categorySection(category: ReportCategory, isFirst: boolean): Content {
  const fits = sectionHeight(category) < contentHeight * 0.9;
  return {
    // A section too long for one page starts a page, so that its heading is never left behind.
    stack: [heading(category, isFirst || !fits), scoreLine(category), checks(category)],
    unbreakable: fits && !isFirst,
    margin: [0, 0, 0, 24],
  };
}

function heading(category: ReportCategory, startsPage: boolean): Content {
  return {
    text: category.label,
    style: 'h1',
    tocItem: true,
    outline: true,
    ...(startsPage ? { pageBreak: 'before' as const } : {}),
  };
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
            svg: shareBar(category.score === null ? null : category.score / 100, overallColours[category.status], 140),
            width: 140,
            margin: [0, 5, 0, 0],
          },
          { stack: [overallChip(category.status)], margin: [0, 4, 0, 0] },
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
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: checkColumns,
      body: [
        [
          { text: 'Result', style: 'tableHead' },
          { text: 'Check', style: 'tableHead' },
          { text: 'Severity', style: 'tableHead' },
        ],
        ...category.verdicts.map(checkRow),
      ],
    },
    layout: rowLines,
  };
}

function checkRow(verdict: Verdict): TableCell[] {
  return [
    statusChip(verdict.status),
    {
      stack: [
        { text: verdict.title, bold: true },
        { text: verdict.message },
        { text: verdict.checkId, style: 'label', margin: [0, 1, 0, 0] },
      ],
    },
    // The colour of a severity belongs to what went wrong; a passed critical check must not shine red.
    verdict.status === 'fail' || verdict.status === 'warning'
      ? severityMark(verdict.severity)
      : { text: severityWords[verdict.severity], style: 'small' },
  ];
}

function sectionHeight(category: ReportCategory): number {
  const width = checkColumns[1] ?? contentWidth;
  const rows = category.verdicts.map(
    (verdict) => (estimateLines(verdict.title, width, 9.5) + estimateLines(verdict.message, width, 9.5)) * 14 + 24,
  );
  return 110 + rows.reduce((sum, height) => sum + height, 0);
}
