import { expect, test } from 'vitest';
import { parseFaults } from './find-faults.ts';
import { productScripts } from './product-scripts.ts';
import { documentedSnippets } from './snippets.ts';

test('every block of PowerShell in the documentation and the help articles is PowerShell', async () => {
  const snippets = documentedSnippets();
  expect(await parseFaults(snippets)).toEqual([]);
});

test('so is every script that the product hands out', async () => {
  const texts = productScripts.map(({ fileName, text }) => ({ name: fileName, text }));
  expect(await parseFaults(texts)).toEqual([]);
});

test('what is not is told by its name and line', async () => {
  const broken = { name: 'a.md:4', text: "Get-Date\nGet-Item 'no end" };
  const faults = await parseFaults([{ name: 'b.md:1', text: 'Get-Date' }, broken]);
  expect(faults).toEqual([{ name: 'a.md:4', line: 2, message: "The string is missing the terminator: '." }]);
});
