import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { copyFonts } from '../../../font-files.mjs';
import { createReportRenderer, type ReportRenderer } from './report-renderer.ts';
import { sampleFinding, sampleReport } from './report-samples.ts';
import { pdfText } from './testing/pdf-text.ts';

const fontsDir = mkdtempSync(join(tmpdir(), 'tenantry-fonts-'));
copyFonts(fontsDir);
afterAll(() => rmSync(fontsDir, { recursive: true }));
const renderers: ReportRenderer[] = [];

function start(options: { timeoutMs?: number; script?: string } = {}): ReportRenderer {
  const renderer = createReportRenderer({
    fontsDir,
    timeoutMs: options.timeoutMs ?? 30_000,
    ...(options.script === undefined
      ? {}
      : { workerUrl: new URL(`data:text/javascript,${encodeURIComponent(options.script)}`) }),
  });
  renderers.push(renderer);
  return renderer;
}

/** A stand-in for the worker, so that a crash happens when the test wants it; the model's domain is the command. */
const obedientWorker = `
  import { parentPort } from 'node:worker_threads';
  let jobs = 0;
  parentPort.on('message', ({ id, model }) => {
    jobs += 1;
    if (model.tenant.domain === 'throw') throw new Error('out of ink');
    if (model.tenant.domain === 'exit') process.exit(3);
    if (model.tenant.domain === 'hang') for (;;) {}
    parentPort.postMessage({ id, bytes: new Uint8Array([jobs]) });
  });`;

function command(domain: string) {
  const model = sampleReport(0);
  return { ...model, tenant: { ...model.tenant, domain } };
}

afterEach(async () => {
  await Promise.all(renderers.splice(0).map((renderer) => renderer.close()));
});

test('a report becomes a PDF whose text and page numbers can be read back', async () => {
  const bytes = await start().render(sampleReport(12));
  expect(Buffer.from(bytes.subarray(0, 8)).toString()).toBe('%PDF-1.7');
  const { pages, text } = pdfText(bytes);
  expect(pages).toBeGreaterThan(8);
  expect(text).toContain(`Page ${pages} of ${pages}`);
  expect(text.split('What is wrong')).toHaveLength(13);
  expect(text).toContain('ContentsExecutive summary3');
  // pdfmake lays the page numbers of the contents out as 00000 and must have put them in.
  expect(text).toMatch(/Findings[1-9]\d?Critical findings \(3\)[1-9]/);
  expect(text).not.toContain('00000F');
}, 60_000);

test('nothing of a finding is lost when its texts are as long as they may be and have no spaces', async () => {
  const model = sampleReport(0);
  const wide = 'W'.repeat(5000);
  const findingOf = (letter: string) => ({
    ...sampleFinding(0),
    title: wide,
    evidence: Array.from({ length: 9 }, (_, index) => ({
      dataset: wide,
      observed: `seen-${index}-${letter.repeat(5000)}`,
      objectId: wide,
    })),
    affected: Array.from({ length: 20 }, (_, index) => ({
      type: 'user' as const,
      id: `${index}-${letter.repeat(5000)}`,
      name: `who-${index}-${wide}`,
    })),
    affectedCount: 20,
    recommendation: `advice-${wide}`,
    references: Array.from({ length: 9 }, (_, index) => `https://learn.microsoft.com/ref-${index}-${wide}`),
  });
  model.findings = [findingOf('W'), { ...findingOf('V'), severity: 'low', recommendation: wide }];
  const { text } = pdfText(await start().render(model));
  const expected = [
    ...Array.from({ length: 6 }, (_, index) => `seen-${index}-`),
    ...Array.from({ length: 12 }, (_, index) => `who-${index}-`),
    ...Array.from({ length: 6 }, (_, index) => `ref-${index}-`),
    'and 8 more',
  ];
  expect(expected.filter((part) => text.split(part).length !== 3)).toEqual([]);
  expect(text).toContain('advice-');
}, 60_000);

