import type { InProcessAnswer } from '../../http/in-process.ts';
import type { McpObject } from '../../ports/mcp.ts';
import type { ToolResult } from './tool.ts';

/** No answer of a tool is longer than about this, as text: a quarter of what the usual clients hand to a model. */
export const maxAnswerBytes = 40_000;

/** The longest list that a tool answers with, and what it answers with when nobody says. */
export const maxRows = 100;
export const usualRows = 25;

/** What an answer does not hold, and how to ask for it; null where it holds everything. */
type LeftOut = { rows: number; next: McpObject | null; say: string } | null;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

type Page = { items: readonly unknown[]; total: number; nextCursor?: string | undefined };

type PageAsked<P extends Page> = {
  tool: string;
  limit: number;
  call(limit: number): Promise<InProcessAnswer<P>>;
  row(item: P['items'][number]): McpObject;
  /** What is told beside the rows. */
  beside?(page: P): McpObject;
};

/**
 * A page of a list that fits into one answer: where it does not, a shorter one is asked for, so that its cursor goes on where it ends.
 */
export async function pageWithin<P extends Page>({
  tool,
  call,
  row,
  beside,
  ...asked
}: PageAsked<P>): Promise<ToolResult> {
  for (let { limit } = asked; ; limit = Math.max(1, Math.floor(limit / 2))) {
    const answer = await call(limit);
    if (!answer.ok) return answer;
    const page = answer.value;
    const items = page.items.map(row);
    const data = { total: page.total, ...beside?.(page), items, leftOut: leftOfPage(tool, page) };
    if (bytesOf(data) <= maxAnswerBytes || limit === 1) return { ok: true, data };
  }
}

function leftOfPage(tool: string, { items, total, nextCursor }: Page): LeftOut {
  if (nextCursor === undefined) return null;
  const say = `There are more. Call ${tool} again with the same input and cursor "${nextCursor}".`;
  return { rows: Math.max(0, total - items.length), next: { cursor: nextCursor }, say };
}

/** Where a list within an answer begins, and how long it may be. */
export type Slice = { from: number; limit: number };

/** As many rows of a list as fit, from one on. @param used bytes of what is told beside them */
export function rowsWithin<T>(
  tool: string,
  all: readonly T[],
  { from, limit }: Slice,
  row: (item: T) => McpObject,
  used = 0,
): { items: McpObject[]; leftOut: LeftOut } {
  const items: McpObject[] = [];
  let bytes = used;
  for (const item of all.slice(from, from + limit)) {
    const shown = row(item);
    bytes += bytesOf(shown) + 1;
    if (items.length > 0 && bytes > maxAnswerBytes) break;
    items.push(shown);
  }
  const end = from + items.length;
  if (end >= all.length) return { items, leftOut: null };
  const say = `Rows ${from} to ${end - 1} of ${all.length}. Call ${tool} again with the same input and from ${end}.`;
  return { items, leftOut: { rows: all.length - end, next: { from: end }, say } };
}

/** The first of a list within a row, with how many there are beside them. */
export function firstOf<T>(all: readonly T[], most: number): { items: readonly T[]; more: number } {
  return { items: all.slice(0, most), more: Math.max(0, all.length - most) };
}
