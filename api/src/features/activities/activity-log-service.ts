import type { Activity } from '@tenantry/contract/activities';
import type { ActivityLog } from '../../ports/activity-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ActivityRecord, ActivityStore } from '../../store/activities.ts';

export function createActivityLog(activities: Pick<ActivityStore, 'add'>, clock: Clock): ActivityLog {
  return {
    async add({ id, type, message, tenantId }) {
      const timestamp = clock.now().toISOString();
      // One with an id of its caller's is told once; told again, it is there already.
      await activities.add({ id: id ?? crypto.randomUUID(), type, message, timestamp, tenantId: tenantId ?? '' });
    },
  };
}

export function activityView({ tenantId, ...rest }: ActivityRecord): Activity {
  return { ...rest, tenantId: tenantId === '' ? null : tenantId };
}
