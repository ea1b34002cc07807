import type { Content, Margins } from 'pdfmake/interfaces';
import type { HasGlyph } from './font-coverage.ts';
import type { PressDocument } from './press/press.ts';
import { acceptedRisksFlow, acceptedRisksSection } from './report-accepted-risks.ts';
import { baselinesFlow, baselinesSection } from './report-baselines.ts';
import { changesSection } from './report-changes.ts';
import { checklistSection } from './report-checklist.ts';
import { complianceFlow, complianceSection } from './report-compliance.ts';
import { coverageFlow, coverageSection } from './report-coverage.ts';
import { doneWorkFlow, doneWorkSection } from './report-done-work.ts';
import { findingsSection } from './report-findings.ts';
import { type FlowHeights, startsPage } from './report-flow.ts';
import { methodSection } from './report-method.ts';
import type { ReportModel } from './report-model.ts';
import { reportOutline } from './report-outline.ts';
import { planFlow, planSection } from './report-plan.ts';
import { printableModel } from './report-printable.ts';
import { resultsFlow, resultsSection } from './report-results.ts';
import { createSaid } from './report-said.ts';
import { documentShell } from './report-shell.ts';
import { summarySection } from './report-summary.ts';
import { createTextCleaner } from './report-text.ts';
import { reportName, titlePage } from './report-title-page.ts';

/**
 * The whole report as a pdfmake document definition. Pure: the same model gives the same document.
 * `hasGlyph` says which characters the typeface contains; others are printed as a visible mark.
 * Throws a RangeError when a date of the model is not an ISO 8601 instant.
 */
export function createReportDocument(model: ReportModel, hasGlyph: HasGlyph): PressDocument {
  const cleaner = createTextCleaner(hasGlyph);
  const printable = printableModel(model, cleaner);
  const outline = reportOutline(printable);
  const said = createSaid();
  const flowing = new Map([
    acceptedRisksFlow(outline),
    baselinesFlow(printable, outline),
    ...planFlow(printable),
    doneWorkFlow(printable),
    ...resultsFlow(printable, outline),
    coverageFlow(printable, outline),
    ...complianceFlow(printable, outline),
  ]);
  return {
    ...documentShell(printable, reportName, model.generatedAt),
    // Where a section starts is known once what stands before it is laid out; the press asks here then.
    pageBreakBefore: ({ id, startPosition }) => {
      const heights = id === undefined ? undefined : flowing.get(id);
      return heights !== undefined && startsPage(flowOf(model, heights), startPosition.verticalRatio);
    },
    content: [
      ...titlePage(printable),
      contents(model),
      ...summarySection(printable, outline),
      ...changesSection(printable, outline),
      ...findingsSection(printable, outline, said),
      ...acceptedRisksSection(outline),
      ...baselinesSection(printable, outline),
      ...planSection(printable, outline),
      ...doneWorkSection(printable),
      ...resultsSection(printable, outline, said),
      ...coverageSection(printable, outline, said),
      ...complianceSection(printable, outline),
      ...checklistSection(printable),
      methodSection(printable, cleaner.replacedCount()),
    ],
  };
}

/** In the short form a section goes on where its beginning fits: fewer pages rather than whole ones. */
const flowOf = ({ form }: ReportModel, { wholePt, openingPt }: FlowHeights): FlowHeights => ({
  wholePt: form === 'short' ? openingPt : wholePt,
  openingPt,
});

/** On a page of their own; in the short form on the first page. */
function contents({ form }: ReportModel): Content {
  const isShort = form === 'short';
  const textMargin: Margins = isShort ? [0, 0.5, 0, 0.5] : [0, 4, 0, 4];
  return {
    toc: {
      title: { text: 'Contents', style: isShort ? 'h2' : 'h1' },
      textMargin,
      ...(isShort ? { textStyle: { fontSize: 9 } } : {}),
      numberStyle: { bold: true },
    },
    ...(isShort ? { margin: [0, 14, 0, 0] as Margins } : { pageBreak: 'before' }),
  };
}
