import type { ActivityType } from '@tenantry/contract/activities';

export type ActivityRecord = {
  id: string;
  type: ActivityType;
  message: string;
  timestamp: string;
  /** '' where it concerns no tenant: an `in` condition has to find it or not. */
  tenantId: string;
};
