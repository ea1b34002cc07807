import { RefusedLogo } from './refused-logo.ts';
import type { SvgElement } from './svg-tree.ts';

/** As many elements, and characters of them, may be drawn with what is drawn again by reference. */
const maxDrawn = 5_000;
const maxCharacters = 280_000;

type Weight = { elements: number; characters: number };

/** Ids that an element refers to: all of them of this file (clean-svg.ts). */
function referencesOf({ attributes }: SvgElement): string[] {
  return [...attributes].flatMap(([name, value]) => {
    if (name === 'href') return [value.slice(1)];
    const id = /^url\(#([^)]+)\)/.exec(value)?.[1];
    return id === undefined ? [] : [id];
  });
}

function idsOf(element: SvgElement, ids = new Map<string, SvgElement>()): Map<string, SvgElement> {
  const id = element.attributes.get('id');
  if (id !== undefined && !ids.has(id)) ids.set(id, element);
  for (const child of element.children) idsOf(child, ids);
  return ids;
}

function ownWeight({ name, attributes }: SvgElement): Weight {
  let characters = 2 * name.length + 5;
  // A character that has to be escaped is written with five.
  for (const [key, value] of attributes) characters += key.length + value.length + 4 * (value.split(/["']/).length + 1);
  return { elements: 1, characters };
}

/**
 * Weighs what is drawn when every reference is followed: a few elements that refer to each other can stand for millions.
 * @throws RefusedLogo where that is too much, or a reference leads back to itself
 */
function boundReferences(root: SvgElement, ids: ReadonlyMap<string, SvgElement>): void {
  const weighed = new Map<SvgElement, Weight>();
  const under = new Set<SvgElement>();

  function weigh(element: SvgElement): Weight {
    const known = weighed.get(element);
    if (known !== undefined) return known;
    if (under.has(element)) throw new RefusedLogo('A part of this SVG refers to itself. Simplify it, or choose a PNG.');
    under.add(element);
    const weight = ownWeight(element);
    const targets = referencesOf(element).flatMap((id) => ids.get(id) ?? []);
    for (const part of [...element.children, ...targets]) {
      const { elements, characters } = weigh(part);
      weight.elements += elements;
      weight.characters += characters;
    }
    if (weight.elements > maxDrawn || weight.characters > maxCharacters) {
      throw new RefusedLogo('This SVG draws too much by reference. Simplify it, or choose a PNG.');
    }
    under.delete(element);
    weighed.set(element, weight);
    return weight;
  }
  weigh(root);
}

/** A number of user units; 0 where there is none. */
const unitsOf = (value: string | undefined): number => {
  const number = Number.parseFloat((value ?? '').slice(0, 20));
  return Number.isFinite(number) ? number : 0;
};

function without(attributes: ReadonlyMap<string, string>, ...names: readonly string[]): Map<string, string> {
  return new Map([...attributes].filter(([name]) => !names.includes(name)));
}

/** What is used again is written again, and gradients have their own stops: nothing refers by address any more. */
function resolved(element: SvgElement, ids: ReadonlyMap<string, SvgElement>): SvgElement {
  const { name, attributes, children } = element;
  const href = attributes.get('href');
  const target = href === undefined ? undefined : ids.get(href.slice(1));
  if (name === 'use') {
    if (!target) throw new RefusedLogo('This SVG draws a part again that it does not hold, or that is not printed.');
    const moved = `${attributes.get('transform') ?? ''} translate(${unitsOf(attributes.get('x'))} ${unitsOf(attributes.get('y'))})`;
    const own = without(attributes, 'href', 'x', 'y', 'width', 'height', 'transform').set('transform', moved.trim());
    const again = resolved(target, ids);
    return {
      name: 'g',
      attributes: own,
      children: [{ ...again, attributes: without(again.attributes, 'id') }],
      text: '',
    };
  }
  const inherited = target && name.endsWith('Gradient') ? resolved(target, ids) : undefined;
  const own = without(attributes, 'href');
  for (const [key, value] of inherited?.attributes ?? []) if (key !== 'id' && !own.has(key)) own.set(key, value);
  const parts = children.length === 0 && inherited ? inherited.children : children;
  return { ...element, attributes: own, children: parts.map((child) => resolved(child, ids)) };
}

/**
 * The drawing without references by address: what prints follows none.
 * @throws RefusedLogo where there is too much to draw, or a reference leads to itself or nowhere
 */
export function withoutReferences(root: SvgElement): SvgElement {
  const ids = idsOf(root);
  boundReferences(root, ids);
  return resolved(root, ids);
}
