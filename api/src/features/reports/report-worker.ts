import { parentPort, workerData } from 'node:worker_threads';
import { clientSummaryPdf } from './client-summary.ts';
import { pressPdf } from './press/press.ts';
import { type PressFonts, readPressFonts } from './press/press-fonts.ts';
import { questionnaireDocument } from './questionnaire/questionnaire-document.ts';
import type { QuestionnaireModel } from './questionnaire/questionnaire-model.ts';
import { createReportDocument } from './report-document.ts';
import type { ReportModel } from './report-model.ts';

/** What the worker receives for each report. */
export type ReportJob = { id: number; model: PrintedModel };
/** What can be printed: a report of an audit, or a question set with its answers. */
export type PrintedModel = ReportModel | QuestionnaireModel;
/** What it answers: the bytes of the PDF, or why there are none. */
export type ReportAnswer = { id: number; bytes: Uint8Array } | { id: number; error: string };

let fonts: PressFonts | undefined;

async function render(model: PrintedModel, fontsDir: string): Promise<Uint8Array<ArrayBuffer>> {
  // Read with the first report, which fails where a file is missing; it may be there for the next.
  fonts ??= readPressFonts(fontsDir);
  if ('questionnaire' in model) return (await pressPdf(questionnaireDocument(model, fonts.hasGlyph), fonts)).bytes;
  if (model.form === 'summary') return clientSummaryPdf(model, fonts);
  return (await pressPdf(createReportDocument(model, fonts.hasGlyph), fonts)).bytes;
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
