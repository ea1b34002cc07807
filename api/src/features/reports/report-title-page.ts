import type { Content } from 'pdfmake/interfaces';
import { scoreRing } from './report-charts.ts';
import { count, coverageText, dayAndTime } from './report-format.ts';
import { overallChip } from './report-icons.ts';
import type { ReportModel } from './report-model.ts';
import { colours, contentWidth, panel, sideBar } from './report-styles.ts';

export const reportName = 'Microsoft 365 security audit';

/** The first page: whose report it is, when, the score with its coverage, and whether the data is simulated. */
export function titlePage(model: ReportModel): Content[] {
  const { tenant, preparedBy } = model;
  return [
    { text: preparedBy.organisation ?? ' ', fontSize: 11, bold: true, color: colours.quiet, margin: [0, 6, 0, 96] },
    { text: reportName, style: 'reportTitle' },
    { text: tenant.name, fontSize: tenant.name.length > 50 ? 16 : 22, color: colours.brand, margin: [0, 8, 0, 2] },
    { text: tenant.domain || ' ', fontSize: 11, color: colours.quiet, margin: [0, 0, 0, 26] },
    ...(tenant.isSimulated ? [simulatedNotice()] : []),
    scorePanel(model),
    {
      columns: [
        fact('Audited', dayAndTime(model.auditedAt)),
        fact('Report created', dayAndTime(model.generatedAt)),
        fact('Prepared by', preparedBy.organisation ?? 'Not stated'),
      ],
      columnGap: 16,
      margin: [0, 26, 0, 0],
    },
    {
      text: 'Confidential. This report describes weaknesses in the security of the organisation named above. Share it only with people who need it.',
      style: 'small',
      margin: [0, 30, 0, 0],
    },
  ];
}

function simulatedNotice(): Content {
  return {
    table: {
      widths: [contentWidth - 14.5],
      body: [
        [
          {
            stack: [
              { text: 'Simulated data', bold: true, fontSize: 11 },
              { text: 'This report was made from demonstration data. It says nothing about a real organisation.' },
            ],
          },
        ],
      ],
    },
    layout: sideBar(colours.text),
    margin: [0, 0, 0, 20],
  };
}

function scorePanel(model: ReportModel): Content {
  return {
    table: {
      widths: [132, contentWidth - 132 - 64],
      body: [
        [
          { svg: scoreRing(model.score, model.status, 128), width: 128 },
          {
            stack: [
              { text: 'Security score', style: 'label' },
              { text: model.score === null ? 'Not enough data' : `${Math.round(model.score)} of 100`, style: 'figure' },
              { ...panelFact('State'), margin: [0, 10, 0, 2] },
              overallChip(model.status, 11),
              { ...panelFact('Coverage'), margin: [0, 8, 0, 1] },
              { text: capital(coverageText(model.coverage)), bold: true, fontSize: 11 },
              { ...panelFact('Critical issues'), margin: [0, 8, 0, 1] },
              { text: count(model.criticalIssues, 'critical issue', 'critical issues'), bold: true, fontSize: 11 },
            ],
          },
        ],
      ],
    },
    layout: panel,
  };
}

function panelFact(label: string) {
  return { text: label, style: 'label' };
}

function fact(label: string, value: string): Content {
  return {
    stack: [
      { text: label, style: 'label' },
      { text: value, bold: true },
    ],
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
