import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BICEP_VERSION } from '../../local/dotnet/dotnet-tools.ts';
import type { Project } from './project.ts';

/** What the compiler writes, by path within infra/bicep, and the hashes that hold it to its sources. */
export const TEMPLATE = 'main.json';
export const HASHES = 'main.hashes.json';
const FOLDER = 'infra/bicep';
const HOW = "npm run infra:generate writes it, with Microsoft's compiler";

interface Hashes {
  compiler: string;
  sources: string;
  files: Record<string, string>;
}

// Git may write CRLF on Windows: the same sources have the same hash.
const plain = (text: string) => text.replaceAll('\r\n', '\n');
const hashOf = (text: string) => createHash('sha256').update(plain(text)).digest('hex');

/** Everything that main.bicep and the parameter files are compiled from. */
function sourcesHash(root: string): string {
  const folder = join(root, FOLDER);
  const sources = globSync(['**/*.{bicep,bicepparam}', 'generated/*.json', 'roles.json', 'bicepconfig.json'], {
    cwd: folder,
  })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  const hash = createHash('sha256');
  for (const path of sources) hash.update(`${path}\n${hashOf(readFileSync(join(folder, path), 'utf8'))}\n`);
  return hash.digest('hex');
}

/** The text of main.hashes.json for what was compiled now. */
export function hashesOf(root: string, files: ReadonlyMap<string, string>): string {
  const hashes: Hashes = {
    compiler: BICEP_VERSION,
    sources: sourcesHash(root),
    files: Object.fromEntries([...files].map(([path, text]) => [path, hashOf(text)])),
  };
  return `${JSON.stringify(hashes, null, 2)}\n`;
}

/** The committed files are those that were compiled from the sources as they are now. @returns false where they are not */
export function checkHashes(project: Project): boolean {
  const fault = (path: string, message: string) => project.fault(`${FOLDER}/${path}`, { line: 1, column: 1 }, message);
  const text = project.text(`${FOLDER}/${HASHES}`);
  if (text === undefined) {
    fault(HASHES, `it is missing: ${HOW}`);
    return false;
  }
  const { compiler, sources, files } = JSON.parse(text) as Hashes;
  let isCurrent = true;
  const stale = (path: string, message: string) => {
    fault(path, message);
    isCurrent = false;
  };
  if (compiler !== BICEP_VERSION) stale(HASHES, `it was compiled by ${compiler}, not by ${BICEP_VERSION}: ${HOW}`);
  if (sources !== sourcesHash(project.root)) stale(TEMPLATE, `its sources have changed since: ${HOW}`);
  for (const path of [TEMPLATE, ...snapshotPaths(project.root)])
    if (files[path] !== hashOf(project.text(`${FOLDER}/${path}`) ?? '')) stale(path, `it was changed by hand: ${HOW}`);
  for (const path of Object.keys(files))
    if (!existsSync(join(project.root, FOLDER, path))) stale(path, `it is missing: ${HOW}`);
  return isCurrent;
}

/** The committed snapshots, by path within infra/bicep. */
export function snapshotPaths(root: string): string[] {
  return globSync('snapshots/*.json', { cwd: join(root, FOLDER) })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
