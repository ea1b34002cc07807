import { tenantRecordId } from '@tenantry/contract/ids';
import { findingId } from '../../api/src/audit/findings/finding-id.ts';
import { all } from '../../api/src/ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../../api/src/ports/record-store.ts';
import type { ApprovalRecord } from '../../api/src/store/approvals.ts';
import type { AuditRecord } from '../../api/src/store/audits.ts';
import { containers } from '../../api/src/store/containers.ts';
import type { FindingRecord } from '../../api/src/store/findings.ts';
import type { ScanRecord } from '../../api/src/store/scans.ts';
import { approvalProblems, type Decided } from './approvals-due.ts';

/** What a tenant's records say after a scan, to be compared with those after another one. */
export type Outcome = { score: number | null; open: string };

/** What is wrong; each line is one problem. */
export type Problems = { expect(holds: boolean, problem: string): void };

/** The fields that are compared: thirty thousand findings whole would be a hundred megabytes. */
async function read<T extends { id: string }, K extends keyof T>(
  store: RecordStore,
  container: ContainerDefinition,
  fields: readonly K[],
): Promise<Pick<T, K>[]> {
  const found: Pick<T, K>[] = [];
  for await (const record of all(store.across<T>(container))) {
    found.push(Object.fromEntries(fields.map((field) => [field, record[field]])) as Pick<T, K>);
  }
  return found;
}

function byTenant<T extends { tenantId: string }>(records: readonly T[]): Map<string, T[]> {
  return Map.groupBy(records, ({ tenantId }) => tenantId);
}

type Run = { runId: string; tenants: readonly string[] /** With this one. */; runs: number };

async function checkScans(store: RecordStore, { runId, tenants, runs }: Run, problems: Problems) {
  const fields = ['id', 'tenantId', 'runId', 'status', 'attempts', 'errorMessage', 'hasOutbox'] as const;
  const every = await read<ScanRecord, (typeof fields)[number]>(store, containers.scanLogs, fields);
  const scans = every.filter((scan) => scan.runId === runId);
  const found = byTenant(scans);
  for (const tenantId of tenants) {
    const of = found.get(tenantId) ?? [];
    problems.expect(of.length === 1, `${tenantId}: ${of.length} scans of the run`);
    for (const { status, errorMessage, hasOutbox } of of) {
      problems.expect(status === 'completed', `${tenantId}: its scan is ${status}: ${errorMessage}`);
      problems.expect(!hasOutbox, `${tenantId}: its scan has entries that are not in the trail`);
    }
  }
  const expected = tenants.length * runs;
  problems.expect(every.length === expected, `${every.length} scans in all instead of ${expected}`);
  return scans;
}

async function checkFindings(store: RecordStore, problems: Problems) {
  const fields = [
    ...(['id', 'tenantId', 'checkId', 'status', 'severity', 'needsLicense', 'closedBy'] as const),
    ...(['verdictStatus', 'scanLogId', 'occurrence'] as const),
  ] as const;
  const findings = await read<FindingRecord, (typeof fields)[number]>(store, containers.findings, fields);
  const keys = new Set<string>();
  for (const { id, tenantId, checkId, occurrence } of findings) {
    const expected = tenantRecordId(tenantId, findingId(tenantId, checkId));
    problems.expect(id === expected, `${id}: the finding of ${checkId} is to be ${expected}`);
    problems.expect(!keys.has(expected), `${tenantId}: the finding of ${checkId} stands twice`);
    problems.expect(occurrence === 1, `${id}: opened ${occurrence} times`);
    keys.add(expected);
  }
  return findings;
}

async function checkApprovals(store: RecordStore, findings: readonly Decided[], problems: Problems) {
  const fields = ['tenantId', 'remedyId', 'findings', 'status'] as const;
  const every = await read<ApprovalRecord, (typeof fields)[number]>(store, containers.approvals, fields);
  // Where a later scan finds more of the same, the request of before is closed and a newer one asks (decision 009).
  const approvals = every.filter(({ status }) => status !== 'closed');
  for (const problem of approvalProblems(findings, approvals)) problems.expect(false, problem);
  return approvals.length;
}

/**
 * Holds the records against "every tenant was scanned once by this run": one completed scan and one audit for each,
 * every finding once under its derived id, one approval for each remedy that is asked for.
 * @returns each tenant's outcome, and how often its scan was begun
 */
export async function checkRun(store: RecordStore, run: Run, problems: Problems) {
  const scans = await checkScans(store, run, problems);
  const auditFields = ['tenantId', 'scanLogId', 'overallScore'] as const;
  const audits = await read<AuditRecord, (typeof auditFields)[number]>(store, containers.auditResults, auditFields);
  const auditsOfScan = Map.groupBy(audits, ({ scanLogId }) => scanLogId);
  const findings = await checkFindings(store, problems);
  const approvals = await checkApprovals(store, findings, problems);
  const findingsOf = byTenant(findings);
  const outcomes = new Map<string, Outcome>();
  for (const { id, tenantId } of scans) {
    const of = auditsOfScan.get(id) ?? [];
    problems.expect(of.length === 1, `${id}: ${of.length} audits`);
    const open = (findingsOf.get(tenantId) ?? []).filter(({ status }) => status !== 'RESOLVED');
    const stale = open.filter(({ scanLogId }) => scanLogId !== id).length;
    problems.expect(stale === 0, `${id}: ${stale} findings are of another scan`);
    const told = open.map(({ checkId, verdictStatus }) => `${checkId} ${verdictStatus}`).toSorted();
    outcomes.set(tenantId, { score: of[0]?.overallScore ?? null, open: told.join(', ') });
  }
  return { outcomes, attempts: scans.map(({ attempts }) => attempts), findings: findings.length, approvals };
}
