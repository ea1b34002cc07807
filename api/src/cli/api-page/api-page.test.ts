import { readFileSync } from 'node:fs';
import { endpoints } from '@tenantry/contract/endpoints';
import { expect, test } from 'vitest';
import { apiExamples } from './api-examples.ts';
import { apiPage } from './api-page.ts';

test('docs/api.md is in step with the contract (node api/src/cli/api-page/write-api-page.ts)', () => {
  expect(readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')).toBe(apiPage());
});

test('docs/api.md names every call once, with what a token may do with it, and each example', () => {
  const page = apiPage();
  for (const { method, path, token, access, client } of endpoints) {
    const who = client ? `${access}, client` : access;
    const rows = page.split('\n').filter((line) => line.startsWith(`| \`${method} ${path}\` |`));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(token === null ? `| ${who} |` : `| ${token} | ${who} |`);
  }
  for (const { shell } of apiExamples) expect(page).toContain(`\`\`\`sh\n${shell}\n\`\`\``);
});
