import type { ActivityType } from '@tenantry/contract/activities';

/** What users see as "recent activity". Unlike the trail it proves nothing and ages out. */
export interface ActivityLog {
  add(activity: { type: ActivityType; message: string; tenantId: string | null }): Promise<void>;
}
