import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export const ROOT = dirname(import.meta.dirname);

interface Output {
  name: string;
  /** Written last by the build. */
  result: string;
  sources: string[];
  /** Arguments for Node. */
  command: string[];
  cwd: string;
  /** Files that are deployed with it, and the folder to which they are copied. */
  beside?: { files: string[]; folder: string };
}

/** The two things that are deployed. Paths are relative to the root of the repository. */
const OUTPUTS: Output[] = [
  {
    name: 'API bundle',
    result: 'api/dist/package.json',
    sources: [
      ...['api/src', 'contract/src', 'simulator/src', 'frontend/public/help'],
      ...['api/host.json', 'api/build.mjs', 'api/evaluate-bundle.mjs', 'package-lock.json'],
    ],
    command: ['build.mjs'],
    cwd: 'api',
  },
  {
    name: 'frontend',
    result: 'frontend/dist/index.html',
    sources: [
      ...['frontend/src', 'frontend/public', 'frontend/index.html', 'frontend/vite.config.ts'],
      ...['contract/src', 'package-lock.json', 'staticwebapp.config.json'],
    ],
    command: ['../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    cwd: 'frontend',
    // Static Web Apps reads it at the root of what it is given, and serves it to nobody.
    beside: { files: ['staticwebapp.config.json'], folder: 'frontend/dist' },
  },
];

/**
 * Builds what is older than its sources, or everything. The signal ends a build that is under way.
 * @throws Error when a build fails; its own output has gone to the terminal.
 */
export async function buildOutputs(all: boolean, say: (line: string) => void, signal?: AbortSignal): Promise<void> {
  for (const output of OUTPUTS) {
    if (!all && !isStale(output, ROOT)) continue;
    say(`Building the ${output.name} ...`);
    await runNode(output.command, join(ROOT, output.cwd), `Building the ${output.name}`, signal);
    const { files = [], folder = '' } = output.beside ?? {};
    for (const file of files) copyFileSync(join(ROOT, file), join(ROOT, folder, basename(file)));
  }
}

function isStale(output: Output, root: string): boolean {
  const result = join(root, output.result);
  if (!existsSync(result)) return true;
  const builtAt = statSync(result).mtimeMs;
  return output.sources.some((source) => newestIn(join(root, source)) > builtAt);
}

/** The newest change in a file or a folder, in milliseconds since 1970; 0 where there is none. */
function newestIn(path: string): number {
  if (!existsSync(path)) return 0;
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // The folder's own time tells of a file that was deleted.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function runNode(args: string[], cwd: string, what: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], signal });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${what} failed.`))));
  });
}
