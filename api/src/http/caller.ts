import type { Role } from '@tenantry/contract/auth';
import { type Access, stepUpMinutes } from '@tenantry/contract/endpoint';
import type { ActingToken } from '../domain/tokens/acting-token.ts';
import { isWithinRole } from '../domain/tokens/token-scope.ts';
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
  /** Null where a token makes the call: nobody has signed in. */
  session: CallerSession | null;
  /** Null where somebody is signed in. Role, scope and those of `user` are then what the token may at this moment. */
  token: ActingToken | null;
};

/**
 * `id` names it in lists, and opens nothing; it is another one after a step-up, `startedAt` stays. `verifiedAt`: when they last
 * proved who they are.
 */
export type CallerSession = { id: string; startedAt: string; expiresAt: Date; verifiedAt: Date };

/** @throws AppError CLOSED_TO_TOKENS where nobody is signed in */
export function sessionOf({ session }: Pick<Caller, 'session'>): CallerSession {
  if (session) return session;
  throw new AppError('CLOSED_TO_TOKENS', 'This needs somebody who is signed in: a token cannot do it.');
}

/**
 * What is a client's to say is said by no one else: staff may look at the room, and not answer in it.
 * @throws AppError FORBIDDEN
 */
export function requireClient({ user }: Pick<Caller, 'user'>): void {
  if (user.client) return;
  throw new AppError('FORBIDDEN', 'This is for the contacts of the client to do. You see their room as a preview.');
}

/**
 * The one decision whether the caller has proven of late who they are (decision 026). `handle.ts` asks it of calls marked `stepUp`;
 * a route of one that is marked `sometimes` asks it where its input has the effect.
 * @throws AppError STEP_UP_REQUIRED, and CLOSED_TO_TOKENS for a token, which proves nothing
 */
export function requireRecentProof(caller: Caller, now: Date): void {
  if (now.getTime() - sessionOf(caller).verifiedAt.getTime() < stepUpMinutes * 60_000) return;
  throw new AppError('STEP_UP_REQUIRED', 'Confirm who you are, then try again.');
}

/** The one decision whether a role may make a call. */
export function mayCall(role: Role, access: Access): boolean {
  return access === 'public' || isWithinRole(access, role);
}
