import type { ActivityType } from '@tenantry/contract/activities';
import { type Condition, createOnce } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { monthOf } from './month.ts';
import { conditionOfScope, type Scope } from './scope.ts';

export type ActivityRecord = {
  id: string;
  type: ActivityType;
  message: string;
  timestamp: string;
  /** '' where it concerns no tenant: an `in` condition has to find it or not. */
  tenantId: string;
};

export type ActivityStore = {
  /** False where there is one of this id already. */
  add(activity: ActivityRecord): Promise<boolean>;
  /**
   * The newest that a scope, or those who see one tenant, may see. What concerns no tenant is for those who see all.
   * Three months are enough for "recent", and keep a quiet tenant's page to three reads.
   */
  recent(view: { scope: Scope } | { tenantId: string }, now: Date, limit: number): Promise<ActivityRecord[]>;
};

const recentMonths = 3;

export function openActivityStore(records: RecordStore): ActivityStore {
  const ofMonth = (month: string) => records.partition<ActivityRecord>(containers.activities, month);
  return {
    async add(activity) {
      return (await createOnce(ofMonth(monthOf(activity.timestamp)), activity)) !== null;
    },

    async recent(view, now, limit) {
      const where: Condition[] | null =
        'tenantId' in view
          ? [{ field: 'tenantId', op: 'eq', value: view.tenantId }]
          : conditionOfScope(view.scope, 'tenantId');
      const found: ActivityRecord[] = [];
      if (where === null) return found;
      const orderBy = { field: 'timestamp', direction: 'desc' } as const;
      for (let back = 0; back < recentMonths && found.length < limit; back += 1) {
        const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString());
        found.push(...(await ofMonth(month).query({ where, orderBy, limit: limit - found.length })).items);
      }
      return found;
    },
  };
}
