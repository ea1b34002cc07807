import { lexer, type Token, type Tokens } from 'marked';
import { webAddress } from '../../../../domain/finding/references.ts';
import { articleText } from '../article-text.ts';
import { anchor, each, html, type Markup, type Part } from './markup.ts';

/** The ids of the articles that the page holds: others are not linked. */
type Known = ReadonlySet<string>;

const parts = (tokens: readonly Token[] | undefined, known: Known): Markup =>
  each(tokens ?? [], (token) => partOf(token, known));

function linkOf(token: Tokens.Link, known: Known): Part {
  const id = /^article:(.+)$/.exec(token.href)?.[1];
  const text = parts(token.tokens, known);
  if (id !== undefined) return known.has(id) ? html`<a href="#${anchor('work', id)}">${text}</a>` : text;
  const address = webAddress(token.href);
  return address === null ? text : html`<a href="${address}" rel="noreferrer">${text}</a>`;
}

function listOf({ ordered, items }: Tokens.List, known: Known): Markup {
  const lines = each(items, ({ tokens }) => html`<li>${parts(tokens, known)}</li>`);
  return ordered ? html`<ol>${lines}</ol>` : html`<ul>${lines}</ul>`;
}

function tableOf({ header, rows }: Tokens.Table, known: Known): Markup {
  const cell = ({ tokens }: Tokens.TableCell) => html`<td>${parts(tokens, known)}</td>`;
  return html`<table><thead><tr>${each(header, ({ tokens }) => html`<th scope="col">${parts(tokens, known)}</th>`)}</tr></thead><tbody>${each(rows, (row) => html`<tr>${each(row, cell)}</tr>`)}</tbody></table>`;
}

/** What marked makes of Markdown is a union that ends in "anything": each kind is named here once. Nothing is read as HTML. */
function partOf(token: Token, known: Known): Part {
  switch (token.type) {
    case 'space':
    case 'hr':
      return null;
    case 'heading':
      return html`<h4>${parts(token.tokens, known)}</h4>`;
    case 'paragraph':
      return html`<p>${parts(token.tokens, known)}</p>`;
    case 'list':
      return listOf(token as Tokens.List, known);
    case 'table':
      return tableOf(token as Tokens.Table, known);
    case 'code':
      return html`<pre><code>${(token as Tokens.Code).text}</code></pre>`;
    case 'blockquote':
      return html`<blockquote>${parts(token.tokens, known)}</blockquote>`;
    case 'strong':
      return html`<strong>${parts(token.tokens, known)}</strong>`;
    case 'em':
      return html`<em>${parts(token.tokens, known)}</em>`;
    case 'codespan':
      return html`<code>${(token as Tokens.Codespan).text}</code>`;
    case 'link':
      return linkOf(token as Tokens.Link, known);
    case 'br':
      return html`<br>`;
    case 'text':
      return token.tokens === undefined ? (token as Tokens.Text).text : parts(token.tokens, known);
    default:
      return 'text' in token ? String(token.text) : token.raw;
  }
}

/** The article of a remedy without its title, which stands above it. `known`: the remedies whose articles are on the page. */
export function articleMarkup(remedyId: string, known: Known): Markup {
  const body = articleText(remedyId).replace(/^# .+\n+/, '');
  return parts(lexer(body, { gfm: true }), known);
}
