import { severityLabels } from '@tenantry/contract/labels';
import { Severity } from '@tenantry/contract/verdicts';
import type { Content } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import type { FlowHeights } from './report-flow.ts';
import { count, mediumDay } from './report-format.ts';
import type { AcceptedRisk, ReportModel } from './report-model.ts';
import { contentWidth, estimateLines, severityColors } from './report-styles.ts';

const severityWidth = 70;
const untilWidth = 80;
const riskWidth = contentWidth - severityWidth - untilWidth - 27;

const headingId = 'accepted-risks';
/** Heading, text and the head of the table. */
const introHeightPt = 120;

/** What the page breaks need to know of this section, by the id of its heading. */
export function acceptedRisksFlow(model: ReportModel): [string, FlowHeights] {
  const heights = rowsOf(model.acceptedRisks).map(({ heightPt }) => heightPt);
  const total = (some: number[]) => some.reduce((sum, height) => sum + height, introHeightPt);
  return [headingId, { wholePt: total(heights), openingPt: total(heights.slice(0, 2)) }];
}

/** Risks that an administrator took on: none of them is among the findings, and each still weighs on the score. */
export function acceptedRisksSection(model: ReportModel): Content[] {
  const { acceptedRisks } = model;
  if (acceptedRisks.length === 0) return [];
  const rows = rowsOf(acceptedRisks);
  return [
    {
      text: 'Accepted risks',
      style: 'h1',
      tocItem: true,
      outline: true,
      id: headingId,
      margin: [0, 12, 0, 10],
    },
    {
      text: `${count(acceptedRisks.length, 'risk is', 'risks are')} accepted, for the reason and until the day given. The score counts them all the same, and one that grows or outlives its day is a finding again.`,
      style: 'lead',
      margin: [0, 0, 0, 8],
    },
    checkTable(['Severity', 'Risk and reason', 'Until'], [severityWidth, riskWidth, untilWidth], rows),
  ];
}

function rowsOf(risks: readonly AcceptedRisk[]): MeasuredRow[] {
  const rank = ({ severity }: AcceptedRisk) => Severity.options.indexOf(severity);
  return risks.toSorted((a, b) => rank(a) - rank(b)).map(measuredRow);
}

function measuredRow(risk: AcceptedRisk): MeasuredRow {
  const concerns = risk.affectedCount > 0 ? ` It concerns ${count(risk.affectedCount, 'object', 'objects')}.` : '';
  const reason = `${risk.reason}${concerns}`;
  const by = `Accepted by ${risk.acceptedBy} on ${mediumDay(risk.acceptedAt)} · ${risk.checkId}`;
  const lines = [risk.title, reason, by].reduce((sum, text) => sum + estimateLines(text, riskWidth, 9.5), 0);
  return {
    cells: [
      { text: severityLabels[risk.severity], bold: true, color: severityColors[risk.severity] },
      {
        stack: [{ text: risk.title, bold: true }, { text: reason }, { text: by, style: 'label', margin: [0, 1, 0, 0] }],
      },
      { text: mediumDay(risk.until) },
    ],
    heightPt: lines * 14 + 24,
  };
}
