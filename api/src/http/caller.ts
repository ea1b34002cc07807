import type { Role } from '@tenantry/contract/auth';
import type { Access } from '@tenantry/contract/endpoint';
import type { Scope } from '../store/scope.ts';
import type { UserRecord } from '../store/users.ts';

/** Who is calling, as found in the store for this request. */
export type Caller = {
  userId: string;
  name: string;
  role: Role;
  scope: Scope;
  user: UserRecord;
  session: { expiresAt: Date };
};

const rank: Record<Role, number> = { viewer: 1, technician: 2, admin: 3 };

/** The one decision whether a role may make a call. */
export function mayCall(role: Role, access: Access): boolean {
  return access === 'public' || rank[role] >= rank[access];
}
