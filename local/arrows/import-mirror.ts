import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { findImports } from './find-imports.ts';

/** The rooms of the house; what lies elsewhere has no arrows. */
export const ROOMS = ['contract', 'api', 'frontend', 'simulator', 'local', 'lab', 'e2e', 'infra'];

/**
 * Writes a copy of the source tree that holds nothing but imports, in JavaScript: `a.ts` becomes `a.ts.js`, with one
 * import for each module that `a.ts` names, types included.
 *
 * Why: dependency-cruiser reads TypeScript by the compiler's JavaScript API, which TypeScript 7 no longer has (18.7
 * takes versions below 7), and then passes over .ts files in silence. The parser that comes with Vite reads them.
 * @returns how many files were written
 */
export function writeImportMirror(root: string, mirror: string): number {
  rmSync(mirror, { recursive: true, force: true });
  const files = ROOMS.flatMap((room) => listSources(join(root, room)));
  for (const file of files) {
    const path = relative(root, file).split(sep).join('/');
    const imports = findImports(path, readFileSync(file, 'utf8')).map((name) => mirrorSpecifier(name, path));
    const target = join(mirror, `${path}.js`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, imports.map((name) => `import ${JSON.stringify(name)};\n`).join(''));
  }
  return files.length;
}

/** Workspace names become paths, as the `exports` of the workspaces map them; paths point to the mirror's files. */
function mirrorSpecifier(name: string, importer: string): string {
  const workspace = /^@tenantry\/(contract|api|simulator)\/(.+)$/.exec(name);
  if (workspace !== null) {
    const path = posix.relative(posix.dirname(importer), `${workspace[1]}/src/${workspace[2]}.ts.js`);
    return path.startsWith('.') ? path : `./${path}`;
  }
  return name.startsWith('.') && /\.tsx?$/.test(name) ? `${name}.js` : name;
}

function listSources(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    if (name === 'node_modules' || name === 'dist' || name.startsWith('.')) return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return listSources(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}
