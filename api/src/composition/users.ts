import type { Config } from '../config.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import { createUserAccess } from '../domain/user-access/change-user-access.ts';
import type { UserEffects } from '../domain/user-access/finish-change.ts';
import { createOneTimeLinks, type OneTimeLinkEntity } from '../domain/user-access/one-time-links.ts';
import type { Passwords } from '../features/auth/password-hash.ts';
import type { SignInThrottle } from '../features/auth/sign-in-throttle.ts';
import { guessedPassword } from '../features/auth/weak-password.ts';
import { createResetLinkService } from '../features/users/reset-link-service.ts';
import { createUserDirectory } from '../features/users/user-directory.ts';
import { createUserService } from '../features/users/user-service.ts';
import type { SessionService } from '../http/sessions.ts';
import type { StateStore } from '../ports/state.ts';
import type { Stores } from '../store/stores.ts';

type Parts = Pick<CommonParts, 'trail' | 'activityLog' | 'clock'> & {
  config: Config;
  stores: Stores;
  state: StateStore;
  sessions: SessionService;
  throttle: SignInThrottle;
  passwords: Pick<Passwords, 'hash'>;
  stopWork: UserEffects['stopWork'];
  endTokens: UserEffects['endTokens'];
};

/** The users: what they may do, who they are, and their way to a new password. */
export function composeUsers({
  config,
  stores,
  state,
  sessions,
  throttle,
  passwords,
  stopWork,
  endTokens,
  ...base
}: Parts) {
  const resetLinks = createOneTimeLinks(state.table<OneTimeLinkEntity>('resetlinks'), base.clock);
  const userAccess = createUserAccess({
    ...base,
    users: stores.users,
    administrators: stores.administrators,
    effects: { endSessions: sessions.endAllOf, revokeLinks: resetLinks.revokeAll, endTokens, stopWork },
  });
  const userDirectory = createUserDirectory(stores);
  const newPasswords = {
    ...passwords,
    problem: (
      password: string,
      { username, email, displayName }: { username: string; email: string | null; displayName: string },
    ) => guessedPassword({ password, username, email: email ?? '', displayName }, config.organizationName),
  };
  const shared = {
    ...base,
    ...stores,
    resetLinks,
    userAccess,
    userDirectory,
    passwords: newPasswords,
    publicOrigin: config.publicOrigin,
  };
  return {
    resetLinks,
    userAccess,
    userDirectory,
    userService: createUserService(shared),
    resetLinkService: createResetLinkService({
      ...shared,
      async countGuess(name, request) {
        const attempt = await throttle.attempt(name, null, request);
        return () => throttle.succeeded(attempt);
      },
    }),
  };
}
