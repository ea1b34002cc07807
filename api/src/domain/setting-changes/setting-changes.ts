import { type Drift, maxSettingChanges } from '@tenantry/contract/drift';
import { settingsDrift } from '../../audit/findings/drift/settings-drift.ts';
import { type AuditReading, whoChanged } from '../../audit/findings/drift/who-changed.ts';
import { isCompleted, type ScanRecord } from '../../store/scans.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

/** Of so many scans between the two, the newest, the entries of the audit log are read; of older ones nobody is named. */
const maxReadings = 60;
const readingsAtOnce = 10;

/** What the scans after `from`, up to `to`, read of the directory audit log. */
async function auditReadings(
  { scans }: TenantRecords,
  archive: SettingsArchive,
  from: ScanRecord,
  to: ScanRecord,
): Promise<AuditReading[]> {
  const { items } = await scans.query({
    where: [
      ...isCompleted,
      { field: 'timestamp', op: 'gt', value: from.timestamp },
      { field: 'timestamp', op: 'lte', value: to.timestamp },
    ],
    orderBy: { field: 'timestamp', direction: 'desc' },
    limit: maxReadings,
  });
  const readings: AuditReading[] = [];
  for (let start = 0; start < items.length; start += readingsAtOnce) {
    const part = items.slice(start, start + readingsAtOnce);
    const kept = await Promise.all(part.map((scan) => archive.read(scan)));
    kept.forEach((one, index) => {
      if (one) readings.push({ scanAt: part[index]?.timestamp ?? '', audits: one.audits });
    });
  }
  return readings;
}

/**
 * What differs in the settings of two completed scans, what needs attention first, with who changed it as the directory audit log tells,
 * and what could not be compared. No more than `maxSettingChanges` are listed.
 */
export async function settingChanges(
  tenant: TenantRecords,
  archive: SettingsArchive,
  from: ScanRecord,
  to: ScanRecord,
): Promise<Pick<Drift, 'settings' | 'settingsTotal' | 'notComparable'>> {
  const [before, after] = await Promise.all([archive.read(from), archive.read(to)]);
  if (!before || !after) {
    const which = before ? 'later' : after ? 'earlier' : 'earlier and the later';
    const because = `The settings of the ${which} scan are no longer stored.`;
    return { settings: [], settingsTotal: 0, notComparable: [{ dataset: 'settings', label: 'all settings', because }] };
  }
  const { changes, notComparable } = settingsDrift(before.settings, after.settings);
  const readings = changes.length > 0 ? await auditReadings(tenant, archive, from, to) : [];
  const window = { from: from.timestamp, to: to.completedAt ?? to.timestamp };
  const settings = changes
    .slice(0, maxSettingChanges)
    .map((change) => ({ ...change, who: whoChanged(change, readings, window) }));
  return { settings, settingsTotal: changes.length, notComparable };
}
