import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { tokens } from '@fluentui/tokens';
import { expect, it } from 'vitest';
import { shortTokensOf } from './smaller-packages.ts';

const folder = dirname(createRequire(import.meta.url).resolve('@fluentui/tokens/package.json'));

it('each token of Fluent is in a build what the package says', async () => {
  const source = shortTokensOf(readFileSync(join(folder, 'lib/tokens.js'), 'utf8'));
  const built = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    tokens: Record<string, string>;
  };
  expect(Object.keys(tokens).length).toBeGreaterThan(300);
  expect(Object.fromEntries(Object.keys(tokens).map((name) => [name, built.tokens[name]]))).toEqual(tokens);
});

it('no menu of ours has a safe zone, which builds leave out', () => {
  const source = join(import.meta.dirname, 'src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((name) => readFileSync(join(source, name), 'utf8').includes('safeZone'))).toEqual([]);
});
