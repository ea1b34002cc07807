import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { BICEP_VERSION, type BicepCompiler } from '../../local/dotnet/dotnet-tools.ts';
import { BicepRefusal, BicepServer, type Diagnostic } from './bicep-server.ts';
import { TEMPLATE } from './compiled-files.ts';
import { extremeParameters } from './extreme-parameters.ts';
import type { Fault } from './faults.ts';
import { snapshotText } from './snapshot.ts';

export interface Compiled {
  /** What the compiler and its linter say; a warning too. */
  faults: Fault[];
  /** What was written, by path within infra/bicep; fewer files where there are faults. */
  files: Map<string, string>;
}

/** A copy of infra/bicep with the compiler at work on it: what is planted, or written beside it, is never in the tree. */
export class BicepWorkshop {
  readonly root = mkdtempSync(join(tmpdir(), 'infra-check-'));
  readonly folder = join(this.root, 'infra/bicep');
  readonly #server: BicepServer;

  constructor(root: string, compiler: BicepCompiler, environment: NodeJS.ProcessEnv) {
    cpSync(join(root, 'infra/bicep'), this.folder, { recursive: true });
    this.#server = new BicepServer(compiler.command, compilerEnvironment(this.folder, environment));
  }

  async close(): Promise<void> {
    await this.#server.stop();
    rmSync(this.root, { recursive: true });
  }

  /** Compiles and lints one file by its path within infra/bicep. */
  async faultsOf(path: string): Promise<Fault[]> {
    const file = join(this.folder, path);
    const { diagnostics, success } = path.endsWith('.bicepparam')
      ? await this.#server.compileParams(file)
      : await this.#server.compile(file);
    return this.#faults(path, diagnostics, success);
  }

  /**
   * Compiles main.bicep and what each parameter file deploys.
   * @param pattern of the parameter files, where not all are wanted
   */
  async compile(pattern = '*'): Promise<Compiled> {
    const files = new Map<string, string>();
    const { contents, diagnostics, success } = await this.#server.compile(join(this.folder, 'main.bicep'));
    const faults = this.#faults('main.bicep', diagnostics, success);
    if (contents === null || faults.length > 0) return { faults, files };
    files.set(TEMPLATE, ended(contents));
    for (const [name, text] of Object.entries(extremeParameters(JSON.parse(contents))))
      writeFileSync(join(this.folder, 'regions', `${name}.bicepparam`), text);
    for (const found of globSync(`regions/${pattern}.bicepparam`, { cwd: this.folder }).sort()) {
      const path = found.replaceAll('\\', '/');
      const wrong = await this.faultsOf(path);
      const snapshot = wrong.length > 0 ? undefined : await this.#snapshot(path, wrong);
      faults.push(...wrong);
      if (snapshot !== undefined) files.set(`snapshots/${basename(path, '.bicepparam')}.json`, snapshot);
    }
    return { faults, files };
  }

  /** What a parameter file deploys; undefined where Azure's own reader of templates refuses it, which is a fault. */
  async #snapshot(path: string, faults: Fault[]): Promise<string | undefined> {
    try {
      return snapshotText(await this.#server.snapshot(join(this.folder, path)));
    } catch (error) {
      if (!(error instanceof BicepRefusal)) throw error;
      faults.push({ file: `infra/bicep/${path}`, line: 1, column: 1, message: error.message });
      return undefined;
    }
  }

  #faults(path: string, diagnostics: readonly Diagnostic[], success: boolean): Fault[] {
    const faults = diagnostics.map(({ source, range, code, message }) => ({
      file: `infra/bicep/${relative(this.folder, source).replaceAll('\\', '/')}`,
      line: range.start.line + 1,
      column: range.start.char + 1,
      message: `${code}: ${message}`,
    }));
    if (!success && faults.length === 0)
      faults.push({ file: `infra/bicep/${path}`, line: 1, column: 1, message: 'it does not compile' });
    return faults;
  }
}

const ended = (text: string) => `${text.replaceAll('\r\n', '\n').trimEnd()}\n`;

/** Variables that a parameter file reads without a default have a value, and no other one of this machine reaches it. */
function compilerEnvironment(folder: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, USERPROFILE, SystemRoot, TEMP, TMPDIR } = environment;
  const texts = globSync('regions/*.bicepparam', { cwd: folder }).map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  );
  const needed = texts.flatMap((text) =>
    [...text.matchAll(/readEnvironmentVariable\('(\w+)'\)/g)].map(([, name = '']) => name),
  );
  const values = Object.fromEntries(needed.map((name) => [name, `given-by-${name}`]));
  const own = Object.fromEntries(
    Object.entries({ PATH, HOME, USERPROFILE, SystemRoot, TEMP, TMPDIR }).filter(([, value]) => value !== undefined),
  );
  return { ...own, ...values };
}

/** Compiled by another version, a template names that version and its own hash. */
export function isSameTemplate(a: string, b: string, version: string): boolean {
  if (version === BICEP_VERSION) return a === b;
  const bare = (text: string) =>
    JSON.stringify(JSON.parse(text), (key, value) => (key === '_generator' ? undefined : value));
  return bare(a) === bare(b);
}
