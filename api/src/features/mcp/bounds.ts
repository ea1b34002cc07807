import type { InProcessAnswer } from '../../http/in-process.ts';
import type { McpObject } from '../../ports/mcp.ts';
import { clipText } from './tenant-text.ts';
import type { ToolResult } from './tool.ts';

/** No answer of a tool is longer than this, as text: a half of what the usual clients hand to a model. */
export const maxAnswerBytes = 48_000;

/** What lists grow to, so that there is room for what is told beside them. */
const listBytes = 40_000;

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
  cursor: string | undefined;
  call(limit: number, cursor: string | undefined): Promise<InProcessAnswer<P>>;
  row(item: P['items'][number]): McpObject;
  /** What is told beside the rows. */
  beside?(page: P): McpObject;
};

/** A cursor of ours: how many rows came before it, and the cursor of the call. What is none of ours is left to the call to refuse. */
function cursorOf(given: string | undefined): { before: number; cursor: string | undefined } {
  const [, before, cursor] = /^(\d{1,9})\.(.+)$/.exec(given ?? '') ?? [];
  return cursor === undefined ? { before: 0, cursor: given } : { before: Number(before), cursor };
}

/**
 * A page of a list that fits into one answer: where it does not, a shorter one is asked for, so that its cursor goes on where it ends.
 */
export async function pageWithin<P extends Page>(asked: PageAsked<P>): Promise<ToolResult> {
  const { tool, call, row, beside } = asked;
  const { before, cursor } = cursorOf(asked.cursor);
  for (let { limit } = asked; ; limit = Math.floor(limit / 2)) {
    const answer = await call(limit, cursor);
    if (!answer.ok) return answer;
    const page = answer.value;
    const items = page.items.map(row);
    const leftOut = leftOfPage(tool, page, before + items.length);
    const data = { total: page.total, ...beside?.(page), items, leftOut };
    if (bytesOf(data) <= listBytes || limit === 1) return { ok: true, data };
  }
}

function leftOfPage(tool: string, { total, nextCursor }: Page, seen: number): LeftOut {
  if (nextCursor === undefined) return null;
  const cursor = `${seen}.${nextCursor}`;
  const say = `${seen} of ${total} rows were shown up to here. Call ${tool} again with the same input and cursor "${cursor}".`;
  return { rows: Math.max(0, total - seen), next: { cursor }, say };
}

/** Where a list within an answer begins, and how long it may be. */
export type Slice = { from: number; limit: number };

/** As many rows of a list as fit, from one on. @param beside what is told beside them */
export function rowsWithin<T>(
  tool: string,
  all: readonly T[],
  { from, limit }: Slice,
  row: (item: T) => McpObject,
  beside: McpObject,
): { items: McpObject[]; leftOut: LeftOut } {
  const items: McpObject[] = [];
  let bytes = bytesOf(beside);
  for (const item of all.slice(from, from + limit)) {
    const shown = row(item);
    bytes += bytesOf(shown) + 1;
    if (items.length > 0 && bytes > listBytes) break;
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

/** How short texts and lists are made where an answer is longer than any may be, step by step. */
const steps = [
  { text: 400, list: 50 },
  { text: 200, list: 20 },
  { text: 100, list: 10 },
  { text: 40, list: 5 },
] as const;

function shorter(value: unknown, most: (typeof steps)[number]): unknown {
  if (typeof value === 'string') return clipText(value, most.text);
  if (Array.isArray(value)) return value.slice(0, most.list).map((one) => shorter(one, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorter(inner, most)]));
}

/**
 * An answer as it may be handed out. One that is longer, which no list can be blamed for, has its texts and lists cut, the less the
 * better, and says so.
 */
export function withinBounds(data: McpObject): McpObject {
  if (bytesOf(data) <= maxAnswerBytes) return data;
  let cut: McpObject = data;
  for (const most of steps) {
    const say = `The answer was too long: texts were cut at ${most.text} characters, and lists at ${most.list}. Ask for less at once, or see it in Tenantry.`;
    cut = { ...(shorter(data, most) as McpObject), wasCut: say };
    if (bytesOf(cut) <= maxAnswerBytes) return cut;
  }
  return cut;
}
