import { narrowedTo } from '../../domain/tenant-groups/group-scope.ts';
import type { ReportScheduleRecord } from '../../store/report-schedules.ts';
import { isInScope, type Scope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';
import type { DeliveryParts } from './delivery-parts.ts';

type Parts = Pick<DeliveryParts, 'users' | 'tenantGroups'>;

/** Why a user may answer for no schedule any more, as a sentence; null where they may. */
function mayNotAnswer(user: UserRecord | null, { ownerName }: Pick<ReportScheduleRecord, 'ownerName'>): string | null {
  if (!user) return `${ownerName}, who answers for this schedule, has no account any more.`;
  if (user.isDisabled) return `The account of ${ownerName}, who answers for this schedule, is disabled.`;
  if (user.role !== 'admin') return `${ownerName}, who answers for this schedule, is no administrator any more.`;
  return null;
}

export type Answering = { user: UserRecord | null; because: string | null; scope: Scope };

/** Who answers for a schedule now, and which tenants it is for: those that they see, of the group where it names one. */
export async function answering({ users, tenantGroups }: Parts, schedule: ReportScheduleRecord): Promise<Answering> {
  const user = (await users.get(schedule.ownerId))?.value ?? null;
  const because = mayNotAnswer(user, schedule);
  if (because !== null || !user) return { user, because, scope: { kind: 'none' } };
  if (schedule.groupId === null) return { user, because: null, scope: user.scope };
  const group = (await tenantGroups.get(schedule.groupId))?.value;
  if (!group) return { user, because: 'The group of this schedule was deleted.', scope: { kind: 'none' } };
  return { user, because: null, scope: narrowedTo(user.scope, group.tenantIds) };
}

/** Why a tenant gets nothing of its schedule now, as a sentence; null where it does. */
export function notForTenant({ because, user, scope }: Answering, tenantId: string): string | null {
  if (because !== null) return because;
  if (isInScope(scope, tenantId)) return null;
  const name = user?.displayName ?? 'Whoever answers for this schedule';
  return user && isInScope(user.scope, tenantId)
    ? 'The tenant is no longer in the group of this schedule.'
    : `${name}, who answers for this schedule, no longer sees this tenant.`;
}
