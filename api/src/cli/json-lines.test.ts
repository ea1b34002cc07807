import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { answerLines, jsonLines } from './json-lines.ts';

async function linesOf(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of jsonLines(Readable.from(chunks))) lines.push(line);
  return lines;
}

describe('JSON lines', () => {
  it('end with LF or CRLF, the last one with nothing; empty ones are passed over', async () => {
    expect(await linesOf('{"a":1}\r\n\n  \n{"a":2}\n{"a":3}')).toEqual(['{"a":1}', '{"a":2}', '{"a":3}']);
    expect(await linesOf('')).toEqual([]);
  });

  it('hold line separators that are letters of a text', async () => {
    const line = '{"text":"a\u2028b\u2029c\u0085d"}';
    expect(await linesOf(`${line}\n${line}`)).toEqual([line, line]);
  });

  it('may begin with a byte order mark, and come in pieces that cut a letter', async () => {
    const bytes = Buffer.from('\ufeff{"a":"é€😀"}\n{"b":2}');
    const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
    expect(await linesOf(...pieces)).toEqual(['{"a":"é€😀"}', '{"b":2}']);
  });

  it('are answered in order, no faster than they are read', async () => {
    const output = new PassThrough({ highWaterMark: 10 });
    const done = answerLines(Readable.from(['1\n2\n3\n']), output, async (line) => ({ line }));
    const read = output.toArray();
    await done;
    output.end();
    expect((await read).map(String).join('')).toBe('{"line":"1"}\n{"line":"2"}\n{"line":"3"}\n');
  });

  it('leave no listener behind after a write that had to wait', async () => {
    const output = new PassThrough({ highWaterMark: 1 });
    const read = output.toArray();
    const counts: number[] = [];
    const events = ['error', 'close', 'drain'];
    await answerLines(Readable.from(['1\n'.repeat(50)]), output, (line) => {
      counts.push(events.reduce((sum, event) => sum + output.listenerCount(event), 0));
      return { line };
    });
    output.end();
    expect(await read).toHaveLength(50);
    expect(new Set(counts).size).toBe(1);
  });

  it('end where the output was closed without a word', async () => {
    const output = new Writable({ highWaterMark: 1, write: () => output.destroy() });
    let answered = 0;
    await answerLines(Readable.from(['1\n2\n3\n4\n']), output, (line) => {
      answered += 1;
      return { line };
    });
    expect(answered).toBe(1);
  });

  it('end quietly when whoever reads has gone', async () => {
    const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    let written = 0;
    const output = new Writable({
      highWaterMark: 1,
      write(_chunk, _encoding, done) {
        written += 1;
        done(written > 1 ? gone : null);
      },
    });
    await answerLines(Readable.from(['1\n2\n3\n4\n5\n']), output, (line) => ({ line }));
    expect(written).toBeLessThan(4);
  });
});
