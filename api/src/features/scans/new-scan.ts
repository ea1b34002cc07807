import { tenantRecordId } from '@tenantry/contract/ids';
import { datasetNames } from '../../audit/datasets.ts';
import { emptyOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { Caller } from '../../http/caller.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** Who asks for a scan: a user, or the schedule. `user`: as the trail names them. */
export type Initiator = { name: string; user: string };

export const schedule: Initiator = { name: 'schedule', user: 'system' };
export const initiatorOf = (caller: Caller): Initiator => ({ name: caller.name, user: caller.user.username });

/** A scan that waits for its worker, with the audit-trail entry that tells who asked for it. */
export function newScan(tenant: TenantRecord, initiator: Initiator, runId: string | null, now: Date): ScanRecord {
  const scan: ScanRecord = {
    id: tenantRecordId(tenant.id, `scan-${runId ?? crypto.randomUUID()}`),
    tenantId: tenant.id,
    runId,
    scanType: tenant.isMock ? 'simulated' : 'live_graph',
    status: 'queued',
    initiatedBy: initiator.name,
    timestamp: now.toISOString(),
    completedAt: null,
    durationMs: null,
    datasets: Object.fromEntries(datasetNames.map((name) => [name, 'waiting' as const])),
    userCount: null,
    findingsGenerated: null,
    approvalsCreated: null,
    score: null,
    coverage: null,
    outcome: null,
    graphCalls: 0,
    attempts: 0,
    savingSince: null,
    errorMessage: null,
    ...emptyOutbox,
  };
  const entry = {
    eventType: 'scan_triggered',
    user: initiator.user,
    target: tenant.name,
    tenantId: tenant.id,
    details: { scanLogId: scan.id, scanType: scan.scanType, initiatedBy: initiator.name },
  } as const;
  return withEntry(scan, entry, now);
}
