import { RefusedLogo } from './refused-logo.ts';
import { presentation } from './svg-allowed.ts';
import type { SvgElement } from './svg-tree.ts';

type Rule = { selector: string; properties: Map<string, string> };

const maxRules = 500;
/** A name, or one with a dot or a hash before it: what drawing programs write. */
const simpleSelector = /^[.#]?[A-Za-z_][\w-]*$/;

/** @throws RefusedLogo for what loads something */
function refuseLoading(css: string): void {
  // An escape could spell either; no drawing program writes one.
  if (/@import|@font-face|javascript:|expression\s*\(|\\/i.test(css)) {
    throw new RefusedLogo('The style of this SVG loads something. Save it with plain attributes (no CSS).');
  }
}

/** The properties of a style that may be attributes. */
function propertiesOf(style: string): Map<string, string> {
  refuseLoading(style);
  const properties = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!important\s*$/i, '')
      .trim();
    if (colon > 0 && presentation.has(name)) properties.set(name, value);
  }
  return properties;
}

/** By hand: a pattern would look for the end of each comment that has none again and again. */
function withoutComments(css: string): string {
  const [first = '', ...rest] = css.split('/*');
  let kept = first;
  for (const part of rest) {
    const end = part.indexOf('*/');
    if (end >= 0) kept += part.slice(end + 2);
  }
  return kept;
}

function rulesOf(css: string): Rule[] {
  refuseLoading(css);
  const rules: Rule[] = [];
  for (const part of withoutComments(css).split('}')) {
    const brace = part.indexOf('{');
    if (brace < 0) continue;
    const properties = propertiesOf(part.slice(brace + 1));
    for (const selector of part.slice(0, brace).split(',')) {
      if (simpleSelector.test(selector.trim())) rules.push({ selector: selector.trim(), properties });
    }
    if (rules.length > maxRules) throw new RefusedLogo('This SVG has too many styles. Simplify it.');
  }
  return rules;
}

const weight = ({ selector }: Rule) => (selector.startsWith('#') ? 2 : selector.startsWith('.') ? 1 : 0);

function matches({ selector }: Rule, { name, attributes }: SvgElement, classes: ReadonlySet<string>): boolean {
  if (selector.startsWith('.')) return classes.has(selector.slice(1));
  return selector.startsWith('#') ? attributes.get('id') === selector.slice(1) : name === selector;
}

function everyElement(element: SvgElement): SvgElement[] {
  return [element, ...element.children.flatMap(everyElement)];
}

/** Style sheets and styles as attributes, so that nothing of them is left to be read as CSS. */
export function inlineStyles(root: SvgElement): void {
  const elements = everyElement(root);
  const css = elements.flatMap(({ name, text }) => (name === 'style' ? [text] : [])).join('\n');
  const rules = rulesOf(css).toSorted((a, b) => weight(a) - weight(b));
  for (const element of elements) {
    const classes = new Set((element.attributes.get('class') ?? '').split(/\s+/));
    const own = element.attributes.get('style');
    const styles = rules.filter((rule) => matches(rule, element, classes)).map(({ properties }) => properties);
    if (own !== undefined) styles.push(propertiesOf(own));
    for (const properties of styles) {
      for (const [name, value] of properties) element.attributes.set(name, value);
    }
  }
}
