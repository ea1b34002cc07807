import type { Writable } from 'node:stream';

/**
 * The lines of a stream of JSON lines: apart by LF alone (jsonlines.org), a CR before it taken off. U+2028 and U+2029 are
 * letters of a JSON text (RFC 8259) and end no line. A byte order mark at the beginning is passed over, as are empty lines.
 */
export async function* jsonLines(input: AsyncIterable<Uint8Array | string>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8');
  let rest: string[] = [];
  const whole = (last: string): string => {
    const line = [...rest, last].join('').replace(/\r$/, '');
    rest = [];
    return line;
  };
  for await (const chunk of input) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const parts = text.split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      const line = whole(part);
      if (line.trim() !== '') yield line;
    }
    rest.push(last);
  }
  const line = whole(decoder.decode());
  if (line.trim() !== '') yield line;
}

/** Whoever reads has gone away (`… | head`): there is nobody to tell. */
const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPIPE';

/** Until the output takes more, or will never again. It leaves no listener behind, however often it is called. */
function roomIn(output: Writable): Promise<void> {
  const ends = ['drain', 'error', 'close'] as const;
  return new Promise((resolve) => {
    const end = () => {
      for (const name of ends) output.off(name, end);
      resolve();
    };
    for (const name of ends) output.on(name, end);
  });
}

/** Writes one answer a line, no faster than it is read. Ends quietly when the reader has gone. */
export async function answerLines(
  input: AsyncIterable<Uint8Array | string>,
  output: Writable,
  answer: (line: string) => object | Promise<object>,
): Promise<void> {
  let gone = false;
  const onError = (error: unknown) => {
    if (!isGone(error)) throw error;
    gone = true;
  };
  // It stays: what is still to be written when this returns may find that the reader has gone.
  output.on('error', onError);
  for await (const line of jsonLines(input)) {
    if (gone || output.destroyed) return;
    const text = `${JSON.stringify(await answer(line))}\n`;
    if (!output.write(text) && !output.destroyed) await roomIn(output);
  }
}
