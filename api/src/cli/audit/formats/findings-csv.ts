import { countedWith } from '../../../audit/findings/license-group.ts';
import { isOpen } from '../../../domain/finding/open-findings.ts';
import { exportedFinding } from '../../../features/findings/finding-view.ts';
import { findingsCsv } from '../../../features/findings/findings-export.ts';
import type { FindingRecord } from '../../../store/findings.ts';
import type { AuditFile, AuditResult } from '../audit-result.ts';
import { articleFile, repositoryAddress } from './article-text.ts';
import { recordsOf } from './records-of-audit.ts';

/** The findings as the product exports them: the same columns, the same protection against formulas. */
export function csvFile(result: AuditResult): AuditFile {
  const records = recordsOf(result);
  const open = records.filter(isOpen);
  const others = (record: FindingRecord) => (isOpen(record) ? countedWith(record, open).length - 1 : 0);
  const rows = records.map((record) => exportedFinding(record, result.tenant.name, others(record)));
  const articleOf = (remedyId: string) =>
    repositoryAddress(result.tool, articleFile(remedyId)) ?? articleFile(remedyId);
  return { name: 'findings.csv', content: findingsCsv(rows, articleOf) };
}
