import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { OutputTail } from './output-tail.ts';

async function follow(limit: number, chunks: readonly Buffer[]): Promise<{ passed: string; kept: string }> {
  const tail = new OutputTail(limit);
  const from = Readable.from(chunks);
  const to = new PassThrough();
  const passed = text(to);
  tail.follow(from, to);
  from.once('end', () => to.end());
  return { passed: await passed, kept: tail.text() };
}

const bytes = (...texts: string[]) => texts.map((part) => Buffer.from(part));

test('everything is passed on, and the last lines are kept', async () => {
  expect(await follow(2, bytes('one\ntw', 'o\nthree\n'))).toEqual({ passed: 'one\ntwo\nthree\n', kept: 'two\nthree' });
});

test('a last line without an end is a line', async () => {
  expect((await follow(2, bytes('one\ntwo\nthr', 'ee'))).kept).toBe('two\nthree');
});

test('a character whose bytes come apart stays whole', async () => {
  const euro = Buffer.from('€');
  expect((await follow(5, [euro.subarray(0, 1), euro.subarray(1)])).kept).toBe('€');
});

test('what passed does not push out what failed', async () => {
  const listed = '  1) it failed\n  ✓  2 it passed (9ms)\n     ✓ so did this 3ms\n  1 failed\n';
  expect((await follow(2, bytes(listed))).kept).toBe('  1) it failed\n  1 failed');
});
