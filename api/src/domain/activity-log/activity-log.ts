import type { ActivityType } from '@tenantry/contract/activities';
import type { Clock } from '../../ports/clock.ts';
import type { ActivityStore } from '../../store/activities.ts';

/** What users see as "recent activity". Unlike the trail it proves nothing and ages out. */
export type ActivityLog = {
  /** @param activity.id of what is to be told once: told again, it changes nothing */
  add(activity: { id?: string; type: ActivityType; message: string; tenantId: string | null }): Promise<void>;
};

export function createActivityLog(activities: Pick<ActivityStore, 'add'>, clock: Clock): ActivityLog {
  return {
    async add({ id = crypto.randomUUID(), type, message, tenantId }) {
      const timestamp = clock.now().toISOString();
      await activities.add({ id, type, message, timestamp, tenantId: tenantId ?? '' });
    },
  };
}
