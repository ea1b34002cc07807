import type { Role } from '@tenantry/contract/auth';
import { type Access, stepUpMinutes } from '@tenantry/contract/endpoint';
import type { Scope } from '../store/scope.ts';
import type { UserRecord } from '../store/users.ts';
import { AppError } from './app-error.ts';

/** Who is calling, as found in the store for this request. */
export type Caller = {
  userId: string;
  name: string;
  role: Role;
  scope: Scope;
  user: UserRecord;
  /**
   * `id` names it in lists, and opens nothing; it is another one after a step-up, `startedAt` stays. `verifiedAt`: when they last
   * proved who they are.
   */
  session: { id: string; startedAt: string; expiresAt: Date; verifiedAt: Date };
};

/**
 * The one decision whether the caller has proven of late who they are (decision 026). `handle.ts` asks it of calls marked `stepUp`;
 * a route of one that is marked `sometimes` asks it where its input has the effect.
 * @throws AppError STEP_UP_REQUIRED
 */
export function requireRecentProof({ session }: Caller, now: Date): void {
  if (now.getTime() - session.verifiedAt.getTime() < stepUpMinutes * 60_000) return;
  throw new AppError('STEP_UP_REQUIRED', 'Confirm who you are, then try again.');
}

const rank: Record<Role, number> = { viewer: 1, technician: 2, admin: 3 };

/** The one decision whether a role may make a call. */
export function mayCall(role: Role, access: Access): boolean {
  return access === 'public' || rank[role] >= rank[access];
}
