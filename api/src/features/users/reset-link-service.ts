import type { Parsed } from '@tenantry/contract/endpoint';
import type { checkResetLink } from '@tenantry/contract/reset-link';
import { type FoundLink, userOfToken } from '../../domain/user-access/one-time-links.ts';
import { AppError } from '../../http/app-error.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { UserRecord } from '../../store/users.ts';
import { setPassword, type UserServiceDependencies } from './user-service.ts';

export type ResetLinkDependencies = Pick<
  UserServiceDependencies,
  'users' | 'userAccess' | 'resetLinks' | 'passwords' | 'trail' | 'clock'
> & {
  /**
   * Counts an attempt as the sign-in does, before anything is looked at. @returns what takes it back
   * @throws AppError TOO_MANY_ATTEMPTS
   */
  countGuess(name: string, request: RequestFacts): Promise<() => Promise<void>>;
};

const askAgain = 'Ask your administrator for a new one.';
const refusals: Record<Exclude<FoundLink['state'], 'valid'>, string> = {
  used: `This link was used already. ${askAgain}`,
  expired: `This link has expired. ${askAgain}`,
  unknown: `This link is not valid any more. ${askAgain}`,
};

const refused = (state: keyof typeof refusals) =>
  new AppError(state === 'unknown' ? 'NOT_FOUND' : 'CONFLICT', refusals[state]);

type Opened = { state: 'valid'; user: UserRecord; expiresAt: string } | { state: keyof typeof refusals };

/** Whose link it is. Only one that never was counts as a guess. */
async function open(dependencies: ResetLinkDependencies, token: string, request: RequestFacts): Promise<Opened> {
  const { users, resetLinks, countGuess } = dependencies;
  const takeBack = await countGuess(`link of ${userOfToken(token)}`, request);
  const found = await resetLinks.find(token);
  if (found.state === 'unknown') return found;
  await takeBack();
  if (found.state !== 'valid') return { state: found.state };
  const user = (await users.get(found.userId))?.value;
  const { expiresAt } = found;
  return user && !user.isDisabled && user.passwordHash !== null
    ? { state: 'valid', user, expiresAt }
    : { state: 'unknown' };
}

/** What somebody who is not signed in does with a link to a new password. */
export function createResetLinkService(dependencies: ResetLinkDependencies) {
  const { passwords, resetLinks } = dependencies;
  return {
    async check(token: string, request: RequestFacts): Promise<Parsed<typeof checkResetLink.response>> {
      const opened = await open(dependencies, token, request);
      if (opened.state !== 'valid') return { state: opened.state, username: null, expiresAt: null };
      return { state: 'valid', username: opened.user.username, expiresAt: opened.expiresAt };
    },

    /**
     * Sets the password by the link, once: of two who come at the same time, one does.
     * @throws AppError NOT_FOUND, CONFLICT for a link that is over; INVALID_INPUT; TOO_MANY_ATTEMPTS
     */
    async use(token: string, newPassword: string, request: RequestFacts): Promise<void> {
      const opened = await open(dependencies, token, request);
      if (opened.state !== 'valid') throw refused(opened.state);
      const { id, username } = opened.user;
      const message = passwords.problem(newPassword, opened.user);
      if (message !== null)
        throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'newPassword', message }] });
      const passwordHash = await passwords.hash(newPassword);
      if (!(await resetLinks.use(token))) {
        const { state } = await resetLinks.find(token);
        throw refused(state === 'valid' ? 'unknown' : state);
      }
      await setPassword(dependencies, id, passwordHash, { username, how: 'by a one-time link' });
    },
  };
}

export type ResetLinkService = ReturnType<typeof createResetLinkService>;
