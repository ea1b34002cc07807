import type { AuditFile, AuditResult } from '../audit-result.ts';
import { auditJson } from './audit-json.ts';
import { csvFile } from './findings-csv.ts';
import type { FormatName } from './format-names.ts';
import { junitFile } from './junit.ts';
import { htmlFile } from './report-html.ts';
import { pdfFile } from './report-pdf.ts';
import { sarifFile } from './sarif.ts';
import { snapshotJson } from './snapshot-json.ts';

type Format = (result: AuditResult) => AuditFile | Promise<AuditFile>;

/** Every format by its name. */
export const formats: Readonly<Record<FormatName, Format>> = {
  json: auditJson,
  csv: csvFile,
  pdf: pdfFile,
  html: htmlFile,
  sarif: sarifFile,
  junit: junitFile,
  snapshot: snapshotJson,
};
