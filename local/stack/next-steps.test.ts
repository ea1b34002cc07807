import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../build-outputs.ts';
import { nextSteps } from './next-steps.ts';

const url = 'http://localhost:4300';
const said = (hasDemonstration = false) => nextSteps(url, hasDemonstration).join('\n');

test('the steps name pages and documents that are there', () => {
  const pages = readFileSync(join(ROOT, 'frontend/src/lib/paths.ts'), 'utf8');
  for (const path of ['/admin/graph-settings', '/callback']) {
    expect(said()).toContain(`${url}${path}`);
    expect(pages).toContain(`'${path}'`);
  }
  const [document = ''] = /docs\/\S+/.exec(said()) ?? [];
  expect(existsSync(join(ROOT, document))).toBe(true);
});

test('simulated tenants beside real ones are spoken of', () => {
  expect(said(true)).toContain('simulated');
  expect(said(false)).not.toContain('simulated');
});
