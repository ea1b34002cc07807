import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs')).map((name) => join('docs', name)),
];

/** The shell commands of a page, each block with the line that it begins at; what stands in angle brackets is for the reader. */
function blocksOf(page: string): { at: string; text: string }[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^( *)```(?:sh|bash)\n([\s\S]*?)^ *```$/gm)].map((match) => ({
    at: `${page}:${text.slice(0, match.index).split('\n').length}`,
    text: (match[2] ?? '').replace(/<[\w #@/.-]+>/g, 'PLACEHOLDER'),
  }));
}

const blocks = pages.filter((page) => page.endsWith('.md')).flatMap(blocksOf);

test('there are commands to read, in the pages that an operator copies from', () => {
  const found = new Set(blocks.map(({ at }) => at.split(':')[0]));
  for (const page of ['README.md', 'docs/deploy.md', 'docs/pipeline.md']) expect(found).toContain(page);
});

test.each(blocks.map(({ at, text }) => [at, text]))('the commands at %s can be parsed by a shell', (_at, text) => {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
  expect(`${status} ${stderr}`).toBe('0 ');
});

// zsh, the shell of macOS, reads `$A:P` as a modifier of A and `$A[1]` as a part of it: `${A}:P` and `${A}[1]` mean the same in both.
test.each(blocks.map(({ at, text }) => [at, text]))(
  'no variable at %s stands before a colon or a bracket without braces',
  (_at, text) => {
    expect(text.match(/\$\w+[:[]/g)).toBeNull();
  },
);
