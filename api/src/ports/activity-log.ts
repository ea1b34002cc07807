import type { ActivityType } from '@tenantry/contract/activities';

/** What users see as "recent activity". Unlike the trail it proves nothing and ages out. */
export interface ActivityLog {
  /** @param activity.id of what is to be told once: told again, it changes nothing */
  add(activity: { id?: string; type: ActivityType; message: string; tenantId: string | null }): Promise<void>;
}
