import type { AuditRecord } from '../../../store/audits.ts';
import type { ExportReads } from '../../../store/export-reads.ts';
import type { ScanRecord } from '../../../store/scans.ts';
import { readRecords } from '../read-records.ts';
import { defineTable, type ExportTable, flag, instant, json, text, whole } from '../table.ts';

const auditColumns = {
  id: text(),
  tenantId: text(),
  data: json(),
  overallScore: whole(),
  overallStatus: text(),
  criticalIssues: whole({ initial: 0 }),
  createdAt: instant(),
};

/** As the API says it (design, 18). */
const statusWords: Record<AuditRecord['overallStatus'], string | null> = {
  OK: 'pass',
  Warning: 'warning',
  Critical: 'fail',
  Unknown: null,
};

const scanColumns = {
  id: text(),
  tenantId: text(),
  scanType: text({ initial: 'live_graph' }),
  status: text(),
  resultSummary: text(),
  rawJson: json(),
  errorMessage: text(),
  userCount: whole(),
  findingsGenerated: whole(),
  initiatedBy: text(),
  timestamp: instant(),
  completedAt: instant(),
  duration: whole(),
};

function summaryOf({ status, score, findingsGenerated }: ScanRecord): string | null {
  if (status !== 'completed') return null;
  const scored = score === null ? 'no score' : `score ${score}`;
  return `${scored}, ${findingsGenerated ?? 'unknown number of'} findings`;
}

const resultColumns = {
  id: text(),
  tenantId: text(),
  scanType: text(),
  data: json(),
  source: text({ initial: 'Manual' }),
  triggeredBy: text(),
  createdAt: instant(),
};

/** What scans that completed found: a view of their records, since there is no second store of it. */
const resultOf = ({
  score,
  coverage,
  outcome,
  userCount,
  findingsGenerated,
  approvalsCreated,
  datasets,
}: ScanRecord) => ({
  ...{ score, coverage, outcome, userCount, findingsGenerated, approvalsCreated, datasets },
});

const findingColumns = {
  id: text(),
  tenantId: text(),
  category: text(),
  severity: text(),
  title: text(),
  description: text(),
  recommendation: text(),
  status: text({ initial: 'OPEN' }),
  affectedEntities: json(),
  complianceFrameworks: json(),
  createdAt: instant(),
  updatedAt: instant(),
};

const checklistColumns = {
  id: text(),
  tenantId: text(),
  scanId: text(),
  itemId: text(),
  checked: flag({ initial: false }),
  comment: text(),
  updatedAt: instant(),
};

/** Scans and what they found. */
export function scanTables(reads: ExportReads) {
  const auditResults = defineTable('audit_results', auditColumns, async function* (unreadable) {
    for await (const audit of readRecords(reads, 'auditResults', unreadable)) {
      yield { ...audit, overallStatus: statusWords[audit.overallStatus] };
    }
  });
  const scanLogs = defineTable('scan_logs', scanColumns, async function* (unreadable) {
    for await (const scan of readRecords(reads, 'scanLogs', unreadable)) {
      yield { ...scan, resultSummary: summaryOf(scan), rawJson: resultOf(scan), duration: scan.durationMs };
    }
  });
  const scanResults = defineTable('scan_results', resultColumns, async function* (unreadable) {
    for await (const scan of readRecords(reads, 'scanLogs', unreadable)) {
      if (scan.status !== 'completed') continue;
      const { id, tenantId, scanType, initiatedBy, completedAt } = scan;
      const source = initiatedBy === 'system' ? 'Scheduled' : undefined;
      yield { id, tenantId, scanType, data: resultOf(scan), source, triggeredBy: initiatedBy, createdAt: completedAt };
    }
  });
  const findings = defineTable('findings', findingColumns, async function* (unreadable) {
    for await (const finding of readRecords(reads, 'findings', unreadable)) {
      const { references, firstDetected, lastDetected } = finding;
      yield { ...finding, complianceFrameworks: references, createdAt: firstDetected, updatedAt: lastDetected };
    }
  });
  const manualChecklists = defineTable('manual_checklists', checklistColumns, async function* (unreadable) {
    for await (const item of readRecords(reads, 'manualChecklists', unreadable)) yield item;
  });
  return { auditResults, scanLogs, scanResults, findings, manualChecklists } satisfies Record<string, ExportTable>;
}
