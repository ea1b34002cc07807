import type { ReportSettingsRecord, SystemConfigStore } from '../../store/system-config.ts';

/** Under which the settings of reports stand in system_config. */
export const reportSettingsId = 'report-settings';

/** How the reports and client rooms of this installation look; null where nobody has set anything. */
export async function readReportSettings({
  reportSettings,
}: Pick<SystemConfigStore, 'reportSettings'>): Promise<ReportSettingsRecord | null> {
  return (await reportSettings.get(reportSettingsId))?.value ?? null;
}

/** The provider's name, as clients know it. @param configured that of the installation's settings */
export async function providerName(
  systemConfig: Pick<SystemConfigStore, 'reportSettings'>,
  configured: string | null,
): Promise<string | null> {
  return (await readReportSettings(systemConfig))?.organizationName ?? configured;
}
