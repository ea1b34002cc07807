import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces';
import type { HasGlyph } from './font-coverage.ts';
import { acceptedRisksFlow, acceptedRisksSection } from './report-accepted-risks.ts';
import { changesSection } from './report-changes.ts';
import { checklistSection } from './report-checklist.ts';
import { complianceFlow, complianceSection } from './report-compliance.ts';
import { coverageFlow, coverageSection } from './report-coverage.ts';
import { doneWorkFlow, doneWorkSection } from './report-done-work.ts';
import { findingsSection } from './report-findings.ts';
import { startsPage } from './report-flow.ts';
import { day, dayAndTime, instant } from './report-format.ts';
import { methodSection } from './report-method.ts';
import type { ReportModel } from './report-model.ts';
import { reportOutline } from './report-outline.ts';
import { planFlow, planSection } from './report-plan.ts';
import { printableModel } from './report-printable.ts';
import { resultsFlow, resultsSection } from './report-results.ts';
import { createSaid } from './report-said.ts';
import { colors, page, textStyles } from './report-styles.ts';
import { summarySection } from './report-summary.ts';
import { createTextCleaner } from './report-text.ts';
import { reportName, titlePage } from './report-title-page.ts';

/** pdfmake takes these three as well; its type declarations leave them out. */
export type ReportDocument = TDocumentDefinitions & { language: string; displayTitle: boolean; version: '1.7' };

/**
 * The whole report as a pdfmake document definition. Pure: the same model gives the same document.
 * `hasGlyph` says which characters the typeface contains; others are printed as a visible mark.
 * Throws a RangeError when a date of the model is not an ISO 8601 instant.
 */
export function createReportDocument(model: ReportModel, hasGlyph: HasGlyph): ReportDocument {
  const cleaner = createTextCleaner(hasGlyph);
  const printable = printableModel(model, cleaner);
  const outline = reportOutline(printable);
  const said = createSaid();
  const flowing = new Map([
    acceptedRisksFlow(outline),
    ...planFlow(printable),
    doneWorkFlow(printable),
    ...resultsFlow(outline),
    coverageFlow(printable, outline),
    ...complianceFlow(printable, outline),
  ]);
  return {
    pageSize: 'A4',
    pageMargins: [page.side, page.top, page.side, page.bottom],
    language: 'en-US',
    version: '1.7',
    displayTitle: true,
    info: {
      title: `${reportName}: ${printable.tenant.name}`,
      author: printable.preparedBy.organization ?? 'Tenantry',
      subject: `Security audit of ${day(printable.auditedAt)}${printable.tenant.isSimulated ? ' (simulated data)' : ''}`,
      creator: 'Tenantry',
      creationDate: instant(printable.generatedAt),
    },
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.25, color: colors.text },
    styles: textStyles,
    background: (currentPage) => (currentPage === 1 ? titleBand() : null),
    header: (currentPage) => (currentPage === 1 ? null : pageHeader(printable)),
    footer: (currentPage, pageCount) => pageFooter(printable, currentPage, pageCount),
    // Where a section starts is known after the layout only; pdfmake asks here and lays out again.
    pageBreakBefore: ({ id, startPosition }) => {
      const heights = id === undefined ? undefined : flowing.get(id);
      return heights !== undefined && startsPage(heights, startPosition.verticalRatio);
    },
    content: [
      ...titlePage(printable),
      contents(),
      ...summarySection(printable, outline),
      ...changesSection(printable, outline),
      ...findingsSection(printable, outline, said),
      ...acceptedRisksSection(outline),
      ...planSection(printable, outline),
      ...doneWorkSection(printable),
      ...resultsSection(outline, said),
      ...coverageSection(printable, outline, said),
      ...complianceSection(printable, outline),
      ...checklistSection(printable),
      methodSection(printable, cleaner.replacedCount()),
    ],
  };
}

function titleBand(): Content {
  return { canvas: [{ type: 'rect', x: 0, y: 0, w: page.width, h: 10, color: colors.brand }] };
}

function contents(): Content {
  return {
    toc: {
      title: { text: 'Contents', style: 'h1' },
      textMargin: [0, 4, 0, 4],
      numberStyle: { bold: true },
    },
    pageBreak: 'before',
  };
}

function pageHeader(model: ReportModel): Content {
  const half = (page.width - 2 * page.side) / 2;
  return {
    stack: [
      {
        columns: [
          { text: shortName(model.tenant.name), style: 'label', bold: true, width: half },
          { text: reportName, style: 'label', alignment: 'right', width: half },
        ],
      },
      hairline(4),
    ],
    margin: [page.side, 34, page.side, 0],
  };
}

function pageFooter(model: ReportModel, currentPage: number, pageCount: number): Content {
  const third = (page.width - 2 * page.side) / 3;
  return {
    stack: [
      hairline(0),
      {
        columns: [
          { text: dayAndTime(model.generatedAt), style: 'label', width: third },
          {
            text: model.tenant.isSimulated ? 'Simulated data' : '',
            style: 'label',
            bold: true,
            color: colors.text,
            alignment: 'center',
            width: third,
          },
          { text: `Page ${currentPage} of ${pageCount}`, style: 'label', alignment: 'right', width: third },
        ],
        margin: [0, 6, 0, 0],
      },
    ],
    margin: [page.side, 18, page.side, 0],
  };
}

function hairline(top: number): Content {
  const length = page.width - 2 * page.side;
  return {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: length, y2: 0, lineWidth: 0.5, lineColor: colors.line }],
    margin: [0, top, 0, 0],
  };
}

/** Keeps the running header on one line. */
function shortName(name: string): string {
  const points = Array.from(name);
  return points.length > 45 ? `${points.slice(0, 44).join('').trimEnd()}…` : name;
}
