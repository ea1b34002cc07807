import { basename, dirname } from 'node:path';
import type { Changes, Tree } from './changes.ts';

/** What is imported; the tests that a change of it can touch are found by its importers. */
const module = /\.(tsx?|mts|mjs|cjs|css)$/;
const areaOfPages = /^frontend\/src\/features\/([^/]+)\//;

/** What no program imports: pages for people, and the help articles. */
const document = /\.md$|^docs\//;
const article = /^frontend\/public\/help\//;
const readsFiles = /^import \{[^}]*\b(read(File|dir)|cp|glob)(Sync)?\b[^}]*\} from 'node:fs/m;

/** Whether a change is of documents alone: then no test runs but those that read them. */
export const isOfDocuments = ({ files }: Changes): boolean => files.every((file) => document.test(file));

/** Arguments for vitest, for one run or two: what is related by imports, and what is related in another way. */
export function unitFiltersOf(changes: Changes, tree: Tree): string[][] {
  if (isOfDocuments(changes)) {
    const readers = testsThatRead(changes.files, tree);
    return readers.length === 0 ? [] : [readers];
  }
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

/**
 * The tests that read one of these documents, by its name or that of its folder. The pages of help get the articles from
 * frontend/help-articles-plugin.ts, so their tests name none.
 */
function testsThatRead(files: readonly string[], { testTexts }: Tree): string[] {
  const folders = files.map((file) => dirname(file)).filter((folder) => folder.includes('/'));
  const names = [...files.map((file) => basename(file)), ...folders];
  const areArticles = files.some((file) => article.test(file));
  return [...testTexts]
    .filter(
      ([file, text]) =>
        (areArticles && file.startsWith('frontend/src/features/help/')) ||
        (readsFiles.test(text) && names.some((name) => text.includes(name))),
    )
    .map(([file]) => file)
    .sort();
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
