import type { Content } from 'pdfmake/interfaces';
import type { PressDocument } from './press/press.ts';
import { day, dayAndTime, instant } from './report-format.ts';
import type { ReportModel } from './report-model.ts';
import { colors, page, type Theme, textStylesOf, themeOf } from './report-styles.ts';

/** What of a document its pages show all around. */
type Shown = Pick<ReportModel, 'tenant' | 'preparedBy' | 'branding' | 'generatedAt'> & {
  form: ReportModel['form'];
  /** Null before the first audit. */
  auditedAt: string | null;
};

/**
 * Page, properties, headers and footers of a report; `name` is what it calls itself. The model is the printable one;
 * `generatedAt` the instant itself, for the properties.
 */
export function documentShell(printable: Shown, name: string, generatedAt: string): Omit<PressDocument, 'content'> {
  const theme = themeOf(printable.branding.color);
  return {
    pageSize: 'A4',
    pageMargins: [page.side, page.top, page.side, page.bottom],
    language: 'en-US',
    version: '1.7',
    displayTitle: true,
    info: {
      title: `${name}: ${printable.tenant.name}`,
      author: printable.preparedBy.organization ?? 'Tenantry',
      subject: `${printable.auditedAt === null ? 'No security audit' : `Security audit of ${day(printable.auditedAt)}`}${printable.tenant.isSimulated ? ' (simulated data)' : ''}`,
      creator: 'Tenantry',
      creationDate: instant(generatedAt),
    },
    // The short form is to be read through: what stands closer together is on fewer pages.
    defaultStyle: {
      font: 'Roboto',
      fontSize: 9.5,
      lineHeight: printable.form === 'short' ? 1.18 : 1.25,
      color: colors.text,
    },
    styles: textStylesOf(theme),
    background: (currentPage) => (currentPage === 1 ? titleBand(theme) : null),
    header: (currentPage) => (currentPage === 1 ? null : pageHeader(printable, name)),
    footer: (currentPage, pageCount) => pageFooter(printable, currentPage, pageCount),
  };
}

function titleBand({ band }: Theme): Content {
  return { canvas: [{ type: 'rect', x: 0, y: 0, w: page.width, h: 10, color: band }] };
}

function pageHeader(model: Shown, name: string): Content {
  const half = (page.width - 2 * page.side) / 2;
  return {
    stack: [
      {
        columns: [
          { text: shortName(model.tenant.name), style: 'label', bold: true, width: half },
          { text: name, style: 'label', alignment: 'right', width: half },
        ],
      },
      hairline(4),
    ],
    margin: [page.side, 34, page.side, 0],
  };
}

function pageFooter(model: Shown, currentPage: number, pageCount: number): Content {
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
