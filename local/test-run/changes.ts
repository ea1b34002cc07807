import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tagsOf } from './browser-tests.ts';

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

/** What is there to choose from. */
export interface Tree {
  /** Of the browser tests. */
  tags: ReadonlySet<string>;
  /** The texts of the unit tests by path. */
  testTexts: ReadonlyMap<string, string>;
  /** Where unit tests lie: the areas of pages one by one, all else by its room. */
  testFolders: readonly string[];
}

export function readTree(root: string): Tree {
  const patterns = ['*.test.ts', '*.test.tsx', 'e2e/*.ts'];
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const testTexts = new Map([...texts].filter(([path]) => /\.test\.tsx?$/.test(path)));
  return {
    // What specs have in common stands beside them, the pages that are walked with their tags among it.
    tags: tagsOf([...texts].filter(([path]) => path.startsWith('e2e/')).map(([, text]) => text)),
    testTexts,
    testFolders: [...new Set([...testTexts.keys()].map(folderOf))],
  };
}

/** `frontend/src/features/scans/`, `frontend/src/lib/`, `api/` */
const folderOf = (path: string): string => /^(frontend\/src\/(features\/)?[^/]+|[^/]+)\//.exec(path)?.[0] ?? path;
