import type { FindingDetails } from '@tenantry/contract/findings';

const columns: [string, (finding: FindingDetails) => string][] = [
  ['id', (one) => one.id],
  ['tenant', (one) => one.tenant],
  ['category', (one) => one.category],
  ['severity', (one) => one.severity],
  ['status', (one) => one.status],
  ['title', (one) => one.title],
  ['description', (one) => one.description],
  ['recommendation', (one) => one.recommendation],
  ['affectedCount', (one) => String(one.affectedCount)],
  ['affected', (one) => one.affected.map((affected) => affected.name).join('; ')],
  ['evidence', (one) => one.evidence.map((evidence) => `${evidence.dataset}: ${evidence.observed}`).join('; ')],
  ['references', (one) => one.references.join('; ')],
  ['firstDetected', (one) => one.firstDetected],
  ['lastDetected', (one) => one.lastDetected],
  ['resolvedAt', (one) => one.resolvedAt ?? ''],
  ['resolvedBy', (one) => one.resolvedBy ?? ''],
  ['simulated', (one) => (one.isSimulated ? 'yes' : 'no')],
];

/**
 * One field of a CSV file (RFC 4180, section 2). A text that a spreadsheet would take for a formula is made harmless
 * by an apostrophe (OWASP, CSV Injection).
 */
export function csvField(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Findings as CSV after RFC 4180: a header line, CRLF after each line, in UTF-8. */
export function findingsCsv(findings: readonly FindingDetails[]): string {
  const lines = [columns.map(([name]) => name), ...findings.map((one) => columns.map(([, read]) => read(one)))];
  return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

export function findingsJson(findings: readonly FindingDetails[], exportedAt: Date, tenant: string): string {
  return `${JSON.stringify({ tenant, exportedAt: exportedAt.toISOString(), count: findings.length, findings }, null, 2)}\n`;
}
