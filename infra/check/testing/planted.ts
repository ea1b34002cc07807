import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BicepFile, Place } from '../bicep-ast.ts';
import { checkBicep } from '../check-infra.ts';
import type { Fault } from '../faults.ts';
import { loadBicepParser, type ParseBicep } from '../parse-bicep.ts';
import { Project } from '../project.ts';

export const ROOT = join(import.meta.dirname, '../../..');

export const MAIN = 'infra/bicep/main.bicep';
export const REGION = 'infra/bicep/regions/westeurope.bicepparam';
export const bicepModule = (name: string) => `infra/bicep/modules/${name}.bicep`;

/** One text of a file in place of another. */
export interface Planted {
  file: string;
  from: string;
  to: string;
}

/** Parses each text once for all checks of a test file. */
async function cachedParser(): Promise<ParseBicep> {
  const parse = await loadBicepParser();
  const known = new Map<string, { file: BicepFile; faults: [Place, string][] }>();
  return (path, text, report) => {
    const key = `${path}\n${text}`;
    const faults: [Place, string][] = [];
    const result = known.get(key) ?? { file: parse(path, text, (...one) => faults.push(one)), faults };
    known.set(key, result);
    for (const one of result.faults) report(...one);
    return result.file;
  };
}

/** A copy of the Bicep files in which faults are planted, one at a time. */
export class BicepCopy {
  readonly root = mkdtempSync(join(tmpdir(), 'infra-check-'));
  readonly #parse: ParseBicep;

  private constructor(parse: ParseBicep) {
    this.#parse = parse;
    cpSync(join(ROOT, 'infra/bicep'), join(this.root, 'infra/bicep'), { recursive: true });
  }

  static async make(): Promise<BicepCopy> {
    return new BicepCopy(await cachedParser());
  }

  faults(): Fault[] {
    const project = new Project(this.root, this.#parse);
    checkBicep(project, {});
    return project.faults;
  }

  text(file: string): string {
    return readFileSync(join(this.root, file), 'utf8');
  }

  /** What is found with a text replaced; afterwards the file is as it was. @throws where the text is not there */
  faultsWith({ file, from, to }: Planted): Fault[] {
    const text = this.text(file);
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}: the planted fault has to move`);
    return this.faultsOf(
      file,
      text.replace(from, () => to),
    );
  }

  /** What is found with another text for a whole file. */
  faultsOf(file: string, changed: string): Fault[] {
    const text = this.text(file);
    writeFileSync(join(this.root, file), changed);
    try {
      return this.faults();
    } finally {
      writeFileSync(join(this.root, file), text);
    }
  }

  /** The line on which a text begins, once it is planted. */
  lineOf({ file, from, to }: Planted, word: string): number {
    const changed = this.text(file).replace(from, () => to);
    const planted = this.text(file).indexOf(from);
    return changed.slice(0, changed.indexOf(word, Math.max(0, planted - 2000))).split('\n').length;
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}
