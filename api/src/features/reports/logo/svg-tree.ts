import sax, { type QualifiedTag } from 'sax';
import { RefusedLogo } from './refused-logo.ts';
import { refusalOfElement } from './svg-allowed.ts';

export type SvgElement = { name: string; attributes: Map<string, string>; children: SvgElement[]; text: string };

export const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const maxElements = 2_000;
const maxDepth = 40;

const malformed = () => new RefusedLogo('This SVG is not well-formed. Save it again as a plain SVG, or choose a PNG.');

/** Attributes of SVG by their names, those of editors left out. @throws RefusedLogo for one that runs something */
function attributesOf({ attributes }: QualifiedTag): Map<string, string> {
  const own = new Map<string, string>();
  for (const { local, prefix, uri, value } of Object.values(attributes)) {
    const name = uri === xlinkNamespace ? local : prefix === '' ? local : null;
    if (name === null || name === 'xmlns') continue;
    if (/^on/i.test(name)) {
      throw new RefusedLogo(`This SVG runs a script (${name}). Remove it, or choose a PNG.`);
    }
    own.set(name, value);
  }
  return own;
}

/**
 * The elements of SVG in a file; those of other namespaces are left out with all that is in them.
 * @throws RefusedLogo for what is no well-formed SVG, has a DTD or instructions, is too large, or holds what is never taken
 */
export function parseSvg(text: string): SvgElement {
  // Strict: the five entities of XML alone. Of a DTD nothing is read, since its event already refuses the file.
  const options = { xmlns: true, strictEntities: true, position: false };
  const parser = sax.parser(true, options);
  const open: (SvgElement | null)[] = [];
  let root: SvgElement | null = null;
  let count = 0;

  parser.onerror = () => {
    throw malformed();
  };
  parser.ondoctype = () => {
    throw new RefusedLogo('This SVG has a document type (DOCTYPE). Save it as a plain SVG, without one.');
  };
  parser.onprocessinginstruction = ({ name }) => {
    if (name.toLowerCase() !== 'xml') {
      throw new RefusedLogo(`This SVG has a processing instruction (${name}). Save it as a plain SVG, without one.`);
    }
  };
  parser.onopentag = (tag) => {
    const { local, uri } = tag as QualifiedTag;
    count += 1;
    if (count > maxElements) throw new RefusedLogo(`This SVG has more than ${maxElements} elements. Simplify it.`);
    if (open.length >= maxDepth) throw new RefusedLogo('The elements of this SVG are nested too deeply. Simplify it.');
    // A script of another namespace runs all the same where a browser reads the file.
    const refusal = refusalOfElement(local);
    if (refusal) throw new RefusedLogo(refusal);
    const parent = open.at(-1);
    const isOurs = uri === svgNamespace && parent !== null;
    const element = isOurs
      ? { name: local, attributes: attributesOf(tag as QualifiedTag), children: [], text: '' }
      : null;
    if (open.length === 0 && count > 1) throw malformed();
    if (open.length === 0) root = element;
    else if (element) parent?.children.push(element);
    open.push(element);
  };
  parser.onclosetag = () => {
    open.pop();
  };
  const addText = (more: string) => {
    const element = open.at(-1);
    if (element) element.text += more;
  };
  parser.ontext = addText;
  parser.oncdata = addText;

  parser.write(text).close();
  const found = root as SvgElement | null;
  if (found?.name !== 'svg') throw new RefusedLogo('This file is not an SVG. Choose a PNG or an SVG.');
  return found;
}
