import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserTestsOf, tagsOfApiFeature } from './browser-tests.ts';
import { readTree } from './changes.ts';

const root = join(import.meta.dirname, '../..');
const tags = new Set(['@findings', '@scans', '@scan-runs', '@interrupted-scans', '@drift']);

test('a feature has the browser tests of its tag, on both sides of the API', () => {
  expect(browserTestsOf(['frontend/src/features/findings/findings-page.tsx'], tags)).toEqual(['@findings(?![\\w-])']);
  expect(browserTestsOf(['api/src/features/findings/finding-routes.ts'], tags)).toEqual(['@findings(?![\\w-])']);
  expect(browserTestsOf(['api/src/features/scans/scan-service.ts'], tags)).toEqual([
    '@interrupted-scans(?![\\w-])|@scan-runs(?![\\w-])|@scans(?![\\w-])',
  ]);
});

test('the expression of a tag is not that of a longer one', () => {
  const [drift = ''] = browserTestsOf(['frontend/src/features/drift/changes-page.tsx'], tags);
  expect(
    ['a title @drift', 'a title @drift @scans', 'a title @drift-log'].map((one) => new RegExp(drift).test(one)),
  ).toEqual([true, true, false]);
});

test('a spec brings itself', () => {
  const [crash = ''] = browserTestsOf(['e2e/crash.spec.ts'], tags);
  expect('chromium crash.spec.ts a scan whose host was killed').toMatch(new RegExp(crash));
});

test.each([
  ['frontend/src/features/new-page/new-page.tsx'],
  ['contract/src/ids.ts'],
  ['frontend/src/ui/data-table.tsx'],
  ['local/stack/stack.ts'],
  ['package-lock.json'],
  ['e2e/signed-in-test.ts'],
])('%s brings all', (file) => {
  expect(browserTestsOf(['frontend/src/features/findings/findings-page.tsx', file], tags)).toBe('all');
});

test.each([
  ['docs/checks.md'],
  ['api/src/audit/checks/entra/roles.ts'],
  ['frontend/src/ui/data-table.test.tsx'],
  ['api/src/features/scans/testing/scan-app.ts'],
  ['lab/bench/table.ts'],
])('%s brings none', (file) => {
  expect(browserTestsOf([file], tags)).toEqual([]);
});

test('every tag that stands for a feature of the API is that of a browser test', () => {
  const { tags: known } = readTree(root);
  expect(
    Object.values(tagsOfApiFeature)
      .flat()
      .filter((tag) => !known.has(tag)),
  ).toEqual([]);
});

test('every area of the pages has a browser test of its own', () => {
  const { tags: known } = readTree(root);
  const areas = readdirSync(join(root, 'frontend/src/features'));
  expect(areas.filter((area) => !known.has(`@${area}`))).toEqual([]);
});
