import type { SettingChange } from '@tenantry/contract/drift';
import type { SettingObject } from './settings-snapshot.ts';

/** A change with the whole object as it was and is, and whether an id stood among the objects of the earlier scan. */
export type WeighedChange = Pick<SettingChange, 'path' | 'kind' | 'scope' | 'before' | 'after'> & {
  old: SettingObject | undefined;
  young: SettingObject | undefined;
  hadBefore(id: (id: string) => boolean): boolean;
};
