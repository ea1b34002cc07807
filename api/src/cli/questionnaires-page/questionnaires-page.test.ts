import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { questionnairesPage } from './questionnaires-page.ts';

test('docs/questionnaires.md is in step with the question sets (node api/src/cli/questionnaires-page/write-questionnaires-page.ts)', () => {
  const page = readFileSync(new URL('../../../../docs/questionnaires.md', import.meta.url), 'utf8');
  expect(page).toBe(questionnairesPage());
});
