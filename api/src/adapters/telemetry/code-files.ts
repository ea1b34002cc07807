import { existsSync } from 'node:fs';

const found = new Map<string, boolean>();
const maxFiles = 2000;

/** Whether a file of code is there. Asked once of each: an error that comes often costs nothing. */
export function isCodeFile(path: string): boolean {
  const known = found.get(path);
  if (known !== undefined) return known;
  const exists = /^\/.*\.[cm]?[jt]sx?$/.test(path) && existsSync(path);
  if (found.size < maxFiles) found.set(path, exists);
  return exists;
}
