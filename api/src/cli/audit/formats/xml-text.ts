import { oneLine } from './plain-texts.ts';

/** What XML 1.0 has no way to write, escaped or not (section 2.2, Char). */
const notInXml = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const escaped = (text: string): string =>
  text
    .replace(notInXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

type Content = string | readonly string[];

/** Lines as the text of an element: each is cleaned by itself, so that no name adds a line. */
export const xmlText = (lines: readonly string[]): string => escaped(lines.map(oneLine).join('\n'));

/** An element. `content` is XML already; attributes are anybody's words, on one line. */
export function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: Content = '',
): string {
  const inner = typeof content === 'string' ? content : content.length === 0 ? '' : `\n${content.join('\n')}\n`;
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(oneLine(String(value)))}"`);
  const opening = `<${name}${written.join('')}`;
  return inner === '' ? `${opening}/>` : `${opening}>${inner}</${name}>`;
}
