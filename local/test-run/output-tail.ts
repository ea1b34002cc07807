import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** A test that passed, as vitest and Playwright list it. */
const PASSED = /^\s*✓/;

/**
 * Passes output on as it comes and keeps its last lines, so that they can be said again where they are looked for. The
 * list of tests that passed is no part of that: it would push out what failed.
 */
export class OutputTail {
  #lines: string[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  follow(from: Readable, to: Writable): void {
    const decoder = new StringDecoder('utf8');
    let unfinished = '';
    from.on('data', (chunk: Buffer) => {
      to.write(chunk);
      const parts = (unfinished + decoder.write(chunk)).split('\n');
      unfinished = parts.pop() ?? '';
      this.#keep(parts);
    });
    from.on('end', () => {
      if (unfinished !== '') this.#keep([unfinished]);
    });
  }

  text(): string {
    return this.#lines.join('\n');
  }

  #keep(lines: readonly string[]): void {
    this.#lines = [...this.#lines, ...lines.filter((line) => !PASSED.test(line))].slice(-this.#limit);
  }
}
