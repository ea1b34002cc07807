import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Changes {
  /** The commit that this branch left main at. */
  base: string;
  /** What differs from it, committed or not, new files included; paths from the root of the repository. */
  files: string[];
}

/** @throws Error where there is no main to compare with */
export function changesSinceMain(root: string): Changes {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const base = commonAncestor(git);
  const tracked = git('diff', '--name-only', '--no-renames', '-z', base);
  const untracked = git('ls-files', '--others', '--exclude-standard', '-z');
  return { base, files: [...new Set(`${tracked}${untracked}`.split('\0'))].filter((path) => path !== '').sort() };
}

function commonAncestor(git: (...args: string[]) => string): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main).trim();
    } catch (error) {
      // Git's way to say that there is no such branch, or nothing in common with it.
      if (!(error instanceof Error && 'status' in error && typeof error.status === 'number')) throw error;
    }
  }
  throw new Error('--changed compares with the branch main, or origin/main: neither is here.');
}

/** The texts of the unit tests by path. */
export function testTexts(root: string): Map<string, string> {
  const paths = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const present = paths.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  return new Map(present.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}
