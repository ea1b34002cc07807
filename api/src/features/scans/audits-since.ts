import { auditLogDays } from '../../audit/collect/directory-audits.ts';
import type { Facts } from '../../audit/facts/facts.ts';
import { settingsSnapshot } from '../../audit/findings/drift/settings-snapshot.ts';
import { needsAuditLog } from '../../audit/findings/drift/who-changed.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const dayMs = 86_400_000;

/**
 * Since when the directory audit log is wanted: since the scan before, where a setting changed since, and no longer ago
 * than Microsoft keeps it. Null where there is nothing that somebody could have changed: no request is spent on it.
 */
export async function auditsSince(
  archive: SettingsArchive,
  { audit: previous }: Pick<TenantRecord, 'audit'>,
  scan: Pick<ScanRecord, 'id' | 'tenantId' | 'timestamp'>,
  facts: Facts,
): Promise<Date | null> {
  if (previous === null || previous.scanLogId === scan.id) return null;
  const before = await archive.read({
    tenantId: scan.tenantId,
    id: previous.scanLogId,
    timestamp: previous.auditedAt,
  });
  if (before === null || !needsAuditLog(before.settings, settingsSnapshot(facts))) return null;
  const oldestMs = Date.parse(scan.timestamp) - auditLogDays * dayMs;
  return new Date(Math.max(oldestMs, Date.parse(previous.auditedAt)));
}
