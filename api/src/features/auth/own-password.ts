import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, sessionOf } from '../../http/caller.ts';
import type { Cookie } from '../../http/reply.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { SessionService } from '../../http/sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import type { Passwords } from './password-hash.ts';
import type { Proofs } from './proofs.ts';
import { guessedPassword } from './weak-password.ts';

type Dependencies = {
  users: Pick<UserStore, 'get' | 'replace'>;
  proofs: Pick<Proofs, 'isPassword'>;
  passwords: Pick<Passwords, 'hash'>;
  sessions: Pick<SessionService, 'confirm' | 'endOthers'>;
  trail: Pick<Trail, 'recordOutbox'>;
  clock: Clock;
  /** The provider's name, of which no password is to be made. */
  organizationName: string | null;
};

const wrongField = (path: string, message: string) =>
  new AppError('INVALID_INPUT', message, { fields: [{ path, message }] });

/** @throws AppError CONFLICT for an account whose password Microsoft keeps */
export function requireOwnPassword({ passwordHash }: UserRecord): void {
  if (passwordHash !== null) return;
  throw new AppError('CONFLICT', 'You sign in with Microsoft. Your password and your codes are kept there.');
}

function requireOtherPassword(
  { organizationName }: Dependencies,
  { username, email, displayName }: UserRecord,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): void {
  if (newPassword === currentPassword) throw wrongField('newPassword', 'Choose a password other than the current one');
  const names = { username, email: email ?? '', displayName };
  const problem = guessedPassword({ ...names, password: newPassword }, organizationName);
  if (problem !== null) throw wrongField('newPassword', problem);
}

/** The password that users have here, as they themselves deal with it. */
export function createOwnPassword(dependencies: Dependencies) {
  const { users, proofs, passwords, sessions, trail, clock } = dependencies;
  return {
    /**
     * Changes the password, and ends every other session. This one goes on under a new id.
     * @returns its cookie; null where it has ended meanwhile
     * @throws AppError INVALID_INPUT with the field, CONFLICT, TOO_MANY_ATTEMPTS
     */
    async change(
      caller: Caller,
      given: { currentPassword: string; newPassword: string },
      request: RequestFacts,
    ): Promise<Cookie | null> {
      const { user } = caller;
      requireOwnPassword(user);
      if (!(await proofs.isPassword(user, given.currentPassword, request))) {
        throw wrongField('currentPassword', 'That is not your current password');
      }
      requireOtherPassword(dependencies, user, given);
      const passwordHash = await passwords.hash(given.newPassword);
      const now = clock.now();
      const changed = await update(users, user.id, (current) => {
        if (current.passwordHash !== user.passwordHash) {
          throw new AppError('CONFLICT', 'Your password was changed meanwhile. Sign in with the new one.');
        }
        const { username } = current;
        const entry = { eventType: 'password_changed', user: username, target: username, tenantId: null } as const;
        return withEntry({ ...current, passwordHash }, { ...entry, details: { how: 'by the user' } }, now);
      });
      if (!changed) throw new AppError('NOT_FOUND', 'Your account was deleted.');
      await sessions.endOthers(user.id, sessionOf(caller).id);
      const cookie = await sessions.confirm(request, now);
      await settleOutbox(users, changed, trail);
      return cookie;
    },
  };
}

export type OwnPassword = ReturnType<typeof createOwnPassword>;
