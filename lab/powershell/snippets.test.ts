import { expect, test } from 'vitest';
import { documentedSnippets, snippetsIn } from './snippets.ts';

test('a block of PowerShell is named by its file and its first line; blocks of other languages are none', () => {
  const page = ['# Title', '', '```powershell', 'Get-Date', '', 'Get-Host', '```', '```http', 'GET /', '```'].join(
    '\n',
  );
  expect(snippetsIn('a.md', page)).toEqual([{ name: 'a.md:4', text: 'Get-Date\n\nGet-Host' }]);
});

test('a block that does not end is a fault', () => {
  expect(() => snippetsIn('a.md', '```powershell\nGet-Date')).toThrow('a.md:2 has no end');
});

test('the help articles are full of them', () => {
  const articles = new Set(documentedSnippets().map(({ name }) => name.split(':')[0]));
  expect(articles).toContain('frontend/public/help/set-up-tenant-configuration.md');
  expect(articles.size).toBeGreaterThan(40);
});
