import { RefusedLogo } from './refused-logo.ts';
import { allowedAttributes, allowedElements } from './svg-allowed.ts';
import { withoutReferences } from './svg-references.ts';
import { inlineStyles } from './svg-styles.ts';
import { parseSvg, type SvgElement, svgNamespace } from './svg-tree.ts';

const shapes = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'use']);
const localReference = /^#[A-Za-z_][\w.:-]*$/;
/** Of this file, with a color in its place at most. */
const localUrl = /^url\(#[A-Za-z_][\w.:-]*\)(\s+(none|#[0-9a-fA-F]{3,8}|[a-zA-Z]+))?$/;
const maxSide = 100_000;
/** A picture that is so much longer than wide is no logo, and no page has room for it. */
const maxRatio = 50;

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RefusedLogo('This SVG is not in UTF-8. Save it again as a plain SVG in UTF-8.');
  }
}

/** Beyond it the printing library refuses the whole report, and readers draw for minutes. */
const maxNumber = 1_000_000;
const numbers = /\d*\.?\d+(?:e[+-]?\d+)?/gi;

/** Whether every number in it can be printed. Hexadecimal colors are not numbers. */
const isPrintable = (value: string): boolean =>
  value.trim().startsWith('#') || (value.match(numbers) ?? []).every((number) => Number(number) <= maxNumber);

/** A value as it may be kept; null where the attribute goes. @throws RefusedLogo for what is outside of this file, or too large */
function keptValue(name: string, value: string): string | null {
  if (name === 'href') {
    if (localReference.test(value)) return value;
    throw new RefusedLogo('This SVG refers to something outside of itself. Save it with everything in it.');
  }
  if (name === 'id') return localReference.test(`#${value}`) ? value : null;
  if (/url\s*\(/i.test(value)) {
    const plain = value.replace(/['"]/g, '').trim();
    if (localUrl.test(plain)) return plain;
    throw new RefusedLogo('This SVG refers to something outside of itself. Save it with everything in it.');
  }
  if (!isPrintable(value))
    throw new RefusedLogo('This SVG holds a number that is too large. Save it at the size of a logo.');
  // Nothing that is drawn needs these; what else reads the file may take them for markup or an address.
  return /[<>&\\]|javascript:|data:/i.test(value) ? null : value;
}

/** The element with what is allowed of it. */
function cleaned(element: SvgElement): SvgElement {
  const attributes = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    const kept = allowedAttributes.has(name) ? keptValue(name, value) : null;
    if (kept !== null) attributes.set(name, kept);
  }
  const children = element.children.filter(({ name }) => allowedElements.has(name)).map(cleaned);
  return { name: element.name, attributes, children, text: '' };
}

const unitPx: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};

/** A length in pixels; null where it is none, or a share of something. */
function pixels(length: string | undefined): number | null {
  if ((length ?? '').length > 30) return null;
  const [, number, unit = ''] = /^\s*(\d*\.?\d+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(length ?? '') ?? [];
  const factor = unitPx[unit.toLowerCase()];
  return number === undefined || factor === undefined ? null : Number(number) * factor;
}

function viewBoxOf(root: SvgElement): number[] | null {
  const box = (root.attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return box.length === 4 && box.every(Number.isFinite) ? box : null;
}

/** The size, with a view box that shows all of it. @throws RefusedLogo where it has none, or one that cannot be printed */
function sized(root: SvgElement): { width: number; height: number } {
  const box = viewBoxOf(root);
  const width = pixels(root.attributes.get('width')) ?? box?.[2] ?? 0;
  const height = pixels(root.attributes.get('height')) ?? box?.[3] ?? 0;
  const isSize = (side: number) => side > 0 && side <= maxSide;
  if (!isSize(width) || !isSize(height) || (box && !(isSize(box[2] ?? 0) && isSize(box[3] ?? 0)))) {
    throw new RefusedLogo('This SVG has no size. Save it with a width and a height, or with a viewBox.');
  }
  if (Math.max(width / height, height / width) > maxRatio) {
    throw new RefusedLogo(`This SVG is more than ${maxRatio} times as long as it is wide. Crop it.`);
  }
  root.attributes.set('viewBox', (box ?? [0, 0, width, height]).join(' '));
  root.attributes.set('width', String(width));
  root.attributes.set('height', String(height));
  return { width, height };
}

const drawsSomething = ({ name, children }: SvgElement): boolean => shapes.has(name) || children.some(drawsSomething);

const escaped = (text: string) => text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`);

function written({ name, attributes, children }: SvgElement, namespace = ''): string {
  const own = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const inner = children.map((child) => written(child)).join('');
  return `<${name}${namespace}${own}${inner === '' ? '/>' : `>${inner}</${name}>`}`;
}

/**
 * An SVG written anew from an allow list: shapes, groups, gradients, and clips. Nothing of it runs, loads, refers outside
 * or needs a font.
 * @throws RefusedLogo with what is not taken and what to do
 */
export function cleanSvg(bytes: Buffer): { bytes: Buffer; width: number; height: number } {
  const parsed = parseSvg(textOf(bytes));
  inlineStyles(parsed);
  const drawn = cleaned(parsed);
  if (!drawsSomething(drawn)) throw new RefusedLogo('This SVG draws nothing that can be printed. Choose another file.');
  const root = withoutReferences(drawn);
  const size = sized(root);
  return { bytes: Buffer.from(written(root, ` xmlns="${svgNamespace}"`)), ...size };
}
