import { severityLabels } from '@tenantry/contract/labels';
import type { Content } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import type { FlowHeights } from './report-flow.ts';
import { count, mediumDay } from './report-format.ts';
import type { NumberedRisk, ReportOutline } from './report-outline.ts';
import { numberCell } from './report-results.ts';
import { contentWidth, estimateLines, severityColors } from './report-styles.ts';

const numberWidth = 26;
const severityWidth = 70;
const untilWidth = 80;
const riskWidth = contentWidth - numberWidth - severityWidth - untilWidth - 42;

const headingId = 'accepted-risks';
/** Heading, text and the head of the table. */
const introHeightPt = 120;

/** What the page breaks need to know of this section, by the id of its heading. */
export function acceptedRisksFlow({ risks }: ReportOutline): [string, FlowHeights] {
  const heights = risks.map(measuredRow).map(({ heightPt }) => heightPt);
  const total = (some: number[]) => some.reduce((sum, height) => sum + height, introHeightPt);
  return [headingId, { wholePt: total(heights), openingPt: total(heights.slice(0, 2)) }];
}

/** Risks that an administrator took on: none of them is among the findings, and each still weighs on the score. */
export function acceptedRisksSection({ risks }: ReportOutline): Content[] {
  if (risks.length === 0) return [];
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
      text: `${count(risks.length, 'risk is', 'risks are')} accepted. They still count in the score. A risk that grows or expires becomes a finding again.`,
      style: 'lead',
      margin: [0, 0, 0, 8],
    },
    checkTable(
      ['No.', 'Severity', 'Risk and reason', 'Until'],
      [numberWidth, severityWidth, riskWidth, untilWidth],
      risks.map(measuredRow),
    ),
  ];
}

/** By whom and when, as far as that was said. */
function acceptedText({ acceptedBy, acceptedAt }: NumberedRisk['risk']): string {
  const by = acceptedBy === null ? '' : ` by ${acceptedBy}`;
  const on = acceptedAt === null ? '' : ` on ${mediumDay(acceptedAt)}`;
  return `Accepted${by}${on}`;
}

function measuredRow({ number, risk }: NumberedRisk): MeasuredRow {
  const { reason } = risk;
  const objects = risk.affectedCount > 0 ? ` · ${count(risk.affectedCount, 'object', 'objects')} affected` : '';
  const by = `${acceptedText(risk)}${objects}`;
  const lines = [risk.title, reason, by].reduce((sum, text) => sum + estimateLines(text, riskWidth, 9.5), 0);
  return {
    cells: [
      numberCell(number),
      { text: severityLabels[risk.severity], bold: true, color: severityColors[risk.severity] },
      {
        stack: [{ text: risk.title, bold: true }, { text: reason }, { text: by, style: 'label', margin: [0, 1, 0, 0] }],
      },
      { text: risk.until === null ? 'Not limited' : mediumDay(risk.until) },
    ],
    heightPt: lines * 14 + 24,
  };
}
