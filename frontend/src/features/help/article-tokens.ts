import { lexer, type Token } from 'marked';

/** The parts that a piece of Markdown is made of. */
export const tokensOf = (markdown: string): Token[] => lexer(markdown, { gfm: true });

const inline = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? inline(token.tokens) : textIn(token))).join('');

const textIn = (token: Token): string => (token.type === 'br' ? ' ' : 'text' in token ? String(token.text) : '');

/** What a part says without marks, a line for each paragraph, item, cell and line of code. */
function linesOf(token: Token): string[] {
  switch (token.type) {
    case 'space':
    case 'hr':
      return [];
    case 'list':
      return (token.items as Token[]).flatMap(linesOf);
    case 'list_item':
    case 'blockquote':
      return (token.tokens ?? []).flatMap(linesOf);
    case 'table':
      return [token.header, ...token.rows].flat().map((cell: { tokens: Token[] }) => inline(cell.tokens));
    case 'code':
      return String(token.text).split('\n');
    default:
      return [inline([token])];
  }
}

/** The text of an article for a search: what somebody reads, without the marks. */
export function plainTextOf(markdown: string): string {
  return tokensOf(markdown)
    .flatMap(linesOf)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
