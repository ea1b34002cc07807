import type { ActivityType } from '@tenantry/contract/activities';
import type { Clock } from '../../ports/clock.ts';
import type { Scalar } from '../../ports/collection.ts';
import type { TrailEvent } from '../../ports/trail.ts';
import type { ActivityStore } from '../../store/activities.ts';

/** Something that people are told. */
type NewActivity = {
  /** Of what is to be told once: told again, it changes nothing. */
  id?: string;
  type: ActivityType;
  message: string;
  /** Null where it concerns no tenant. */
  tenantId: string | null;
  /** As the trail names it, where it is in the trail. */
  eventType: TrailEvent | 'client_secret_ending';
  /** What it was done to, by name. */
  target: string;
  /** Who did it: a person's name, or `system`. */
  user: string;
  /** Never a secret: whoever may see the tenant reads them. */
  details?: Record<string, Scalar>;
};

/** What users see as "recent activity". Unlike the trail it proves nothing and ages out. */
export type ActivityLog = { add(activity: NewActivity): Promise<void> };

export function createActivityLog(activities: Pick<ActivityStore, 'add'>, clock: Clock): ActivityLog {
  return {
    async add({ id = crypto.randomUUID(), tenantId, details = {}, ...told }) {
      const timestamp = clock.now().toISOString();
      await activities.add({ ...told, id, timestamp, tenantId: tenantId ?? '', details });
    },
  };
}
