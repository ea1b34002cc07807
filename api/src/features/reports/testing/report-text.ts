import { createReportDocument } from '../report-document.ts';
import type { ReportModel } from '../report-model.ts';

export const everyGlyph = () => true;

/** All text of a part of a document definition in reading order, text inside drawings included. */
export function textOf(node: unknown): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textOf).join('\n');
  if (typeof node !== 'object' || node === null) return '';
  const { text, stack, columns, table, ul, toc, svg } = node as Record<string, unknown>;
  const body = typeof table === 'object' && table !== null && 'body' in table ? table.body : undefined;
  const drawn = typeof svg === 'string' ? svg.replace(/<[^>]*>/g, '\n') : undefined;
  const title = typeof toc === 'object' && toc !== null && 'title' in toc ? toc.title : undefined;
  return [text, stack, columns, body, ul, title, drawn].map(textOf).filter(Boolean).join('\n');
}

/** The texts of a part of a document definition, each paragraph one, without the references that lead elsewhere. */
export function ownTextsOf(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(ownTextsOf);
  if (typeof node !== 'object' || node === null || 'linkToDestination' in node) return [];
  const { text, stack, columns, table, ul } = node as Record<string, unknown>;
  const body = typeof table === 'object' && table !== null && 'body' in table ? table.body : undefined;
  return [text, stack, columns, body, ul].flatMap((part) => (part === undefined ? [] : ownTextsOf(part)));
}

export function reportText(model: ReportModel): string {
  return textOf(createReportDocument(model, everyGlyph).content);
}

/** The addresses of all links of a part of a document definition. */
export function linksOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(linksOf);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'link' && typeof value === 'string' ? [value] : linksOf(value),
  );
}
