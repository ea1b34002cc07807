import { parseArticle } from '@tenantry/contract/article-file';
import { expect, test } from 'vitest';
import { plainTextOf } from './article-tokens.ts';

test('a file is a title, a paragraph that describes it, and a text', () => {
  expect(parseArticle('# The title\n\nWhat it is about.\n\nThe text.\n')).toEqual({
    title: 'The title',
    description: 'What it is about.',
    body: 'The text.\n',
  });
});

test('a file with line ends of Windows reads the same', () => {
  expect(parseArticle('# B\r\n\r\nA.\r\n\r\nC.\r\n')).toMatchObject({
    title: 'B',
    description: 'A.',
  });
});

test('the text for a search has no marks, and keeps commands, cells and nested steps', () => {
  const markdown = [
    'Open **Policies & rules**, then [Anti-phishing](https://security.microsoft.com).',
    '',
    '1. First `step`',
    '   - nested',
    '',
    '| a | b |',
    '|---|---|',
    '| c | *d* |',
    '',
    '```powershell',
    'Get-AntiPhishPolicy | Select-Object Name',
    '```',
  ].join('\n');
  expect(plainTextOf(markdown).split('\n')).toEqual([
    'Open Policies & rules, then Anti-phishing.',
    'First step',
    'nested',
    'a',
    'b',
    'c',
    'd',
    'Get-AntiPhishPolicy | Select-Object Name',
  ]);
});