test('no check is lost, however long its texts are, in the first report of a worker and in the next', async () => {
  const model = sampleReport(0);
  model.categories = model.categories.map((category, place) => ({
    ...category,
    verdicts: category.verdicts.map((verdict, index) => ({
      ...verdict,
      title: `check-${place}-${index}-end ${(index % 3 ? 'W' : 'Long words ').repeat(300)}`,
      message: `${place}-${index} ${(index % 2 ? 'W' : 'some words ').repeat(900)}`,
    })),
  }));
  const renderer = start();
  const [first, second] = [pdfText(await renderer.render(model)), pdfText(await renderer.render(model))];
  const ids = model.categories.flatMap(({ verdicts }) => verdicts.map(({ title }) => title.split(' ')[0] ?? ''));
  expect(ids.filter((id) => !first.text.includes(id))).toEqual([]);
  expect(second).toEqual(first);
}, 60_000);

test('characters that the typeface lacks are printed as a mark and the method page says how many', async () => {
  const model = sampleReport(0);
  model.tenant.name = 'שלום Łódź';
  const { text } = pdfText(await start().render(model));
  expect(text).toContain('\uFFFD\uFFFD\uFFFD\uFFFD Łódź');
  expect(text.replaceAll('\n', '')).toContain('4 characters in names or texts are not in the font');
}, 60_000);

test('names in Greek, Cyrillic, Japanese, Korean and Chinese are printed, in headings and in bold too', async () => {
  const name = 'Ελληνική Τράπεζα · Банк · 株式会社テスト · 주식회사 · 测试公司';
  const model = sampleReport(1);
  model.tenant.name = name;
  model.findings = [{ ...sampleFinding(0), title: `${name} has no second factor` }];
  const { text } = pdfText(await start().render(model));
  expect(text).toContain(name);
  expect(text).toContain(`${name} has no second factor`);
  expect(text).not.toMatch(/\uFFFD|not in the font/);
}, 60_000);

test('a report that fails rejects with the reason and the same worker makes the next one', async () => {
  const renderer = start();
  const failing = renderer.render({ ...sampleReport(0), generatedAt: 'not a date' });
  const next = renderer.render(sampleReport(0));
  await expect(failing).rejects.toMatchObject({ reason: 'failed', message: expect.stringContaining('"not a date"') });
  expect(pdfText(await next).pages).toBeGreaterThan(4);
}, 60_000);

test('missing fonts are an error that names the file', async () => {
  const renderer = createReportRenderer({ fontsDir: '/nowhere', timeoutMs: 30_000 });
  renderers.push(renderer);
  await expect(renderer.render(sampleReport(0))).rejects.toMatchObject({
    reason: 'failed',
    message: expect.stringContaining('Roboto-Regular.ttf'),
  });
}, 60_000);

test.each(['throw', 'exit'])(
  'a worker that dies by %s rejects its job alone, and a new worker makes the next',
  async (death) => {
    const renderer = start({ script: obedientWorker });
    const jobs = ['ok', death, 'ok'].map((domain) => renderer.render(command(domain)));
    const [before, dying, after] = await Promise.allSettled(jobs);
    expect(before).toEqual({ status: 'fulfilled', value: new Uint8Array([1]) });
    expect(dying).toMatchObject({ status: 'rejected', reason: { reason: 'crashed' } });
    // The first job of its worker: the dead one was replaced.
    expect(after).toEqual({ status: 'fulfilled', value: new Uint8Array([1]) });
  },
);

test('a job that takes too long is ended and the next one is made', async () => {
  const renderer = start({ script: obedientWorker, timeoutMs: 5000 });
  const [hanging, next] = await Promise.allSettled([renderer.render(command('hang')), renderer.render(command('ok'))]);
  expect(hanging).toMatchObject({ status: 'rejected', reason: { reason: 'timedOut' } });
  expect(next).toMatchObject({ status: 'fulfilled' });
});

test('one worker serves several reports in the order asked for', async () => {
  const renderer = start({ script: obedientWorker });
  const answers = await Promise.all(['a', 'b', 'c'].map((domain) => renderer.render(command(domain))));
  expect(answers.map((bytes) => bytes[0])).toEqual([1, 2, 3]);
});

test('a closed renderer rejects what waits and what comes later', async () => {
  const renderer = start({ script: obedientWorker });
  const waiting = Promise.allSettled([renderer.render(command('hang')), renderer.render(command('ok'))]);
  await renderer.close();
  const outcomes = [...(await waiting), ...(await Promise.allSettled([renderer.render(command('ok'))]))];
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.reason)).toEqual([
    'closed',
    'closed',
    'closed',
  ]);
});
