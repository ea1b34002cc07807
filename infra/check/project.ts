import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { BicepFile, Declaration, Expression, Place } from './bicep-ast.ts';
import type { Fault } from './faults.ts';
import type { ParseBicep } from './parse-bicep.ts';

export interface Model {
  file: BicepFile;
  symbols: Map<string, Declaration>;
  /** False where the file did not parse: then its faults are of syntax alone. */
  parsed: boolean;
}

/** The Bicep files of a repository and the faults that were found in them. */
export class Project {
  readonly root: string;
  readonly models = new Map<string, Model>();
  readonly #faults = new Map<string, Fault>();
  readonly #json = new Map<string, unknown>();

  constructor(root: string, parse: ParseBicep) {
    this.root = root;
    for (const found of globSync('infra/bicep/**/*.{bicep,bicepparam}', { cwd: root })) {
      const path = found.replaceAll('\\', '/');
      const before = this.#faults.size;
      const file = parse(path, readFileSync(join(root, path), 'utf8'), (at, message) => this.fault(path, at, message));
      const symbols = new Map(file.declarations.filter(({ kind }) => kind !== 'output').map((one) => [one.name, one]));
      this.models.set(path, { file, symbols, parsed: this.#faults.size === before });
    }
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

  get bicep(): Model[] {
    return [...this.models.values()].filter(({ file }) => file.path.endsWith('.bicep'));
  }

  get parameterFiles(): Model[] {
    return [...this.models.values()].filter(({ file }) => file.path.endsWith('.bicepparam'));
  }

  /** A path that stands in a file, from the root of the repository. */
  resolve(from: BicepFile, path: string): string {
    return posix.normalize(posix.join(dirname(from.path), path));
  }

  has(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  text(path: string): string | undefined {
    return this.has(path) ? readFileSync(join(this.root, path), 'utf8') : undefined;
  }

  /** The content of a JSON file. @throws where there is none, or it is not JSON */
  json(path: string): unknown {
    if (!this.#json.has(path)) this.#json.set(path, JSON.parse(readFileSync(join(this.root, path), 'utf8')));
    return this.#json.get(path);
  }

  /** The module that an expression's symbol stands for, where it is one and its file parsed. */
  moduleOf(model: Model, path: string): Model | undefined {
    const found = this.models.get(this.resolve(model.file, path));
    return found?.parsed ? found : undefined;
  }
}

/** Every expression of a file at its top. */
export function* expressionsOf({ file }: Model): Generator<{ owner: Declaration; expression: Expression }> {
  for (const owner of file.declarations) {
    for (const { args } of owner.decorators) for (const expression of args) yield { owner, expression };
    if ('value' in owner && owner.value !== undefined) yield { owner, expression: owner.value };
    if ('body' in owner) yield { owner, expression: owner.body };
  }
}
