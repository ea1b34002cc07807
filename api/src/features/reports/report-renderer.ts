import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { QuestionnaireModel } from './questionnaire/questionnaire-model.ts';
import type { ReportModel } from './report-model.ts';
import type { PrintedModel, ReportAnswer, ReportJob } from './report-worker.ts';

type ReportRendererOptions = {
  /** The worker's script; by default the one beside this file. */
  workerUrl?: string | URL;
  /** Folder with the fonts that api/font-files.mjs copies. */
  fontsDir: string;
  /** Longest time one report may take, from when the worker begins it. */
  timeoutMs: number;
};

export type ReportRenderer = {
  /** The bytes of the PDF. Rejects with a ReportRenderError. Reports are made one at a time, in the order asked for. */
  render: (model: ReportModel) => Promise<Uint8Array>;
  /** The same of a question set with its answers. */
  renderQuestionnaire: (model: QuestionnaireModel) => Promise<Uint8Array>;
  /** Ends the worker; renders still waiting reject with reason `closed`. */
  close: () => Promise<void>;
};

type ReportRenderFailure = 'failed' | 'crashed' | 'timedOut' | 'closed';

/** Why there is no PDF: the report could not be laid out, the worker died, it took too long, or the renderer is closed. */
class ReportRenderError extends Error {
  readonly reason: ReportRenderFailure;

  constructor(reason: ReportRenderFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ReportRenderError';
    this.reason = reason;
  }
}

type PendingJob = {
  job: ReportJob;
  resolve: (bytes: Uint8Array) => void;
  reject: (error: ReportRenderError) => void;
};

/** Bounds what one hostile or enormous report can take from the host. */
const workerHeapMb = 768;

/** Makes PDF reports in one worker thread, started at the first render and again after a crash or time-out. */
export function createReportRenderer(options: ReportRendererOptions): ReportRenderer {
  return new WorkerRenderer(options);
}

class WorkerRenderer implements ReportRenderer {
  readonly #options: ReportRendererOptions;
  readonly #oneAtATime = pLimit(1);
  #worker: Worker | undefined;
  #current: (PendingJob & { timer: NodeJS.Timeout }) | undefined;
  #nextId = 1;
  #isClosed = false;

  constructor(options: ReportRendererOptions) {
    this.#options = options;
  }

  render(model: ReportModel): Promise<Uint8Array> {
    return this.#print(model);
  }

  renderQuestionnaire(model: QuestionnaireModel): Promise<Uint8Array> {
    return this.#print(model);
  }

  #print(model: PrintedModel): Promise<Uint8Array> {
    const job = { id: this.#nextId, model };
    this.#nextId += 1;
    return this.#oneAtATime(() => new Promise((resolve, reject) => this.#start({ job, resolve, reject })));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const ending = this.#worker;
    this.#worker = undefined;
    this.#settle((pending) => pending.reject(closedError()));
    await ending?.terminate();
  }

  #startWorker(): Worker {
    const started = new Worker(this.#options.workerUrl ?? defaultWorkerUrl(), {
      workerData: { fontsDir: this.#options.fontsDir },
      resourceLimits: { maxOldGenerationSizeMb: workerHeapMb },
    });
    started.on('message', (answer: ReportAnswer) => this.#onAnswer(started, answer));
    started.on('error', (error) => this.#onDeath(started, `The report worker crashed: ${error.message}`, error));
    started.on('exit', (code) => this.#onDeath(started, `The report worker stopped with code ${code}`));
    return started;
  }

  #onAnswer(from: Worker, answer: ReportAnswer): void {
    if (from !== this.#worker || this.#current?.job.id !== answer.id) return;
    if ('bytes' in answer) this.#settle((pending) => pending.resolve(answer.bytes));
    else
      this.#settle((pending) => pending.reject(new ReportRenderError('failed', `The report failed: ${answer.error}`)));
  }

  #onDeath(from: Worker, message: string, cause?: unknown): void {
    if (from !== this.#worker) return;
    this.#worker = undefined;
    this.#settle((pending) => pending.reject(new ReportRenderError('crashed', message, cause)));
  }

  #onTimeout(): void {
    const stuck = this.#worker;
    this.#worker = undefined;
    // Forgotten before it has ended, so that the next report gets a new worker at once.
    void stuck?.terminate();
    const message = `The report took longer than ${this.#options.timeoutMs} ms`;
    this.#settle((pending) => pending.reject(new ReportRenderError('timedOut', message)));
  }

  #settle(finish: (pending: PendingJob) => void): void {
    const done = this.#current;
    this.#current = undefined;
    // An idle worker must not keep the process alive.
    this.#worker?.unref();
    if (done !== undefined) {
      clearTimeout(done.timer);
      finish(done);
    }
  }

  #start(next: PendingJob): void {
    if (this.#isClosed) {
      next.reject(closedError());
      return;
    }
    this.#current = { ...next, timer: setTimeout(() => this.#onTimeout(), this.#options.timeoutMs) };
    try {
      this.#worker ??= this.#startWorker();
      this.#worker.ref();
      this.#worker.postMessage(next.job);
    } catch (error) {
      const message = `The report could not be handed to the worker: ${error instanceof Error ? error.message : String(error)}`;
      this.#settle((pending) => pending.reject(new ReportRenderError('failed', message, error)));
    }
  }
}

function closedError(): ReportRenderError {
  return new ReportRenderError('closed', 'The report renderer is closed');
}

function defaultWorkerUrl(): URL {
  const self: string | undefined = import.meta.url;
  // In the CommonJS bundle import.meta.url is empty, and the worker is a bundle of its own in the same folder.
  if (self === undefined) return pathToFileURL(join(__dirname, 'report-worker.js'));
  return new URL(self.endsWith('.ts') ? './report-worker.ts' : './report-worker.js', self);
}
