import { troubleLabels } from '@tenantry/contract/labels';
import type { Content, TableCell } from 'pdfmake/interfaces';
import { scoreRing } from './report-charts.ts';
import { coverageText, dayAndTime, scoreText, timeZoneText } from './report-format.ts';
import { healthChip } from './report-icons.ts';
import { logoContent } from './report-logo.ts';
import type { ReportModel } from './report-model.ts';
import { colors, contentWidth, panel, plainGrid, sideBar, themeOf } from './report-styles.ts';

export const reportName = 'Microsoft 365 security audit';

const factWidth = contentWidth / 3;

/** The first page: whose report it is, when, the score with its coverage, and whether the data is simulated. */
export function titlePage(model: ReportModel): Content[] {
  const { tenant, preparedBy } = model;
  const theme = themeOf(model.branding.color);
  const isShort = model.form === 'short';
  return [
    masthead(model, isShort ? shortMastheadPt : mastheadHeightPt),
    { text: reportName, style: 'reportTitle' },
    { text: tenant.name, fontSize: tenant.name.length > 50 ? 16 : 22, color: theme.heading, margin: [0, 8, 0, 2] },
    { text: tenant.domain || ' ', fontSize: 11, color: colors.quiet, margin: [0, 0, 0, isShort ? 14 : 26] },
    ...(tenant.isSimulated ? [simulatedNotice()] : []),
    ...(model.trouble ? [troubleNotice(model.trouble, model.auditedAt)] : []),
    scorePanel(model),
    {
      table: {
        // Fixed widths: a long unbroken name must not push its neighbors off the page.
        widths: [factWidth, factWidth, factWidth],
        body: [
          [
            fact('Audited', dayAndTime(model.auditedAt)),
            fact('Report created', dayAndTime(model.generatedAt)),
            preparedBy.organization === null ? '' : fact('Prepared by', preparedBy.organization),
          ],
        ],
      },
      layout: plainGrid,
      margin: [0, isShort ? 14 : 26, 0, 0],
    },
    {
      text: `Times are in ${timeZoneText(model.timeZone, model.generatedAt)}.`,
      style: 'small',
      margin: [0, 6, 0, 0],
    },
    {
      text: 'Confidential. This report describes security weaknesses of the organization named above. Share it only with those who need it.',
      style: 'small',
      margin: [0, isShort ? 10 : 30, 0, 0],
    },
  ];
}

/** Room for the logo; one of another shape is as large as fits. */
const logoBox: [number, number] = [170, 52];
const mastheadHeightPt = 116;
/** Where the contents stand on the same page. */
const shortMastheadPt = 30;

/** Whose report it is: the provider's logo and name, in the same room with and without them. */
export function masthead(
  { branding, preparedBy }: Pick<ReportModel, 'branding' | 'preparedBy'>,
  heightPt = mastheadHeightPt,
): Content {
  const logo = logoContent(branding.logo, logoBox, preparedBy.organization);
  const name: Content = { text: preparedBy.organization ?? ' ', fontSize: 11, bold: true, color: colors.quiet };
  if (logo === null) return { ...name, margin: [0, 6, 0, heightPt - 20] };
  return {
    stack: [logo.content, { ...name, margin: [0, 6, 0, 0] }],
    margin: [0, 0, 0, Math.max(16, heightPt - logo.heightPt - 20)],
  };
}

export const simulatedNotice = () =>
  notice('Simulated data', 'This report was made from demonstration data. It says nothing about a real organization.');

/** The figures are of before, however recent the report. */
export function troubleNotice(trouble: NonNullable<ReportModel['trouble']>, auditedAt: string): Content {
  const { title, text } = troubleWords(trouble, auditedAt);
  return notice(title, text);
}

/** Why the figures may be old, and of when they are. */
export function troubleWords({ kind, since, reason }: NonNullable<ReportModel['trouble']>, auditedAt: string) {
  const title = since === null ? troubleLabels[kind] : `${troubleLabels[kind]} since ${dayAndTime(since)}`;
  return { title, text: `${reason} The figures are from ${dayAndTime(auditedAt)}.` };
}

export function notice(title: string, text: string): Content {
  return {
    table: {
      widths: [contentWidth - 14.5],
      body: [[{ stack: [{ text: title, bold: true, fontSize: 11 }, { text }] }]],
    },
    layout: sideBar(colors.text),
    margin: [0, 0, 0, 20],
  };
}

/** The score in words, for those who do not see the ring. */
export const scoreAlt = (score: number | null): string =>
  score === null ? 'No security score' : `Security score ${scoreText(score)} of 100`;

function scorePanel(model: ReportModel): Content {
  const facts: Content[] = [
    {
      columns: [
        labeled('State', healthChip(model.status, 12)),
        labeled('Coverage', figure(coverageText(model.coverage))),
      ],
    },
    {
      columns: [
        labeled('Critical issues', figure(String(model.criticalIssues))),
        labeled('Findings', figure(String(model.findings.length))),
      ],
      margin: [0, model.form === 'short' ? 8 : 18, 0, 0],
    },
  ];
  const isShort = model.form === 'short';
  const ringPt = isShort ? 100 : 136;
  const note: Content[] =
    model.score === null ? [{ text: 'Not enough data for a score.', bold: true, margin: [0, 14, 0, 0] }] : [];
  return {
    table: {
      widths: [ringPt + 20, contentWidth - ringPt - 20 - 64],
      body: [
        [
          {
            svg: scoreRing(model.score, model.status, ringPt),
            width: ringPt,
            alt: scoreAlt(model.score),
          },
          {
            stack: [
              { text: 'Security score', style: 'h2', margin: isShort ? [0, 0, 0, 6] : [0, 10, 0, 12] },
              ...facts,
              ...note,
            ],
          },
        ],
      ],
    },
    layout: panel,
  };
}

function labeled(label: string, content: Content): Content {
  return { stack: [{ text: label, style: 'label', margin: [0, 0, 0, 2] }, content] };
}

function figure(text: string): Content {
  return { text: text.charAt(0).toUpperCase() + text.slice(1), bold: true, fontSize: 12, lineHeight: 1.1 };
}

function fact(label: string, value: string): TableCell {
  return {
    stack: [
      { text: label, style: 'label' },
      { text: value, bold: true },
    ],
  };
}
