/** Elements that are kept. Whatever is not here is left out with all that is in it. */
export const allowedElements: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'use'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath'],
]);

/** How things look: as attributes, and as properties of a style. No dashes: very short ones keep whoever opens the report waiting. */
export const presentation: ReadonlySet<string> = new Set([
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap'],
  ...['stroke-linejoin', 'stroke-miterlimit', 'opacity', 'color'],
  ...['stop-color', 'stop-opacity', 'clip-path', 'clip-rule', 'display', 'visibility'],
]);

const geometry = [
  ...['id', 'd', 'points', 'x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'x1', 'y1', 'x2', 'y2'],
  ...['fx', 'fy', 'offset', 'transform', 'viewBox', 'preserveAspectRatio', 'href'],
  ...['gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits'],
];
export const allowedAttributes: ReadonlySet<string> = new Set([...geometry, ...presentation]);

/** What is refused in words, since without it the logo would be another, or since it can only be meant to run or load something. */
const refusedElements: Readonly<Record<string, string>> = {
  script: 'This SVG holds a script. Remove it, or choose a PNG.',
  foreignobject: 'This SVG holds a part of a web page (foreignObject). Remove it, or choose a PNG.',
  iframe: 'This SVG holds a part of a web page (iframe). Remove it, or choose a PNG.',
  text: 'This SVG holds text, for which a font is needed. Convert it to paths, or choose a PNG.',
  image: 'This SVG holds a picture, which is not printed. Convert it to shapes, or choose a PNG.',
  feimage: 'This SVG holds a picture, which is not printed. Convert it to shapes, or choose a PNG.',
  animate: 'This SVG is animated. Save it without animation.',
  animatemotion: 'This SVG is animated. Save it without animation.',
  animatetransform: 'This SVG is animated. Save it without animation.',
  animatecolor: 'This SVG is animated. Save it without animation.',
  set: 'This SVG is animated. Save it without animation.',
};

/** Why an element is refused; null where it is not. */
export const refusalOfElement = (name: string): string | null => {
  const key = name.toLowerCase();
  return Object.hasOwn(refusedElements, key) ? (refusedElements[key] ?? null) : null;
};
