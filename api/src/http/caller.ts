import type { Role } from '@tenantry/contract/auth';
import { type Access, stepUpMinutes } from '@tenantry/contract/endpoint';
import type { Scope } from '../store/scope.ts';
import type { UserRecord } from '../store/users.ts';

/** Who is calling, as found in the store for this request. */
export type Caller = {
  userId: string;
  name: string;
  role: Role;
  scope: Scope;
  user: UserRecord;
  /** `id` names it in lists, and opens nothing; `verifiedAt`: when they last proved who they are. */
  session: { id: string; expiresAt: Date; verifiedAt: Date };
};

/** Whether the caller has proven who they are of late, as calls marked `stepUp` ask for. */
export function isRecentlyVerified({ session }: Caller, now: Date): boolean {
  return now.getTime() - session.verifiedAt.getTime() < stepUpMinutes * 60_000;
}

const rank: Record<Role, number> = { viewer: 1, technician: 2, admin: 3 };

/** The one decision whether a role may make a call. */
export function mayCall(role: Role, access: Access): boolean {
  return access === 'public' || rank[role] >= rank[access];
}
