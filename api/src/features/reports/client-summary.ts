import type { Content } from 'pdfmake/interfaces';
import { acceptedLine, doneSection, nextSection } from './client-course.ts';
import { mattersSection } from './client-matters.ts';
import { type SummaryDetail, summaryHeading } from './client-parts.ts';
import { certaintySentences, standing } from './client-standing.ts';
import type { HasGlyph } from './font-coverage.ts';
import { type PressDocument, pressPdf } from './press/press.ts';
import type { PressFonts } from './press/press-fonts.ts';
import { scoreRing, type TrendPoint, trendChart, trendPoints, trendText } from './report-charts.ts';
import { day, dayAndTime, instant, timeZoneText } from './report-format.ts';
import { incidentCards } from './report-incidents.ts';
import type { ReportModel } from './report-model.ts';
import { printableModel } from './report-printable.ts';
import { documentShell } from './report-shell.ts';
import { contentWidth, panel, themeOf } from './report-styles.ts';
import { createTextCleaner } from './report-text.ts';
import { masthead, scoreAlt, simulatedNotice, troubleNotice } from './report-title-page.ts';

const summaryName = 'Security summary';
/** More pages nobody of a client's management reads. */
const maxPages = 4;

/** The first that fits is taken; with the last even the longest names fit. */
const details: readonly [SummaryDetail, ...SummaryDetail[]] = [
  { matters: 5, done: 6, characters: 200 },
  { matters: 5, done: 4, characters: 140 },
  { matters: 4, done: 3, characters: 90 },
  { matters: 3, done: 2, characters: 60 },
];

/** The summary for the client's management, on four pages at most. Throws where it needs more even when it says least. */
export async function clientSummaryPdf(model: ReportModel, fonts: PressFonts): Promise<Uint8Array<ArrayBuffer>> {
  for (const detail of details) {
    const { bytes, pages } = await pressPdf(clientSummaryDocument(model, fonts.hasGlyph, detail), fonts);
    if (pages <= maxPages) return bytes;
  }
  throw new Error(`The summary needs more than ${maxPages} pages`);
}

/** The summary as a document definition. Pure: the same model gives the same document. */
export function clientSummaryDocument(
  model: ReportModel,
  hasGlyph: HasGlyph,
  detail: SummaryDetail = details[0],
): PressDocument {
  const printable = printableModel(model, createTextCleaner(hasGlyph));
  return {
    ...documentShell(printable, summaryName, model.generatedAt),
    content: [
      ...opening(printable),
      ...mattersSection(printable, detail),
      ...doneSection(printable, detail),
      ...nextSection(printable, detail),
      ...acceptedLine(printable, detail),
      ...certainty(printable),
    ],
  };
}

function opening(model: ReportModel): Content[] {
  const { tenant, trouble, auditedAt, branding } = model;
  return [
    { stack: [masthead(model, 44)] },
    { text: summaryName, style: 'reportTitle', fontSize: 26 },
    {
      text: tenant.name,
      fontSize: tenant.name.length > 50 ? 13 : 17,
      color: themeOf(branding.color).heading,
      margin: [0, 4, 0, 2],
    },
    {
      text: `Microsoft 365 at ${tenant.domain || 'your organization'}, as of ${dayAndTime(auditedAt)}. Times are in ${timeZoneText(model.timeZone, model.generatedAt)}.`,
      style: 'small',
      margin: [0, 0, 0, 14],
    },
    ...(tenant.isSimulated ? [simulatedNotice()] : []),
    ...(trouble ? [troubleNotice(trouble, auditedAt)] : []),
    ...incidents(model),
    scorePanel(model),
    ...trend(model),
  ];
}

/** Before all else: somebody may be inside already. */
function incidents({ incidents: all }: ReportModel): Content[] {
  const cards = incidentCards(all, 3);
  const [first, ...rest] = cards;
  if (first === undefined) return [];
  const heading: Content = { text: 'Look at this today', style: 'h2', fontSize: 15, margin: [0, 0, 0, 6] };
  return [{ stack: [heading, first], unbreakable: true }, ...rest, { text: '', margin: [0, 0, 0, 6] }];
}

function scorePanel(model: ReportModel): Content {
  return {
    table: {
      widths: [110, contentWidth - 110 - 64],
      body: [
        [
          { svg: scoreRing(model.score, model.status, 100), width: 100, alt: scoreAlt(model.score) },
          {
            stack: [
              { text: 'Where you stand', style: 'h2', margin: [0, 4, 0, 6] },
              ...standing(model).map((text): Content => ({ text, style: 'lead' })),
            ],
          },
        ],
      ],
    },
    layout: panel,
    margin: [0, 0, 0, 4],
  };
}

/** How our score developed; until there are two days of it, Microsoft's own. */
function trend({ scoreHistory, secureScoreHistory, auditedAt, branding }: ReportModel): Content[] {
  const own = scoreHistory.flatMap(({ at, score }): TrendPoint[] =>
    score === null ? [] : [{ at: new Date(at), percent: score, shown: Math.round(score) }],
  );
  if (own.length >= 2) return trendOf('How the score developed', 'Security score', own, branding.color, ' of 100');
  const microsofts = trendPoints(secureScoreHistory, instant(auditedAt));
  if (microsofts.length >= 2) {
    const note = 'This is Microsoft’s own score of your settings. Ours is drawn here from the second audit on.';
    return trendOf('How Microsoft’s score developed', 'Microsoft Secure Score', microsofts, branding.color, '%', note);
  }
  const heading: Content = { text: 'How the score developed', style: 'h2', margin: [0, 14, 0, 4] };
  return [heading, { text: 'The next report shows it: this is the first audit.' }];
}

function trendOf(
  heading: string,
  name: string,
  points: TrendPoint[],
  color: string | null,
  unit: '%' | ' of 100',
  note = '',
): Content[] {
  const words = trendText(name, points, unit);
  const chart = trendChart(points, contentWidth, { accent: themeOf(color).accent, unit: unit === '%' ? unit : '' });
  return [
    {
      stack: [
        { text: heading, style: 'h2', margin: [0, 14, 0, 4] },
        { svg: chart, width: contentWidth, alt: words },
        { text: `${words}.${note === '' ? '' : ` ${note}`}`, style: 'small' },
      ],
      unbreakable: true,
    },
  ];
}

const certainty = (model: ReportModel): Content[] => [
  {
    stack: [
      summaryHeading('How sure this is'),
      {
        text: [
          ...certaintySentences(model),
          `This summary was made on ${day(model.generatedAt)}. The full report shows what each weakness was seen by.`,
        ].join(' '),
      },
    ],
    unbreakable: true,
  },
];
