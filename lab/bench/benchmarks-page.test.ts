import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFigures, runInMarkdown, withFigures } from './benchmarks-page.ts';

const section = {
  title: 'Scan',
  tables: [{ columns: ['users', 's'], rows: [['1 000', '0.2 | 0.3']] }],
  notes: ['Medians.'],
  data: null,
};

test('each section is written with its tables, and what could not be measured says so', () => {
  const text = runInMarkdown('At abc.', [
    { name: 'scan', outcome: section, seconds: 12.4 },
    { name: 'pdf', outcome: { title: 'PDF', couldNotBeMeasured: 'no worker' }, seconds: 1 },
  ]);
  expect(text.split('\n\n')).toEqual([
    'At abc.',
    '### scan',
    'Scan; took 12 s.',
    '| users | s |\n| --- | ---: |\n| 1 000 | 0.2 \\| 0.3 |',
    'Medians.',
    '### pdf',
    'PDF; took 1 s.',
    '**Could not be measured**: no worker',
  ]);
});

test('new figures take the place of the old ones, and leave the rest of the page', () => {
  const once = withFigures(`above\n${emptyFigures}below`, 'old');
  const twice = withFigures(once, 'new');
  expect(twice).toContain('new');
  expect(twice).not.toContain('old');
  expect([twice.startsWith('above\n'), twice.endsWith('below')]).toEqual([true, true]);
  expect(() => withFigures('no markers', 'new')).toThrow(/no lines/);
});

test('the page of benchmarks has a place for them', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/benchmarks.md'), 'utf8');
  expect(withFigures(page, 'figures of a run')).toContain('figures of a run');
});
