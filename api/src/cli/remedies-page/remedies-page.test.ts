import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { remediesPage } from './remedies-page.ts';

test('docs/remedies.md is in step with the remedies (node api/src/cli/remedies-page/write-remedies-page.ts)', () => {
  const page = readFileSync(new URL('../../../../docs/remedies.md', import.meta.url), 'utf8');
  expect(page).toBe(remediesPage());
});
