import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What a release consists of: `api.zip`, the function package, and `web/`, the files of the page with their configuration. */
export interface Manifest {
  commit: string;
  /** SHA-256 by path, apart by slashes. */
  files: Record<string, string>;
}

const manifestName = 'manifest.json';
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function digestsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const named = files.map((file): [string, string] => [
    relative(folder, file).split(sep).join('/'),
    sha256(readFileSync(file)),
  ]);
  return Object.fromEntries(named.filter(([name]) => name !== manifestName).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Writes the manifest of a folder that holds a release.
 * @returns the digest by which this release is known from then on
 * @throws Error where the function package, the page or its configuration is missing
 */
export function writeManifest(folder: string, commit: string): string {
  const files = digestsIn(folder);
  for (const needed of ['api.zip', 'web/index.html', 'web/staticwebapp.config.json']) {
    if (files[needed] === undefined) throw new Error(`${needed} is missing in ${folder}`);
  }
  const manifest: Manifest = { commit, files };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, manifestName), bytes);
  return sha256(bytes);
}

/**
 * The manifest of a release that came over the network.
 * @throws Error where it is not the release of that digest, or a file was changed, added or lost
 */
export function verifiedManifest(folder: string, digest: string): Manifest {
  const bytes = readFileSync(join(folder, manifestName));
  if (sha256(bytes) !== digest)
    throw new Error(`${folder} is not the release ${digest}: its manifest has ${sha256(bytes)}`);
  const manifest: Manifest = JSON.parse(bytes.toString('utf8'));
  const found = digestsIn(folder);
  const names = new Set([...Object.keys(manifest.files), ...Object.keys(found)]);
  const wrong = [...names].filter((name) => manifest.files[name] !== found[name]);
  if (wrong.length > 0) throw new Error(`Not as they were packed: ${wrong.join(', ')}`);
  return manifest;
}
