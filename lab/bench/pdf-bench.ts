import { join } from 'node:path';
import { createReportRenderer, type ReportRenderer } from '../../api/src/features/reports/report-renderer.ts';
import { sampleReport } from '../../api/src/features/reports/report-samples.ts';
import type { Size } from './bench-arguments.ts';
import { figure, median, type Section } from './table.ts';

const dist = join(import.meta.dirname, '../../api/dist');
const sizes = { usual: { findingCount: 500, runs: 3 }, smallest: { findingCount: 10, runs: 1 } } as const;
/** So long that it bounds a hanging run and no slow one. */
const timeoutMs = 120_000;

type Render = { seconds: number; bytes: Uint8Array };

const rendererOf = (workerUrl: string | URL): ReportRenderer =>
  createReportRenderer({ workerUrl, fontsDir: join(dist, 'fonts'), timeoutMs });

/** @throws Error where what came is no report: a file without a page */
async function render(renderer: ReportRenderer, findingCount: number): Promise<Render> {
  const model = sampleReport(findingCount);
  const startMs = performance.now();
  const bytes = await renderer.render(model);
  const seconds = (performance.now() - startMs) / 1000;
  if (pagesIn(bytes) === 0) throw new Error('The report has no page');
  return { seconds, bytes };
}

/** A page object each, in the plain part of the file. */
const pagesIn = (bytes: Uint8Array): number =>
  Buffer.from(bytes)
    .toString('latin1')
    .match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

/** Two reports from a worker that has just been started: the first one pays for loading the library and the fonts. */
async function coldAndWarm(workerUrl: string | URL, findingCount: number): Promise<{ cold: Render; warm: Render }> {
  const renderer = rendererOf(workerUrl);
  try {
    return { cold: await render(renderer, findingCount), warm: await render(renderer, findingCount) };
  } finally {
    await renderer.close();
  }
}

/** A report of many findings by the built worker, beside the same words as plain paragraphs. */
export async function benchPdf({ size }: { size: Size }): Promise<Section> {
  const { findingCount, runs } = sizes[size];
  const report = join(dist, 'report-worker.js');
  const plain = new URL('./pdf-floor-worker.ts', import.meta.url);
  const pairs: { report: Awaited<ReturnType<typeof coldAndWarm>>; floor: Awaited<ReturnType<typeof coldAndWarm>> }[] =
    [];
  for (let run = 0; run < runs; run += 1) {
    pairs.push({ floor: await coldAndWarm(plain, findingCount), report: await coldAndWarm(report, findingCount) });
  }
  const of = (which: 'report' | 'floor', state: 'cold' | 'warm'): number =>
    median(pairs.map((pair) => pair[which][state].seconds));
  const [first] = pairs;
  if (!first) throw new Error('No report was made');
  const row = (state: 'cold' | 'warm'): string[] => [
    state,
    figure(of('report', state), 2),
    figure(of('floor', state), 2),
    `${figure(of('report', state) / of('floor', state), 2)} ×`,
    figure(first.report[state].bytes.length / 1000),
    figure(pagesIn(first.report[state].bytes)),
    figure(pagesIn(first.floor[state].bytes)),
  ];
  return {
    title: `PDF: a report of ${findingCount} findings`,
    tables: [
      {
        columns: ['worker', 'seconds', 'floor s', 'ratio', 'KB', 'pages', 'floor pages'],
        rows: [row('cold'), row('warm')],
      },
    ],
    notes: [`Floor: the same words as plain paragraphs by the same library. Medians of ${runs}, taking turns.`],
    data: {
      findingCount,
      bytes: first.report.warm.bytes.length,
      runs: pairs.map(({ report, floor }) => ({
        reportSeconds: { cold: report.cold.seconds, warm: report.warm.seconds },
        floorSeconds: { cold: floor.cold.seconds, warm: floor.warm.seconds },
      })),
    },
  };
}
