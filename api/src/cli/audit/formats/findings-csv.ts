import { exportedFinding } from '../../../features/findings/finding-view.ts';
import { findingsCsv } from '../../../features/findings/findings-export.ts';
import type { AuditFile, AuditResult } from '../audit-result.ts';
import { articleFile, repositoryAddress } from './article-text.ts';
import { recordsOf } from './records-of-audit.ts';

/** The findings as the product exports them: the same columns, the same protection against formulas. */
export function csvFile(result: AuditResult): AuditFile {
  const records = recordsOf(result);
  const others = (needsLicense: string | null, status: string) =>
    needsLicense === null
      ? 0
      : records.filter((one) => one.needsLicense === needsLicense && one.status === status).length - 1;
  const rows = records.map((record) =>
    exportedFinding(record, result.tenant.name, others(record.needsLicense, record.status)),
  );
  const articleOf = (remedyId: string) =>
    repositoryAddress(result.tool, articleFile(remedyId)) ?? articleFile(remedyId);
  return { name: 'findings.csv', content: findingsCsv(rows, articleOf) };
}
