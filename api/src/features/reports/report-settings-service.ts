import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { changeReportSettings, getReportTimeZone, ReportSettings } from '@tenantry/contract/report-settings';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { isTimeZone } from '../../domain/scan-plan/next-due.ts';
import { changeRevised } from '../../domain/settings/change-revised.ts';
import { readReportSettings, reportSettingsId } from '../../domain/settings/report-settings.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { ReportSettingsRecord, SystemConfigStore } from '../../store/system-config.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { checkedLogo } from './logo/checked-logo.ts';
import { timeZoneInForce } from './report-look.ts';

export type ReportSettingsDependencies = Pick<CommonParts, 'trail' | 'clock'> & {
  systemConfig: Pick<SystemConfigStore, 'reportSettings'>;
  tenants: Pick<TenantStore, 'get' | 'replace'>;
};

type Choices = Pick<ReportSettingsRecord, 'organizationName' | 'color' | 'logo' | 'timeZone'>;
type ReportTimeZone = Parsed<typeof getReportTimeZone.response>;
type Wanted = Parsed<(typeof changeReportSettings)['body']>;

const nothingChosen: Choices = { organizationName: null, color: null, logo: null, timeZone: null };

const choicesOf = ({ organizationName, color, logo, timeZone }: Choices): Choices => ({
  organizationName,
  color,
  logo,
  timeZone,
});

function settingsView(stored: ReportSettingsRecord | null): ReportSettings {
  return {
    ...choicesOf(stored ?? nothingChosen),
    revision: stored?.revision ?? 0,
    updatedAt: stored?.updatedAt ?? null,
    updatedBy: stored?.updatedBy ?? null,
  };
}

/** As the trail has them: of a logo what it is, never the picture. */
const forTrail = ({ logo, ...rest }: Choices) => ({
  ...rest,
  logo: logo && `${logo.contentType}, ${logo.width} × ${logo.height}, ${logo.base64.length} characters of Base64`,
});

/** The zone as reports print it: `europe/berlin` as Europe/Berlin. Another name of a zone stays what it was chosen as. @throws AppError INVALID_INPUT */
function checkedTimeZone<Zone extends string | null | undefined>(timeZone: Zone): Zone | string {
  if (timeZone === null || timeZone === undefined) return timeZone;
  if (isTimeZone(timeZone)) {
    const { timeZone: official } = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions();
    return official.toLowerCase() === timeZone.toLowerCase() ? official : timeZone;
  }
  const message = `No time zone is called ${timeZone}. Give its IANA name, for example Europe/Berlin`;
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'timeZone', message }] });
}

async function wantedChoices(wanted: Wanted, before: Choices): Promise<Choices> {
  const { organizationName, color, logo, timeZone } = wanted;
  return {
    // A name of blanks is none.
    organizationName: organizationName === undefined ? before.organizationName : organizationName?.trim() || null,
    color: color === undefined ? before.color : (color?.toLowerCase() ?? null),
    logo: logo === undefined ? before.logo : logo && (await checkedLogo(logo)),
    timeZone: timeZone === undefined ? before.timeZone : timeZone,
  };
}

const conflict = () =>
  new AppError(
    'CONFLICT',
    'Somebody else changed the settings of reports meanwhile. Reload them and make your change again.',
  );

/** How reports look: the provider's own name, logo and color, and the time zones of installation and tenants. */
export function createReportSettings({ systemConfig, tenants, trail, clock }: ReportSettingsDependencies) {
  const { reportSettings } = systemConfig;

  const tenantView = (tenant: TenantRecord, settings: ReportSettingsRecord | null): ReportTimeZone => ({
    timeZone: tenant.reportTimeZone,
    inForce: timeZoneInForce(tenant, settings),
  });

  return {
    read: async (): Promise<ReportSettings> => settingsView(await readReportSettings(systemConfig)),

    /** @throws AppError INVALID_INPUT; CONFLICT where they were changed since they were read, other than to what is wanted */
    async change(asked: Wanted, caller: Caller): Promise<ReportSettings> {
      const wanted = { ...asked, timeZone: checkedTimeZone(asked.timeZone) };
      const told = { eventType: 'report_settings_changed', target: 'Reports' } as const;
      const asking = { id: reportSettingsId, revision: wanted.revision, by: caller.user.username, told, conflict };
      const written = await changeRevised({ trail, clock }, reportSettings, asking, async (stored, stamp) => {
        const before = choicesOf(stored ?? nothingChosen);
        const after = await wantedChoices(wanted, before);
        // The same change twice is one.
        if (isDeepStrictEqual(after, before)) return null;
        const fields = ['organizationName', 'color', 'logo', 'timeZone'] as const;
        const details = whatChanged(forTrail(before), forTrail(after), fields);
        const record: ReportSettingsRecord = { ...stamp, key: reportSettingsId, ...after };
        return { record, details };
      });
      return settingsView(written);
    },

    timeZoneOf: async (tenant: TenantRecord): Promise<ReportTimeZone> =>
      tenantView(tenant, await readReportSettings(systemConfig)),

    /** The last who chooses decides; the trail keeps what was before. @throws AppError INVALID_INPUT, TENANT_NOT_FOUND */
    async chooseTimeZone({ id }: TenantRecord, asked: string | null, caller: Caller): Promise<ReportTimeZone> {
      const timeZone = checkedTimeZone(asked);
      const now = clock.now();
      const tenant = await changeAndSeal(trail, tenants, id, (current) => {
        if (current.reportTimeZone === timeZone) return current;
        const entry = {
          eventType: 'report_time_zone_changed',
          user: caller.user.username,
          target: current.name,
          tenantId: current.id,
          details: { before: { timeZone: current.reportTimeZone }, after: { timeZone } },
        } as const;
        return withEntry({ ...current, reportTimeZone: timeZone, updatedAt: now.toISOString() }, entry, now);
      });
      if (!tenant) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant.');
      return tenantView(tenant, await readReportSettings(systemConfig));
    },
  };
}
