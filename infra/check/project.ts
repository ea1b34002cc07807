import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault, Place } from './faults.ts';

/** A repository whose infra/ is checked, and the faults that were found in it. */
export class Project {
  readonly root: string;
  readonly #faults = new Map<string, Fault>();

  constructor(root: string) {
    this.root = root;
  }

  /** Notes a fault; the same one is noted once. */
  fault(file: string, { line, column }: Place, message: string): void {
    this.#faults.set(`${file}:${line}:${column}:${message}`, { file, line, column, message });
  }

  get faults(): Fault[] {
    return [...this.#faults.values()].sort(
      (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
    );
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  text(path: string): string | undefined {
    return this.has(path) ? readFileSync(join(this.root, path), 'utf8') : undefined;
  }

  /** The Bicep files, by path from the root. */
  sources(extension: 'bicep' | 'bicepparam'): string[] {
    return globSync(`infra/bicep/**/*.${extension}`, { cwd: this.root })
      .map((path) => path.replaceAll('\\', '/'))
      .sort();
  }

  /** Notes a fault of compiled JSON where its source names the type of the resource, and the word after it. */
  faultAt(type: string, word: string, message: string): void {
    for (const file of this.sources('bicep')) {
      const text = this.text(file) ?? '';
      const start = text.toLowerCase().indexOf(`'${type.toLowerCase()}@`);
      if (start < 0) continue;
      const end = text.indexOf('\n}\n', start);
      const found = word === '' ? -1 : text.slice(0, end < 0 ? undefined : end).indexOf(word, start);
      const before = text.slice(0, found < 0 ? start : found).split('\n');
      this.fault(file, { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }, message);
      return;
    }
    this.fault('infra/bicep/main.json', { line: 1, column: 1 }, message);
  }
}
