import type { ActivityType } from '@tenantry/contract/activities';
import { createOnce, type Scalar } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { monthOf } from './month.ts';
import { inScope, type Scope } from './scope.ts';

export type ActivityRecord = {
  id: string;
  type: ActivityType;
  message: string;
  timestamp: string;
  /** '' where it concerns no tenant: an `in` condition has to find it or not. */
  tenantId: string;
  /** What happened, as the trail names it, and what it was done to; null in records of before, like the rest. */
  eventType: string | null;
  target: string | null;
  /** Who did it: a person's name, or `system`. */
  user: string | null;
  details: Record<string, Scalar> | null;
};

const recentMonths = 3;

export function openActivityStore(records: RecordStore) {
  const ofMonth = (month: string) => records.partition<ActivityRecord>(containers.activities, month);
  return {
    /** Where there is one of this id already, nothing changes. */
    async add(activity: ActivityRecord): Promise<void> {
      await createOnce(ofMonth(monthOf(activity.timestamp)), activity);
    },

    /**
     * The newest that a scope may see. What concerns no tenant is for those who see all.
     * Three months are enough for "recent", and keep a quiet tenant's page to three reads.
     */
    async recent(scope: Scope, now: Date, limit: number): Promise<ActivityRecord[]> {
      const found: ActivityRecord[] = [];
      const orderBy = { field: 'timestamp', direction: 'desc' } as const;
      for (let back = 0; back < recentMonths && found.length < limit; back += 1) {
        const month = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString());
        found.push(...(await inScope(ofMonth(month), scope).query({ orderBy, limit: limit - found.length })).items);
      }
      return found;
    },
  };
}

export type ActivityStore = ReturnType<typeof openActivityStore>;
