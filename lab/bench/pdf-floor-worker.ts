import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type * as PdfMake from 'pdfmake';
import type { ReportAnswer, ReportJob } from '../../api/src/features/reports/report-worker.ts';

/** Every text of a value, in its order. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The floor of a report: the same words as plain paragraphs by the same library, with no table, chart or style. */
async function plainPdf(job: ReportJob, fontsDir: string): Promise<Uint8Array> {
  // The package is CommonJS and exports one instance: at run time it is the default export, which its types leave out.
  const { default: pdfmake } = (await import('pdfmake')) as unknown as { default: typeof PdfMake };
  const regular = join(fontsDir, 'Roboto-Regular.ttf');
  pdfmake.setFonts({ Roboto: { normal: regular, bold: regular, italics: regular, bolditalics: regular } });
  pdfmake.setLocalAccessPolicy((path) => path === regular);
  pdfmake.setUrlAccessPolicy(() => false);
  return new Uint8Array(await pdfmake.createPdf({ content: textsOf(job.model) }).getBuffer());
}

const { fontsDir } = workerData as { fontsDir: string };
parentPort?.on('message', (job: ReportJob) => {
  // A rejection ends the worker, and the renderer says why.
  void plainPdf(job, fontsDir).then((bytes) => parentPort?.postMessage({ id: job.id, bytes } satisfies ReportAnswer));
});
