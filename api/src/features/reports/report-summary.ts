import { Severity } from '@tenantry/contract/verdicts';
import type { Content, ContentStack, TableCell } from 'pdfmake/interfaces';
import { wordsOf } from './client-matters.ts';
import { changesText } from './report-changes.ts';
import { shareBar, trendChart, trendDays, trendPoints, trendText } from './report-charts.ts';
import { entryLinks } from './report-entries.ts';
import { count, coverageText, day, instant, notCheckedAfter, scoreText } from './report-format.ts';
import { severityMark, statusChip } from './report-icons.ts';
import { incidentCards } from './report-incidents.ts';
import type { ReportFinding, ReportModel, ReportRemedy } from './report-model.ts';
import type { ReportOutline } from './report-outline.ts';
import {
  colors,
  contentWidth,
  panel,
  plainGrid,
  rowLines,
  severityColors,
  statusColors,
  themeOf,
} from './report-styles.ts';

const prioritiesShown = 5;
/** Findings that a remedy closes, by their numbers. */
const numbersShown = 5;
const columnGapPt = 24;
const halfWidth = (contentWidth - columnGapPt) / 2;
/** Below this share of checks evaluated, a score is shown with a warning. */
const trustedCoveragePercent = 60;

/** The page for readers who read one page: figures, charts, what changed and what to do first. */
export function summarySection(model: ReportModel, outline: ReportOutline): Content[] {
  return [
    { text: 'Executive summary', style: 'h1', pageBreak: 'before', tocItem: true, outline: true, id: 'summary' },
    { text: inWords(model), style: 'lead', margin: [0, 0, 0, 10] },
    // The first page has them already, and in the short form it is the one before.
    ...(model.form === 'short' ? [] : [figures(model)]),
    ...incidents(model),
    block('What to do first', firstSteps(model.remedies, outline)),
    block('Score by category', categoryBars(model)),
    severityAndTrend(model),
  ];
}

/** Before all else: somebody may be inside already. */
function incidents({ incidents: all }: ReportModel): Content[] {
  const cards = incidentCards(all, 3);
  return cards.length === 0 ? [] : [block('Look at this today', { stack: cards })];
}

/** Side by side, so that the summary stays on its page. */
function severityAndTrend(model: ReportModel): Content {
  return {
    columns: [
      { ...block('Findings by severity', severityBars(model.findings)), width: halfWidth },
      { ...block(`Secure Score, last ${trendDays} days`, secureScoreTrend(model)), width: halfWidth },
    ],
    columnGap: columnGapPt,
    unbreakable: true,
    margin: [0, 0, 0, 0],
  };
}

function block(heading: string, content: Content): ContentStack {
  return { stack: [{ text: heading, style: 'h2' }, content], unbreakable: true, margin: [0, 9, 0, 0] };
}

function inWords(model: ReportModel): string {
  const { tenant, coverage, score } = model;
  const judged = `The Microsoft 365 environment of ${tenant.name} was audited on ${day(model.auditedAt)}; ${coverageText(coverage)} could be judged.${notCheckedAfter(coverage)}`;
  const result =
    score === null
      ? 'Not enough data was available for a security score.'
      : `The security score is ${scoreText(score)} of 100.`;
  const open = model.findings.filter(
    (finding) => finding.severity === 'critical' || finding.severity === 'high',
  ).length;
  const findings =
    model.findings.length === 0
      ? 'No finding is open.'
      : `${count(model.findings.length, 'finding is', 'findings are')} open, ${open} of critical or high severity.`;
  const caution =
    coverage.percent < trustedCoveragePercent
      ? `Less than ${trustedCoveragePercent}% of the checks could be judged: this result is incomplete.`
      : '';
  return [judged, result, findings, changesText(model), caution].filter((sentence) => sentence !== '').join(' ');
}

