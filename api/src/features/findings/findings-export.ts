import type { FindingDetails } from '@tenantry/contract/findings';
import { type CsvColumn, csvText, joinedTexts } from '../../http/csv.ts';

const columns: readonly CsvColumn<FindingDetails>[] = [
  ['id', (one) => one.id],
  ['tenant', (one) => one.tenant],
  ['category', (one) => one.category],
  ['severity', (one) => one.severity],
  ['status', (one) => one.status],
  ['title', (one) => one.title],
  ['description', (one) => one.description],
  ['recommendation', (one) => one.recommendation],
  ['affectedCount', (one) => String(one.affectedCount)],
  ['affected', (one) => joinedTexts(one.affected.map((affected) => affected.name))],
  ['evidence', (one) => joinedTexts(one.evidence.map((evidence) => `${evidence.dataset}: ${evidence.observed}`))],
  ['references', (one) => joinedTexts(one.references)],
  ['firstDetected', (one) => one.firstDetected],
  ['lastDetected', (one) => one.lastDetected],
  ['resolvedAt', (one) => one.resolvedAt ?? ''],
  ['resolvedBy', (one) => one.resolvedBy ?? ''],
  ['acceptedUntil', (one) => one.acceptance?.expiresAt ?? ''],
  ['acceptedBy', (one) => one.acceptance?.acceptedBy ?? ''],
  ['acceptanceReason', (one) => one.acceptance?.reason ?? ''],
  ['needsLicense', (one) => one.needsLicense ?? ''],
  ['countsWith', (one) => String(one.countsWith)],
  ['simulated', (one) => (one.isSimulated ? 'yes' : 'no')],
];

/** Findings as CSV after RFC 4180: a header line, CRLF after each line, in UTF-8. */
export function findingsCsv(findings: readonly FindingDetails[]): string {
  return csvText(columns, findings);
}

export function findingsJson(findings: readonly FindingDetails[], exportedAt: Date, tenant: string): string {
  return `${JSON.stringify({ tenant, exportedAt: exportedAt.toISOString(), count: findings.length, findings }, null, 2)}\n`;
}
