import { basename } from 'node:path';
import type { Changes, Tree } from './changes.ts';

/** What is imported; the tests that a change of it can touch are found by its importers. */
const module = /\.(tsx?|mts|mjs|cjs|css)$/;
const areaOfPages = /^frontend\/src\/features\/([^/]+)\//;

/** Arguments for vitest, for one run or two: what is related by imports, and what is related in another way. */
export function unitFiltersOf(changes: Changes, tree: Tree): string[][] {
  const related = ['--changed', changes.base, '--passWithNoTests', ...foldersWithoutSiblings(changes.files, tree)];
  const others = [...testsThatName(changes.files, tree), ...testsOfProcesses(changes.files, tree)];
  return others.length === 0 ? [related] : [related, [...new Set(others)].sort()];
}

/**
 * Every test reaches every page through the router. No area of pages knows another one, which an arrow holds: where a
 * change lies within some areas, the tests of the others are left out.
 * @returns none where a change reaches further
 */
function foldersWithoutSiblings(files: readonly string[], { testFolders }: Tree): string[] {
  const inBrowser = files.filter((file) => /^(frontend|contract)\//.test(file));
  const areas = new Set(inBrowser.map((file) => areaOfPages.exec(file)?.[1]));
  if (areas.size === 0 || areas.has(undefined)) return [];
  return testFolders.filter((folder) => {
    const area = areaOfPages.exec(folder)?.[1];
    return area === undefined || areas.has(area);
  });
}

/** The tests that name a file which none imports, such as a document that is held against the code. */
function testsThatName(files: readonly string[], { testTexts }: Tree): string[] {
  const names = files.filter((file) => !module.test(file)).map((file) => basename(file));
  return [...testTexts].filter(([, text]) => names.some((name) => text.includes(name))).map(([file]) => file);
}

/** What a test starts as a process it does not import: the commands of the API, and the stack. */
function testsOfProcesses(files: readonly string[], { testTexts }: Tree): string[] {
  const product = files.some((file) => /^(api|contract|simulator)\/src\//.test(file) && !file.includes('.test.'));
  const stack = files.some((file) => /^local\//.test(file));
  return [...testTexts]
    .filter(
      ([file, text]) =>
        (product && file.startsWith('api/') && text.includes("from 'node:child_process'")) ||
        (stack && file.startsWith('local/')),
    )
    .map(([file]) => file);
}
