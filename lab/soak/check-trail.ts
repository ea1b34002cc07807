import { verifyTrail } from '../../api/src/domain/audit-trail/verify-trail.ts';
import type { Blobs } from '../../api/src/ports/blobs.ts';
import { all } from '../../api/src/ports/collection.ts';
import type { RecordStore } from '../../api/src/ports/record-store.ts';
import type { Vault } from '../../api/src/ports/vault.ts';
import { openAuditLogStore } from '../../api/src/store/audit-log.ts';
import { containers } from '../../api/src/store/containers.ts';
import { openOutboxStore } from '../../api/src/store/outbox.ts';
import type { ScanRecord } from '../../api/src/store/scans.ts';
import { shapedRecords } from '../../api/src/store/shaped-records.ts';
import type { Problems } from './check-records.ts';

/** Of each scan the trail tells that it was asked for and that it completed. */
const told = ['scan_triggered', 'scan_completed'] as const;

function monthsUntil(now: Date): string[] {
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  return [lastMonth, now].map((date) => date.toISOString().slice(0, 7));
}

/** Verifies the trail from its start, and that it tells of every scan once. @returns what there is, in words */
export async function checkTrail(
  parts: { store: RecordStore; vault: Vault; blobs: Blobs },
  problems: Problems,
): Promise<string> {
  const months = monthsUntil(new Date());
  const auditLog = openAuditLogStore(parts.store);
  const outboxes = openOutboxStore(shapedRecords(parts.store));
  const trail = await verifyTrail({ ...parts, auditLog, outboxes, clock: { now: () => new Date() } });
  for (const { record, message } of trail.problems) problems.expect(false, `trail: ${record}: ${message}`);
  const counts = new Map<string, number>();
  for (const month of months) {
    for await (const record of all(auditLog.ofMonth(month), { where: [{ field: 'kind', op: 'eq', value: 'entry' }] })) {
      if (record.kind !== 'entry') continue;
      const key = `${record.eventType} ${record.details.scanLogId}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  for await (const { id } of all(parts.store.across<ScanRecord>(containers.scanLogs))) {
    for (const eventType of told) {
      const count = counts.get(`${eventType} ${id}`) ?? 0;
      problems.expect(count === 1, `trail: ${count} entries ${eventType} of ${id}`);
    }
  }
  return `${trail.entries} entries in ${trail.blocks} blocks, ${trail.problemCount} problems`;
}
