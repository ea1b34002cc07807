import { exactSecureScorePercent, secureScorePercent } from '@tenantry/contract/secure-score';
import type { AuditedHealth } from '@tenantry/contract/tenant-health';
import { shortDay } from './report-format.ts';
import type { SecureScorePoint } from './report-model.ts';
import { colors, healthColors, type Theme } from './report-styles.ts';

// Everything written into SVG here is a number, a date or a constant: no text from a tenant reaches the XML.

/** A ring filled by the share of 100 that `score` is, with the figure in it. Null draws an empty, dashed ring. */
export function scoreRing(score: number | null, status: AuditedHealth, sizePt: number): string {
  const track =
    score === null
      ? `<circle cx="75" cy="75" r="64" fill="none" stroke="#9E9E9E" stroke-width="2" stroke-dasharray="4 5"/>`
      : `<circle cx="75" cy="75" r="64" fill="none" stroke="${colors.track}" stroke-width="13"/>`;
  const words =
    score === null
      ? svgText(75, 72, 15, 'Not enough', { bold: true }) + svgText(75, 90, 15, 'data', { bold: true })
      : svgText(75, 84, 42, String(Math.round(score)), { bold: true }) +
        svgText(75, 103, 11, 'of 100', { color: colors.quiet });
  return svg(150, 150, sizePt, track + (score === null ? '' : ringArc(score, healthColors[status])) + words);
}

function ringArc(score: number, color: string): string {
  const share = Math.min(1, Math.max(0, score / 100));
  if (share === 0) return '';
  const stroke = `fill="none" stroke="${color}" stroke-width="13"`;
  if (share === 1) return `<circle cx="75" cy="75" r="64" ${stroke}/>`;
  const angle = share * 2 * Math.PI;
  const [x, y] = [75 + 64 * Math.sin(angle), 75 - 64 * Math.cos(angle)];
  return `<path d="M75 11 A64 64 0 ${share > 0.5 ? 1 : 0} 1 ${round(x)} ${round(y)}" ${stroke}/>`;
}

/** A horizontal bar; `share` 0 to 1, or null for "no figure", which is drawn as a dashed outline. */
export function shareBar(share: number | null, color: string, widthPt: number): string {
  const height = 9;
  if (share === null) {
    const outline = `<rect x="0.5" y="0.5" width="${widthPt - 1}" height="${height - 1}" fill="none" stroke="#9E9E9E" stroke-width="0.8" stroke-dasharray="3 3"/>`;
    return svg(widthPt, height, widthPt, outline);
  }
  const length = Math.min(1, Math.max(0, share)) * widthPt;
  const track = `<rect x="0" y="0" width="${widthPt}" height="${height}" fill="${colors.track}"/>`;
  const bar = length > 0 ? `<rect x="0" y="0" width="${round(length)}" height="${height}" fill="${color}"/>` : '';
  return svg(widthPt, height, widthPt, track + bar);
}

const dayMs = 86_400_000;
/** How far back the secure score trend reaches. */
export const trendDays = 90;

/** A point of the course: where it is drawn, and the figure that stands beside it. */
export type TrendPoint = { at: Date; percent: number; shown: number };

/** The points of the last `trendDays` days before `until` that can be drawn, oldest first, as percentages. */
export function trendPoints(history: SecureScorePoint[], until: Date): TrendPoint[] {
  return history
    .map((point) => ({
      at: new Date(point.date),
      percent: exactSecureScorePercent(point),
      shown: secureScorePercent(point),
    }))
    .filter(({ at, percent }) => Number.isFinite(percent) && at.getTime() <= until.getTime() + dayMs)
    .filter(({ at }) => at.getTime() >= until.getTime() - trendDays * dayMs)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The course in words, for those who do not see the chart. */
export function trendText(name: string, points: readonly TrendPoint[], unit = '%'): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return `${name}: no figures`;
  return `${name}: ${first.shown}${unit} on ${shortDay(first.at)}, ${last.shown}${unit} on ${shortDay(last.at)}`;
}

/** A line chart of at least two points from `trendPoints`; the vertical axis is labeled and need not start at 0. */
export function trendChart(
  points: TrendPoint[],
  widthPt: number,
  { accent, unit = '%' }: { accent: Theme['accent']; unit?: string },
): string {
  const frame = { left: 34, right: 44, top: 10, bottom: 22, height: 92 };
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('A trend needs at least one point');
  const { low, high, step } = percentAxis(points.map((point) => point.percent));
  const spanMs = Math.max(1, last.at.getTime() - first.at.getTime());
  const x = (at: Date) =>
    round(frame.left + ((at.getTime() - first.at.getTime()) / spanMs) * (widthPt - frame.left - frame.right));
  const y = (percent: number) =>
    round(frame.top + ((high - percent) / (high - low)) * (frame.height - frame.top - frame.bottom));
  const grid: string[] = [];
  for (let mark = low; mark <= high; mark += step) {
    grid.push(
      `<path d="M${frame.left} ${y(mark)} L${widthPt - frame.right} ${y(mark)}" stroke="${colors.line}" stroke-width="0.5"/>`,
      svgText(frame.left - 5, y(mark) + 2.8, 8, `${mark}${unit}`, { anchor: 'end', color: colors.quiet }),
    );
  }
  const line = points.map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.at)} ${y(point.percent)}`).join(' ');
  const middle = new Date(first.at.getTime() + spanMs / 2);
  const dates = [
    svgText(x(first.at), frame.height - 7, 8, shortDay(first.at), { anchor: 'start', color: colors.quiet }),
    svgText(x(middle), frame.height - 7, 8, shortDay(middle), { color: colors.quiet }),
    svgText(x(last.at), frame.height - 7, 8, shortDay(last.at), { anchor: 'end', color: colors.quiet }),
  ];
  const end =
    `<circle cx="${x(last.at)}" cy="${y(last.percent)}" r="3" fill="${accent}"/>` +
    svgText(x(last.at) + 7, y(last.percent) + 3.2, 9.5, `${last.shown}${unit}`, {
      anchor: 'start',
      bold: true,
    });
  const stroke = `<path d="${line}" fill="none" stroke="${accent}" stroke-width="1.8" stroke-linejoin="round"/>`;
  return svg(widthPt, frame.height, widthPt, [...grid, stroke, ...dates, end].join(''));
}

function percentAxis(percents: number[]): { low: number; high: number; step: number } {
  const low = Math.max(0, Math.floor((Math.min(...percents) - 5) / 10) * 10);
  const high = Math.max(low + 20, Math.min(100, Math.ceil((Math.max(...percents) + 5) / 10) * 10));
  return { low, high, step: high - low > 40 ? 20 : 10 };
}

type TextStyle = { anchor?: 'start' | 'middle' | 'end'; bold?: boolean; color?: string };

function svgText(x: number, y: number, size: number, text: string, style: TextStyle): string {
  const { anchor = 'middle', bold = false, color = colors.text } = style;
  const weight = bold ? ' font-weight="bold"' : '';
  return `<text x="${x}" y="${y}" font-family="Roboto" font-size="${size}"${weight} fill="${color}" text-anchor="${anchor}">${text}</text>`;
}

function svg(boxWidth: number, boxHeight: number, widthPt: number, inner: string): string {
  const heightPt = round((boxHeight * widthPt) / boxWidth);
  return `<svg viewBox="0 0 ${boxWidth} ${boxHeight}" width="${widthPt}" height="${heightPt}">${inner}</svg>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
