import type { FindingDetails } from '@tenantry/contract/findings';

/** Several texts in one field: each made harmless by itself, since a hostile name may hold any separator. */
const joined = (texts: readonly string[]) => texts.map(harmless).join(' | ');

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
  ['affected', (one) => joined(one.affected.map((affected) => affected.name))],
  ['evidence', (one) => joined(one.evidence.map((evidence) => `${evidence.dataset}: ${evidence.observed}`))],
  ['references', (one) => joined(one.references)],
  ['firstDetected', (one) => one.firstDetected],
  ['lastDetected', (one) => one.lastDetected],
  ['resolvedAt', (one) => one.resolvedAt ?? ''],
  ['resolvedBy', (one) => one.resolvedBy ?? ''],
  ['simulated', (one) => (one.isSimulated ? 'yes' : 'no')],
];

/** Begins, after white space and invisible characters, like a formula; full-width signs are taken for the plain ones. */
const formula = /^[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u;

/** A text that a spreadsheet would take for a formula is made harmless by an apostrophe (OWASP, CSV Injection). */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** One field of a CSV file (RFC 4180, section 2), always in quotes: another list separator cannot split it. */
export function csvField(value: string): string {
  return `"${harmless(value).replaceAll('"', '""')}"`;
}

/** Findings as CSV after RFC 4180: a header line, CRLF after each line, in UTF-8. */
export function findingsCsv(findings: readonly FindingDetails[]): string {
  const lines = [columns.map(([name]) => name), ...findings.map((one) => columns.map(([, read]) => read(one)))];
  return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

export function findingsJson(findings: readonly FindingDetails[], exportedAt: Date, tenant: string): string {
  return `${JSON.stringify({ tenant, exportedAt: exportedAt.toISOString(), count: findings.length, findings }, null, 2)}\n`;
}
