import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadCompliance, FrameworkId } from '@tenantry/contract/compliance';
import { downloadFindings } from '@tenantry/contract/findings';
import { generateReport } from '@tenantry/contract/generated-reports';
import { startScan } from '@tenantry/contract/scans';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { copyFonts } from '../../../font-files.mjs';
import { createTestApp } from '../../../testing/test-app.ts';
import { canBeLookedUp } from '../../domain/finding/references.ts';
import { pressPdf } from './press/press.ts';
import { readPressFonts } from './press/press-fonts.ts';
import { createReportDocument } from './report-document.ts';
import type { ReportFinding, ReportModel } from './report-model.ts';
import { sampleReport } from './report-samples.ts';
import { pdfText } from './testing/pdf-text.ts';
import { reportText } from './testing/report-text.ts';

const { id: tenantId } = weakProfile;
const isWeighty = ({ severity }: Pick<ReportFinding, 'severity'>) => severity === 'critical' || severity === 'high';
const maxPages = 30;

/** The report of the weak demonstration tenant as it is asked for without a word about its form, and its files. */
async function reportAndFiles() {
  const app = await createTestApp();
  try {
    const cookie = await app.registerAdmin();
    const rendering = vi.spyOn(app.app.reportQueue, 'renderJob').mockResolvedValue(Uint8Array.from([37]));
    await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
    await app.drainQueue();
    await app.call(generateReport, { body: { tenantId }, cookie });
    await app.drainQueue();
    const model = rendering.mock.calls[0]?.[0];
    if (!model) throw new Error('No report was asked for');
    const csv = await app.call(downloadFindings, { params: { id: tenantId }, query: { format: 'csv' }, cookie });
    const ofFrameworks = await Promise.all(
      FrameworkId.options.map((framework) =>
        app.call(downloadCompliance, { params: { id: tenantId }, query: { framework, format: 'csv' }, cookie }),
      ),
    );
    const text = (answer: { bytes: Uint8Array }) => Buffer.from(answer.bytes).toString('utf8').replaceAll('""', '"');
    return { model, findingsFile: text(csv), frameworkFiles: ofFrameworks.map(text).join('\n') };
  } finally {
    await app.close();
  }
}

describe('the short form of the weak demonstration tenant', () => {
  const fontsDir = mkdtempSync(join(tmpdir(), 'tenantry-fonts-'));
  copyFonts(fontsDir);
  afterAll(() => rmSync(fontsDir, { recursive: true }));
  let told: Awaited<ReturnType<typeof reportAndFiles>>;
  let text: string;
  beforeAll(async () => {
    told = await reportAndFiles();
    text = reportText(told.model);
  }, 120_000);

  test('is what is made where nobody asks for another form', () => expect(told.model.form).toBe('short'));

  test(`has ${maxPages} pages at most`, async () => {
    const fonts = readPressFonts(fontsDir);
    const { bytes, pages } = await pressPdf(createReportDocument(told.model, fonts.hasGlyph), fonts);
    expect(pages).toBeLessThanOrEqual(maxPages);
    expect(pdfText(bytes).pages).toBe(pages);
  }, 60_000);

  test('names every finding', () => {
    for (const { title } of told.model.findings) expect(text).toContain(title);
  });

  test('leaves nothing out of the findings that is not in their file', () => {
    const { model, findingsFile } = told;
    const leftOut = model.findings.filter((finding) => !isWeighty(finding) && finding.covers.length === 0);
    expect(leftOut.length).toBeGreaterThan(50);
    for (const { message, impact, recommendation, evidence, affected, references } of leftOut) {
      const texts = [message, impact ?? '', recommendation, ...references.filter(canBeLookedUp)];
      const seen = [...evidence.map(({ observed }) => observed), ...affected.map(({ name }) => name)];
      for (const one of [...texts, ...seen]) expect(findingsFile).toContain(one);
    }
  });

  test('leaves nothing out of frameworks and passed checks that is not in the files of the frameworks', () => {
    const { model, frameworkFiles } = told;
    for (const { id, title } of model.frameworks.flatMap(({ controls }) => controls)) {
      expect(frameworkFiles).toContain(`"${id}"`);
      expect(frameworkFiles).toContain(title);
    }
    const passed = model.categories.flatMap(({ verdicts }) => verdicts.filter(({ status }) => status === 'pass'));
    for (const { message } of passed) expect(`${frameworkFiles}\n${text}`).toContain(message);
  });
});

describe('the short form', () => {
  const model: ReportModel = { ...sampleReport(40), form: 'short' };
  for (const [index, finding] of model.findings.entries()) {
    finding.evidence = [{ dataset: 'users', observed: `Seen ${index}.` }];
    finding.recommendation = `Advice number ${index} is this.`;
  }
  const text = reportText(model);
  const ofSeverity = (severity: ReportFinding['severity']) =>
    [...model.findings.entries()].filter(([, finding]) => finding.severity === severity).map(([index]) => index);

  test('tells what was seen and what to do of critical and high findings', () => {
    for (const index of [...ofSeverity('critical'), ...ofSeverity('high')]) {
      expect(text).toContain(`Seen ${index}.`);
      expect(text).toContain(`Advice number ${index} is this.`);
    }
  });

  test('tells of medium findings what to do, and not what was seen', () => {
    for (const index of ofSeverity('medium')) {
      expect(text).toContain(`Advice number ${index} is this.`);
      expect(text).not.toContain(`Seen ${index}.`);
    }
  });

  test('has a row for each of the others, and says where the rest is', () => {
    for (const index of [...ofSeverity('low'), ...ofSeverity('info')]) {
      expect(text).not.toContain(`Advice number ${index} is this.`);
    }
    expect(text).toContain('the file of the findings (CSV)');
    expect(text).toContain(`Low findings (${ofSeverity('low').length})`);
  });

  test('cuts a medium finding that is longer than half a page, and says so by an ellipsis', () => {
    const [longest] = model.findings.filter(({ severity }) => severity === 'medium');
    const recommendation = Array.from({ length: 90 }, (_, step) => `Step ${step} is to do it.`).join(' ');
    const findings = longest ? [{ ...longest, recommendation }] : [];
    const cut = reportText({ ...model, findings });
    expect(cut).toContain('Step 9 is to do it.');
    expect(cut).not.toContain('Step 60 is to do it.');
    expect(cut).toMatch(/Step \d+[^\n]*…/);
  });
});
