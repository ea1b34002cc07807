import { tenantRecordId } from '@tenantry/contract/ids';
import { datasetNames } from '../../audit/facts/datasets.ts';
import { emptyOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { Caller } from '../../http/caller.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { TenantRecord } from '../../store/tenants.ts';

/** Who asks for a scan, or cancels one: a user, or the schedule. `user`: as the trail names them. */
export type Initiator = { name: string; user: string };
/** `userId`: null for the schedule. */
export type Starter = Initiator & { userId: string | null };

export const schedule: Starter = { name: 'schedule', user: 'system', userId: null };
export const initiatorOf = (caller: Caller): Initiator => ({ name: caller.name, user: caller.user.username });
export const starterOf = (caller: Caller): Starter => ({ ...initiatorOf(caller), userId: caller.userId });

/** A scan that waits for its worker, with the audit-trail entry that tells who asked for it. */
export function newScan(tenant: TenantRecord, initiator: Starter, runId: string | null, now: Date): ScanRecord {
  const scan: ScanRecord = {
    id: tenantRecordId(tenant.id, `scan-${runId ?? crypto.randomUUID()}`),
    tenantId: tenant.id,
    runId,
    scanType: tenant.isMock ? 'simulated' : 'live_graph',
    status: 'queued',
    initiatedBy: initiator.name,
    initiatedByUserId: initiator.userId,
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
