import { createOnce } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { SettingRecord, SystemConfigStore } from '../../store/system-config.ts';
import { changeAndSeal, emptyOutbox, withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';

/** The switches that administrators set for the whole installation, with what holds before anyone set them. */
const settingDefaults = {
  /** Roles are mapped again at every Microsoft sign-in; else at the first only. */
  role_sync_enabled: false,
  allow_local_login: true,
  /** Each scan asks Microsoft about sign-ins that get past Conditional Access. */
  ask_microsoft_at_scans: false,
} as const;

type SettingKey = keyof typeof settingDefaults;

export type Setting = { value: boolean; updatedBy: string | null; updatedAt: string | null };

export async function readSetting(systemConfig: SystemConfigStore, key: SettingKey): Promise<Setting> {
  const stored = await systemConfig.settings.get(key);
  if (!stored) return { value: settingDefaults[key], updatedBy: null, updatedAt: null };
  const { value, updatedBy, updatedAt } = stored.value;
  // '' where it was set to what it is before anyone sets it.
  return { value, updatedBy: updatedBy || null, updatedAt: updatedAt || null };
}

function changedSetting(
  current: SettingRecord,
  { value, by, now }: { value: boolean; by: string; now: Date },
): Parameters<typeof withEntry<SettingRecord>> {
  const after = { ...current, value, updatedBy: by, updatedAt: now.toISOString() };
  const details = whatChanged(current, after, ['value']);
  return [after, { eventType: 'settings_changed', user: by, target: current.key, tenantId: null, details }, now];
}

/** Sets a switch, with its entry in the trail; setting what is set already changes nothing. */
export async function writeSetting(
  { systemConfig, trail, now }: { systemConfig: SystemConfigStore; trail: Pick<Trail, 'recordOutbox'>; now: Date },
  key: SettingKey,
  value: boolean,
  by: string,
): Promise<Setting> {
  const { settings } = systemConfig;
  const first: SettingRecord = {
    id: key,
    key,
    value: settingDefaults[key],
    updatedBy: '',
    updatedAt: '',
    ...emptyOutbox,
  };
  await createOnce(settings, first);
  await changeAndSeal(trail, settings, key, (current) =>
    current.value === value ? current : withEntry(...changedSetting(current, { value, by, now })),
  );
  return readSetting(systemConfig, key);
}
