import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { ScanRecord } from '../../store/scans.ts';
import type { TenantRecord } from '../../store/tenants.ts';

export function scanView(scan: ScanRecord, tenant: TenantRecord): Scan {
  const datasets = Object.entries(scan.datasets).map(([name, state]) => ({ name, state }));
  return {
    scanLogId: scan.id,
    tenantId: scan.tenantId,
    tenantName: tenant.name,
    status: scan.status,
    startedAt: scan.timestamp,
    completedAt: scan.completedAt,
    progress: { done: datasets.filter((one) => one.state !== 'waiting').length, total: datasets.length, datasets },
    userCount: scan.userCount,
    findingsGenerated: scan.findingsGenerated,
    approvalsCreated: scan.approvalsCreated,
    score: scan.score,
    coverage: scan.coverage,
    duration: scan.durationMs,
    errorMessage: scan.errorMessage,
    outcome: scan.outcome,
  };
}

/** What a start answers: the result where the scan has ended by then, else that it goes on. */
export function startedView(scan: ScanRecord, tenant: TenantRecord): ScanStarted {
  const { id: scanLogId, status } = scan;
  const message = {
    queued: `Scan started for ${tenant.name}`,
    running: `Scan running for ${tenant.name}`,
    completed: `Scan completed for ${tenant.name}`,
    failed: scan.errorMessage ?? `The scan of ${tenant.name} failed`,
    cancelled: `The scan of ${tenant.name} was canceled`,
  }[status];
  if (status !== 'completed') return { message, scanLogId, status };
  return {
    message,
    scanLogId,
    status,
    data: {
      tenantName: tenant.name,
      userCount: scan.userCount,
      findingsGenerated: scan.findingsGenerated ?? 0,
      duration: scan.durationMs ?? 0,
      scanLogId,
    },
    results: { approvalsCreated: scan.approvalsCreated ?? 0 },
  };
}
