import { type Collection, RecordExistsError, type RecordStore, update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { Trailed } from '../../store/outbox.ts';
import { nothingPending, settleTrail, withTrail } from '../audit-trail/outbox.ts';

/** The switches that administrators set for the whole installation, with what holds before anyone set them. */
export const settingDefaults = {
  /** Roles are mapped again at every Microsoft sign-in; else at the first only. */
  role_sync_enabled: false,
  allow_local_login: true,
} as const;

export type SettingKey = keyof typeof settingDefaults;

type SettingRecord = Trailed & { key: string; value: boolean; updatedBy: string; updatedAt: string };
export type Setting = { value: boolean; updatedBy: string | null; updatedAt: string | null };

const collectionOf = (store: RecordStore): Collection<SettingRecord> =>
  store.partition(containers.systemConfig, globalPartition);

export async function readSetting(store: RecordStore, key: SettingKey): Promise<Setting> {
  const stored = await collectionOf(store).get(key);
  if (!stored) return { value: settingDefaults[key], updatedBy: null, updatedAt: null };
  const { value, updatedBy, updatedAt } = stored.value;
  return { value, updatedBy, updatedAt };
}

/** Sets a switch, with its entry in the trail; setting what is set already changes nothing. */
export async function writeSetting(
  { store, trail, now }: { store: RecordStore; trail: Pick<Trail, 'recordPending'>; now: Date },
  key: SettingKey,
  value: boolean,
  by: string,
): Promise<Setting> {
  const collection = collectionOf(store);
  const first: SettingRecord = {
    id: key,
    key,
    value: settingDefaults[key],
    updatedBy: '',
    updatedAt: '',
    ...nothingPending,
  };
  try {
    await collection.create(first);
  } catch (error) {
    if (!(error instanceof RecordExistsError)) throw error;
  }
  const entry = { eventType: 'settings_changed', user: by, target: key, tenantId: null, details: { value } } as const;
  const record = await update(collection, key, (current) =>
    current.value === value
      ? current
      : withTrail({ ...current, value, updatedBy: by, updatedAt: now.toISOString() }, entry, now),
  );
  if (record) await settleTrail(collection, record, trail);
  return readSetting(store, key);
}
