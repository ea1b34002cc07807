import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Each package holds the binary of one platform, and npm installs the one of this machine. */
function node22(): string {
  const packages = join(import.meta.dirname, 'node_modules');
  const binaries = readdirSync(packages)
    .filter((name) => name.startsWith('node-'))
    .map((name) => join(packages, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'));
  const found = binaries.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`No Node 22 for ${process.platform}-${process.arch} came with the packages`);
  return found;
}

/** Both versions of Node on which a function app of Azure can run the bundle: this process is the newer. */
export const nodeBinaries = { 22: node22(), 24: process.execPath };
