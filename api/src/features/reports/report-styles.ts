import type { CategoryResult } from '@tenantry/contract/audits';
import type { AuditedHealth } from '@tenantry/contract/tenant-health';
import type { Severity, VerdictStatus } from '@tenantry/contract/verdicts';
import type { CustomTableLayout, StyleDictionary } from 'pdfmake/interfaces';

/** A4 in points, with the grid that every section keeps to. */
export const page = { width: 595.28, height: 841.89, side: 56, top: 76, bottom: 64 };
export const contentWidth = Math.floor(page.width - 2 * page.side);
export const contentHeight = page.height - page.top - page.bottom;

export const colors = {
  brand: '#0F6CBD',
  text: '#242424',
  quiet: '#5C5C5C',
  line: '#D6D6D6',
  track: '#E6E6E6',
  panel: '#F6F8FB',
  white: '#FFFFFF',
};

// Each at least 4.5:1 on white (WCAG 2.2, 1.4.3). Gray print cannot tell them apart: a letter or shape and a word go with each.
export const severityColors: Record<Severity, string> = {
  critical: '#8E0B18',
  high: '#C8341C',
  medium: '#9A6200',
  low: '#0F6CBD',
  info: '#5C5C5C',
};

export const statusColors: Record<VerdictStatus | CategoryResult['status'], string> = {
  pass: '#0B6A0B',
  warning: '#9A6200',
  fail: '#B10E1C',
  notLicensed: '#5C5C5C',
  notPermitted: '#5C5C5C',
  couldNotCheck: '#5C5C5C',
  notOffered: '#5C5C5C',
  notApplicable: '#5C5C5C',
  unknown: '#5C5C5C',
};

export const healthColors: Record<AuditedHealth, string> = {
  OK: statusColors.pass,
  Warning: statusColors.warning,
  Critical: statusColors.fail,
  Unknown: statusColors.unknown,
};

/** The look of one report: its provider's color, or Tenantry's. */
export type Theme = { band: string; heading: string; accent: string };

/** At least this contrast has text that can be read (WCAG 2.2, 1.4.3), and a line that can be seen (1.4.11). */
const readableContrast = 4.5;
const visibleContrast = 3;

/** A color on white, from 1 to 21 (WCAG 2.2, "contrast ratio"). `color` is #rrggbb. */
export function contrastOnWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** A color that is too light for text leaves the headings dark, and one that is too light to be seen the lines too. */
export function themeOf(color: string | null): Theme {
  if (color === null || !/^#[0-9a-f]{6}$/i.test(color)) {
    return { band: colors.brand, heading: colors.text, accent: colors.brand };
  }
  const contrast = contrastOnWhite(color);
  const heading = contrast >= readableContrast ? color : colors.text;
  return { band: color, heading, accent: contrast >= visibleContrast ? color : colors.text };
}

/** The styles of text in a report of that look. */
export const textStylesOf = ({ heading }: Theme): StyleDictionary => ({
  ...textStyles,
  h1: { ...textStyles.h1, color: heading },
  h2: { ...textStyles.h2, color: heading },
});

const textStyles: StyleDictionary = {
  reportTitle: { fontSize: 30, bold: true, lineHeight: 1.1 },
  h1: { fontSize: 20, bold: true, lineHeight: 1.15, margin: [0, 0, 0, 10] },
  h2: { fontSize: 13.5, bold: true, lineHeight: 1.2, margin: [0, 0, 0, 6] },
  h3: { fontSize: 10.5, bold: true, lineHeight: 1.25 },
  lead: { fontSize: 10.5, lineHeight: 1.4 },
  label: { fontSize: 8, color: colors.quiet, lineHeight: 1.25 },
  small: { fontSize: 8.5, color: colors.quiet, lineHeight: 1.25 },
  tableHead: { fontSize: 8, bold: true, color: colors.quiet },
  figure: { fontSize: 22, bold: true, lineHeight: 1.1 },
};

const none = () => 0;

/** Thin lines between rows, none at the sides. */
export const rowLines: CustomTableLayout = {
  hLineWidth: (row, node) => (row === 0 ? 0 : row === (node.table.headerRows ?? 0) ? 0.9 : 0.5),
  vLineWidth: none,
  hLineColor: (row, node) => (row === (node.table.headerRows ?? 0) ? '#9E9E9E' : colors.line),
  paddingLeft: (column) => (column === 0 ? 0 : 6),
  paddingRight: () => 6,
  paddingTop: () => 5,
  paddingBottom: () => 5,
};

/** No lines and no padding: a plain grid. */
export const plainGrid: CustomTableLayout = {
  hLineWidth: none,
  vLineWidth: none,
  paddingLeft: none,
  paddingRight: none,
  paddingTop: () => 2,
  paddingBottom: () => 2,
};

/** A tinted panel with room at its edges. */
export const panel: CustomTableLayout = {
  hLineWidth: none,
  vLineWidth: none,
  fillColor: () => colors.panel,
  paddingLeft: () => 16,
  paddingRight: () => 16,
  paddingTop: () => 14,
  paddingBottom: () => 14,
};

/** A bar of the given color down the left side, for cards and notices. */
export function sideBar(color: string): CustomTableLayout {
  return {
    hLineWidth: none,
    vLineWidth: (column) => (column === 0 ? 2.5 : 0),
    vLineColor: () => color,
    paddingLeft: () => 12,
    paddingRight: none,
    paddingTop: none,
    paddingBottom: none,
  };
}

/**
 * Lines that a text will need, on the high side: pdfmake loses what does not fit when a block that is kept whole
 * is taller than a page, so blocks are kept whole by this estimate only.
 */
export function estimateLines(text: string, widthPt: number, fontSizePt: number): number {
  const usablePt = widthPt * 0.92;
  return text
    .split('\n')
    .reduce((lines, part) => lines + Math.max(1, Math.ceil((widthInEm(part) * fontSizePt) / usablePt)), 0);
}

const knownWidths = new Map<string, number>();

/** Width of a text in multiples of the font size, on the high side. */
export function widthInEm(text: string): number {
  let width = 0;
  for (const character of text) width += knownWidths.get(character) ?? measure(character);
  return width;
}

function measure(character: string): number {
  const width = /[ijl.,:;'|!()[\]ftrI \-/]/.test(character)
    ? 0.36
    : /[a-ln-vx-z0-9]/.test(character)
      ? 0.57
      : /[A-LN-VX-Z_]/.test(character)
        ? 0.7
        : 1;
  knownWidths.set(character, width);
  return width;
}
