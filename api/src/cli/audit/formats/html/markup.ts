import { visibleText } from '@tenantry/contract/text';
import { asHtml } from '../../../../domain/mail/as-html.ts';

/** A piece of HTML. Only `html` makes one, so that whatever else is a text is written as text. */
class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

export type { Markup };

export type Part = Markup | string | number | null | readonly Part[];

/** A text as HTML shows it, in an element as in an attribute in quotes: nothing hidden, nothing of it read as markup. */
const escaped = (text: string): string => asHtml(visibleText(text));

function sourceOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.source;
  if (typeof part === 'string') return part.split('\n').map(escaped).join('\n');
  return typeof part === 'number' ? String(part) : part.map(sourceOf).join('');
}

/** HTML of a template: what stands in it is markup, what is put into it is text unless it is markup itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, index) => text + sourceOf(parts[index] ?? null)).join(''));
}

/** A list of pieces one after the other; nothing where `some` is empty. */
export const each = <T>(some: readonly T[], write: (one: T, index: number) => Part): Markup => html`${some.map(write)}`;

/** A piece that is there under a condition. */
export const when = (condition: boolean, write: () => Part): Part => (condition ? write() : null);

/** An id within the page: of a check, a remedy. */
export const anchor = (kind: 'finding' | 'check' | 'work', id: string): string =>
  `${kind}-${id.toLowerCase().replace(/[^a-z0-9-]+/g, '-')}`;

/**
 * A style sheet, character for character, since the page's policy names it by its hash. Of our own words alone.
 * @throws where it would end its element
 */
export function styleElement(css: string): Markup {
  if (css.includes('</')) throw new Error('A style sheet must not end its element');
  return new Markup(`<style>${css}</style>`);
}
