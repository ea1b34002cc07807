import { settingChanges } from '../../domain/setting-changes/setting-changes.ts';
import type { AuditRecord } from '../../store/audits.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { ReportSettings } from './report-model.ts';

/** What changed in the settings between the scans of two audits, and who changed it; null where one of the scans is no longer stored. */
export async function settingsChanged(
  tenant: TenantRecords,
  archive: SettingsArchive,
  earlier: AuditRecord,
  later: AuditRecord,
): Promise<ReportSettings | null> {
  const [from, to] = await Promise.all([tenant.scans.get(earlier.scanLogId), tenant.scans.get(later.scanLogId)]);
  if (!from || !to) return null;
  const { settings, settingsTotal, notComparable } = await settingChanges(tenant, archive, from.value, to.value);
  const capitalized = (label: string) => label.charAt(0).toUpperCase() + label.slice(1);
  return {
    changes: settings.map(({ dataset: _, objectId: __, ...change }) => change),
    total: settingsTotal,
    notCompared: notComparable.map(({ label, because }) => `${capitalized(label)}: ${because}`),
  };
}
