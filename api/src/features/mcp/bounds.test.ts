import { describe, expect, it } from 'vitest';
import { bytesOf, maxAnswerBytes, pageWithin, rowsWithin, withinBounds } from './bounds.ts';
import { marked } from './tenant-text.ts';

const wide = (at: number) => ({ at, text: 'x'.repeat(1500) });

describe('a list within an answer', () => {
  it('ends where the bytes do, says how many rows are left and how to ask for them, and leaves out none', () => {
    const all = Array.from({ length: 90 }, (_, at) => wide(at));
    const seen: unknown[] = [];
    for (let from = 0; from < all.length; ) {
      const { items, leftOut } = rowsWithin('coverage', all, { from, limit: 100 }, (row) => row, {});
      expect(bytesOf(items)).toBeLessThan(maxAnswerBytes);
      seen.push(...items.map(({ at }) => at));
      from += items.length;
      expect(leftOut).toEqual(
        from === all.length
          ? null
          : { rows: all.length - from, next: { from }, say: expect.stringContaining(`and from ${from}`) },
      );
    }
    expect(seen).toEqual(all.map(({ at }) => at));
  });

  it('holds one row at least, so that who asks on comes to an end', () => {
    const huge = [{ text: 'x'.repeat(100_000) }, { text: 'y' }];
    expect(rowsWithin('coverage', huge, { from: 0, limit: 5 }, (row) => row, {}).items).toHaveLength(1);
    expect(rowsWithin('coverage', huge, { from: 9, limit: 5 }, (row) => row, {})).toEqual({ items: [], leftOut: null });
  });
});

describe('a page of a list', () => {
  const all = Array.from({ length: 90 }, (_, at) => wide(at));
  const call = async (limit: number, cursor = '0') => {
    const from = Number(cursor);
    const items = all.slice(from, from + limit);
    const end = from + items.length;
    const more = end < all.length ? { nextCursor: String(end) } : {};
    return { ok: true as const, status: 200, value: { items, total: all.length, ...more } };
  };

  it('is asked for anew where it is too long, and goes on where it ended, with how many are left', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const result = await pageWithin({ tool: 'find_findings', limit: 100, cursor, call, row: (row) => row as never });
      if (!result.ok) throw new Error('It is refused');
      const { items, leftOut } = result.data as {
        items: { at: number }[];
        leftOut: { rows: number; next: { cursor: string } } | null;
      };
      expect(bytesOf(result.data)).toBeLessThan(maxAnswerBytes);
      seen.push(...items.map(({ at }) => at));
      expect(leftOut?.rows ?? 0).toBe(all.length - seen.length);
      cursor = leftOut?.next.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(all.map(({ at }) => at));
  });
});

describe('an answer that no list makes too long', () => {
  it('has its texts and lists cut, and says so', () => {
    const data = { notes: Array.from({ length: 60 }, () => marked('x'.repeat(1500))), status: 'fail' };
    const cut = withinBounds(data);
    expect(bytesOf(cut)).toBeLessThan(maxAnswerBytes);
    expect(cut).toMatchObject({ status: 'fail', wasCut: expect.stringContaining('texts were cut at 400 characters') });
    expect((cut.notes as string[])[0]).toMatch(/^<tenant-data>x{400}…<\/tenant-data>$/);
  });

  it('stays as it is where it is short enough', () => {
    const data = { note: marked('x'.repeat(1000)) };
    expect(withinBounds(data)).toBe(data);
  });
});
