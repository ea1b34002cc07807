import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type * as PdfMake from 'pdfmake';
import { readFontCoverage } from './font-coverage.ts';
import { createReportDocument } from './report-document.ts';
import type { ReportModel } from './report-model.ts';

/** What the worker receives for each report. */
export type ReportJob = { id: number; model: ReportModel };
/** What it answers: the bytes of the PDF, or why there are none. */
export type ReportAnswer = { id: number; bytes: Uint8Array } | { id: number; error: string };

const fontFiles = {
  normal: 'Roboto-Regular.ttf',
  bold: 'Roboto-Medium.ttf',
  italics: 'Roboto-Italic.ttf',
  bolditalics: 'Roboto-MediumItalic.ttf',
};

type Typesetter = { pdfmake: typeof PdfMake; hasGlyph: (codePoint: number) => boolean };
let typesetter: Promise<Typesetter> | undefined;

async function loadTypesetter(fontsDir: string): Promise<Typesetter> {
  // The package is CommonJS and exports one instance: at run time it is the default export, which its types leave out.
  const { default: pdfmake } = (await import('pdfmake')) as unknown as { default: typeof PdfMake };
  const fonts = Object.fromEntries(Object.entries(fontFiles).map(([style, file]) => [style, join(fontsDir, file)]));
  const allowed = new Set(Object.values(fonts));
  pdfmake.setFonts({ Roboto: fonts });
  // Text of a tenant must never make the server read a file or fetch an address.
  pdfmake.setLocalAccessPolicy((path) => allowed.has(path));
  pdfmake.setUrlAccessPolicy(() => false);
  const coverages = [fontFiles.normal, fontFiles.bold].map((file) =>
    readFontCoverage(readFileSync(join(fontsDir, file))),
  );
  return { pdfmake, hasGlyph: (codePoint) => coverages.every((covers) => covers(codePoint)) };
}

async function render(model: ReportModel, fontsDir: string): Promise<Uint8Array<ArrayBuffer>> {
  typesetter ??= loadTypesetter(fontsDir).catch((error: unknown) => {
    // A font that was missing once may be there for the next report.
    typesetter = undefined;
    throw error;
  });
  const { pdfmake, hasGlyph } = await typesetter;
  const buffer = await pdfmake.createPdf(createReportDocument(model, hasGlyph)).getBuffer();
  return new Uint8Array(buffer);
}

async function answer(job: ReportJob, fontsDir: string): Promise<void> {
  try {
    const bytes = await render(job.model, fontsDir);
    parentPort?.postMessage({ id: job.id, bytes } satisfies ReportAnswer, [bytes.buffer]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    parentPort?.postMessage({ id: job.id, error: reason } satisfies ReportAnswer);
  }
}

function fontsDirectory(data: unknown): string {
  if (typeof data === 'object' && data !== null && 'fontsDir' in data && typeof data.fontsDir === 'string') {
    return data.fontsDir;
  }
  throw new Error('The report worker was started without fontsDir');
}

const fontsDir = fontsDirectory(workerData);
parentPort?.on('message', (job: ReportJob) => {
  void answer(job, fontsDir);
});
