import type { Facts } from '../../audit/facts/facts.ts';
import type { AuditOutcome } from '../../audit/findings/evaluate.ts';
import { changesSince, scanBefore } from '../../domain/changes/changes-since.ts';
import { keepChanges } from '../../domain/changes/keep-changes.ts';
import type { Changeable } from '../../ports/collection.ts';
import type { ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = { tenants: Changeable<TenantRecord>; archive: Pick<SettingsArchive, 'read'> };

/**
 * Keeps what is worth telling of what changed since the scan before: once, also where the scan is resumed. A first scan has nothing
 * to compare with.
 */
export async function noteScanChanges(
  { tenants, archive }: Dependencies,
  tenant: TenantRecords,
  scan: ScanRecord,
  { outcome, facts, now }: { outcome: AuditOutcome; facts: Facts; now: Date },
): Promise<void> {
  const before = await scanBefore(tenant, scan.timestamp);
  if (before === null) return;
  const known = {
    facts,
    verdicts: outcome.verdicts,
    audits: facts.directoryAudits ?? null,
    readAt: scan.timestamp,
    now,
  };
  const noted = await changesSince(tenant, archive, before, known);
  await keepChanges(tenants, tenant, noted, {
    noticedBy: 'scan',
    at: now,
    scanLogId: scan.id,
  });
}
