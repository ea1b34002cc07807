import { readReportSettings } from '../../domain/settings/report-settings.ts';
import type { ReportSettingsRecord, SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { ReportModel } from './report-model.ts';

/** Where neither tenant nor installation has chosen a time zone. */
const defaultTimeZone = 'UTC';

/** Whose reports they are, as whom they name, and the clock that they keep to. */
export type ReportLook = Pick<ReportModel, 'timeZone' | 'branding' | 'preparedBy'>;

/** The time zone of a tenant's reports: its own, else that of the installation, else UTC. */
export const timeZoneInForce = (
  { reportTimeZone }: Pick<TenantRecord, 'reportTimeZone'>,
  settings: Pick<ReportSettingsRecord, 'timeZone'> | null,
): string => reportTimeZone ?? settings?.timeZone ?? defaultTimeZone;

/** How the reports of a tenant look now. `configured`: the provider's name as the installation's settings have it. */
export async function reportLook(
  systemConfig: Pick<SystemConfigStore, 'reportSettings'>,
  tenant: TenantRecord,
  configured: string | null,
): Promise<ReportLook> {
  const settings = await readReportSettings(systemConfig);
  return {
    timeZone: timeZoneInForce(tenant, settings),
    branding: { color: settings?.color ?? null, logo: settings?.logo ?? null },
    preparedBy: { organization: settings?.organizationName ?? configured },
  };
}
