import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFonts } from '../../../../font-files.mjs';
import { createReportRenderer } from '../../../features/reports/report-renderer.ts';
import type { AuditFile, AuditResult } from '../audit-result.ts';
import { reportOfAudit } from './report-of-audit.ts';

/** A report of the largest audits takes seconds; what takes longer hangs. */
const timeoutMs = 120_000;

/** The report as the product makes it, in the same worker. The fonts that it is set in are copied for it and removed. */
export async function pdfFile(result: AuditResult): Promise<AuditFile> {
  const fontsDir = await mkdtemp(join(tmpdir(), 'tenantry-fonts-'));
  const renderer = createReportRenderer({ fontsDir, timeoutMs });
  try {
    copyFonts(fontsDir);
    return { name: 'report.pdf', content: await renderer.render(reportOfAudit(result)) };
  } finally {
    await renderer.close();
    await rm(fontsDir, { recursive: true, force: true });
  }
}
