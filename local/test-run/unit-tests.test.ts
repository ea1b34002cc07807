import { expect, test } from 'vitest';
import { unitFiltersOf } from './unit-tests.ts';

const imported = (names: string) => `import { ${names} } from 'node:fs';\n`;
const tree = {
  tags: new Set<string>(),
  testTexts: new Map([
    ['local/stack/stack.test.ts', "join(root, 'staticwebapp.config.json')"],
    ['local/arrows/check-arrows.test.ts', 'plants breaches'],
    ['api/src/cli/evaluate.test.ts', "import { spawnSync } from 'node:child_process';"],
    ['api/src/audit/findings/score.test.ts', 'no process'],
    ['api/src/operate-page.test.ts', `${imported('readFileSync')} 'docs/operate.md'`],
    ['api/src/health.test.ts', "docs: 'docs/operate.md, health-failing'"],
    ['infra/security-page.test.ts', `${imported('existsSync, readdirSync')} 'docs/decisions'`],
    ['e2e/help-articles.test.ts', `${imported('readdirSync')} '../frontend/public/help'`],
    ['frontend/src/features/help/help-page.test.tsx', 'shows an article'],
  ]),
  testFolders: ['api/', 'frontend/src/lib/', 'frontend/src/features/findings/', 'frontend/src/features/scans/'],
};
const filters = (...files: string[]) => unitFiltersOf({ base: 'abc', files }, tree);
const related = ['--changed', 'abc', '--passWithNoTests'];

test('a page leaves the tests of its siblings out, but not those of what it stands on', () => {
  expect(filters('frontend/src/features/scans/scan-page.tsx', 'docs/scans.md')).toEqual([
    [...related, 'api/', 'frontend/src/lib/', 'frontend/src/features/scans/'],
  ]);
});

test('what pages share leaves out nothing', () => {
  expect(filters('frontend/src/features/scans/scan-page.tsx', 'frontend/src/ui/table.tsx')).toEqual([related]);
  expect(filters('frontend/src/features/scans/scan-page.tsx', 'contract/src/ids.ts')[0]).toEqual(related);
});

test('a file that is read and not imported brings the tests that name it', () => {
  expect(filters('staticwebapp.config.json', 'README.md')).toEqual([related, ['local/stack/stack.test.ts']]);
});

test('the API brings the tests that start a command of it, and the stack those that start a part of it', () => {
  expect(filters('api/src/audit/findings/score.ts')).toEqual([related, ['api/src/cli/evaluate.test.ts']]);
  expect(filters('api/src/audit/findings/score.test.ts')).toEqual([related]);
  expect(filters('local/stack/reaper.ts')).toEqual([
    related,
    ['local/arrows/check-arrows.test.ts', 'local/stack/stack.test.ts'],
  ]);
});

test('documents bring the tests that read them, and nothing else', () => {
  expect(filters('docs/operate.md')).toEqual([['api/src/operate-page.test.ts']]);
  expect(filters('docs/operate.md', 'docs/decisions/051-new.md')).toEqual([
    ['api/src/operate-page.test.ts', 'infra/security-page.test.ts'],
  ]);
  expect(filters('frontend/public/help/new-article.md')).toEqual([
    ['e2e/help-articles.test.ts', 'frontend/src/features/help/help-page.test.tsx'],
  ]);
  expect(filters('CHANGELOG.md', 'docs/images/overview.png')).toEqual([]);
  expect(filters('docs/operate.md', 'api/src/audit/findings/score.test.ts')).toEqual([
    related,
    ['api/src/health.test.ts', 'api/src/operate-page.test.ts'],
  ]);
});
