import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { figure, type Section } from './table.ts';

const script = join(import.meta.dirname, '../../frontend/measure-bundle.mjs');

type Page = {
  route: string;
  gzippedKb: number;
  requests: number;
  budgetKb: number;
  requestBudget: number;
  isWithin: boolean;
};

/** Gzipped JavaScript that each page loads, from the last build of the frontend. @throws Error where there is none */
export async function benchPages(): Promise<Section> {
  // Its exit code tells of a page over its budget, which is a figure like any other here.
  const { stdout, stderr, error } = spawnSync(process.execPath, [script, '--json'], { encoding: 'utf8' });
  if (error) throw error;
  if (!stdout.trimStart().startsWith('{')) throw new Error(`measure-bundle.mjs gave no figures: ${stderr.trim()}`);
  const { pages } = JSON.parse(stdout) as { pages: Page[] };
  if (pages.length === 0) throw new Error('measure-bundle.mjs found no page');
  return {
    title: 'Pages: gzipped JavaScript of a first visit',
    tables: [
      {
        columns: ['route', 'KB', 'aim KB', 'files', 'aim files', 'within'],
        rows: pages.map((page) => [
          page.route,
          figure(page.gzippedKb, 1),
          `≤ ${page.budgetKb}`,
          String(page.requests),
          `≤ ${page.requestBudget}`,
          page.isWithin ? 'yes' : 'NO',
        ]),
      },
    ],
    notes: ['1 KB = 1000 bytes, gzip level 9.'],
    data: { pages },
  };
}