function figures(model: ReportModel): Content {
  const { coverage } = model;
  const tiles: [string, string, string][] = [
    [scoreText(model.score), 'Security score', model.score === null ? 'no score is given' : 'of 100'],
    [
      coverage.applicable === 0 ? '–' : `${Math.floor(coverage.percent)}%`,
      'Coverage',
      coverage.applicable === 0 ? 'no applicable checks' : `${coverage.evaluated} of ${coverage.applicable} checks`,
    ],
    [String(model.criticalIssues), 'Critical issues', 'open findings'],
    [String(model.findings.length), 'Findings', 'in this report'],
  ];
  const width = contentWidth / tiles.length - 32;
  return {
    table: {
      widths: tiles.map(() => width),
      body: [
        tiles.map(([figure, label, note]) => ({
          stack: [
            { text: label, style: 'label' },
            { text: figure, style: 'figure', ...(figure.length > 5 ? { fontSize: 12 } : {}), margin: [0, 2, 0, 2] },
            { text: note, style: 'label' },
          ],
        })),
      ],
    },
    layout: panel,
  };
}

function categoryBars(model: ReportModel): Content {
  const widths = [146, 126, 46, 56, contentWidth - 146 - 126 - 46 - 56];
  const body = model.categories.map((category): TableCell[] => [
    { text: category.label },
    {
      svg: shareBar(category.score === null ? null : category.score / 100, statusColors[category.status], 120),
      width: 120,
      margin: [0, 1.5, 0, 0],
    },
    category.score === null
      ? { text: 'Not enough data', style: 'label', fontSize: 7.5 }
      : { text: scoreText(category.score), bold: true },
    statusChip(category.status),
    { text: coverageText(category.coverage), style: 'small' },
  ]);
  if (body.length === 0) return { text: 'No category was audited.' };
  return { table: { widths, body }, layout: plainGrid, isTable: true };
}

function severityBars(findings: ReportFinding[]): Content {
  const counts = Severity.options.map((severity) => ({
    severity,
    quantity: findings.filter((finding) => finding.severity === severity).length,
  }));
  const largest = Math.max(1, ...counts.map(({ quantity }) => quantity));
  const body = counts.map(({ severity, quantity }): TableCell[] => [
    severityMark(severity),
    { svg: shareBar(quantity / largest, severityColors[severity], 120), width: 120, margin: [0, 1, 0, 0] },
    { text: String(quantity), bold: true },
  ]);
  return { table: { widths: [62, 130, halfWidth - 62 - 130], body }, layout: plainGrid, isTable: true };
}

/** What it adds to the audit score, done by itself; empty where that is nothing or not known. */
function pointsText({ points }: ReportRemedy): string {
  if (points === null || points <= 0) return '';
  return ` (+${points.toLocaleString('en-US')} ${points === 1 ? 'point' : 'points'} of the audit score, done by itself)`;
}

/** What to do first: remedies in the words of the management, each with the findings that it closes. */
function firstSteps(remedies: readonly ReportRemedy[], { numberOf }: ReportOutline): Content {
  if (remedies.length === 0) return { text: 'Nothing is open.' };
  const body = remedies.slice(0, prioritiesShown).map((remedy): TableCell[] => {
    const numbers = [...new Set(remedy.checkIds.flatMap((checkId) => numberOf.get(checkId) ?? []))];
    const left = numbers.length - Math.min(numbers.length, numbersShown);
    const words = wordsOf(remedy);
    return [
      severityMark(remedy.severity),
      {
        stack: [
          {
            text: [
              { text: remedy.title, bold: true },
              { text: pointsText(remedy), style: 'small' },
            ],
          },
          ...(words === null ? [] : [{ text: words.risk, style: 'small' } as Content]),
        ],
      },
      { text: [...entryLinks(numbers.slice(0, numbersShown)), ...(left > 0 ? [` and ${left} more`] : [])] },
    ];
  });
  const head = ['Severity', 'What to do, and what can happen until then', 'Closes'].map(
    (text): TableCell => ({ text, style: 'tableHead' }),
  );
  const closesWidth = 96;
  const widths = [62, contentWidth - 62 - closesWidth - 30, closesWidth];
  return { table: { headerRows: 1, widths, body: [head, ...body] }, layout: rowLines };
}

function secureScoreTrend(model: ReportModel): Content {
  const points = trendPoints(model.secureScoreHistory, instant(model.auditedAt));
  if (points.length < 2) {
    return { text: 'There is not enough history yet to show a trend.', color: colors.quiet };
  }
  const theme = themeOf(model.branding.color);
  return {
    svg: trendChart(points, halfWidth, theme),
    width: halfWidth,
    alt: trendText('Microsoft Secure Score', points),
  };
}
