import {
  beginAuthenticator,
  changeOwnPassword,
  confirmAuthenticator,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  renewRecoveryCodes,
  turnAuthenticatorOff,
} from '@tenantry/contract/own-account';
import { chooseTheme, chooseTimeZone, getProfile, type Profile } from '@tenantry/contract/profile';
import { resetAuthenticator } from '@tenantry/contract/users';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { isTimeZone } from '../../domain/scan-plan/next-due.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, sessionOf } from '../../http/caller.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import type { SessionService } from '../../http/sessions.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import type { UserRecord } from '../../store/users.ts';
import type { Authenticators } from './authenticator.ts';
import { deviceWords } from './device-words.ts';
import { type OwnPassword, requireOwnPassword } from './own-password.ts';
import type { Proofs } from './proofs.ts';

type Dependencies = Pick<CommonParts, 'users' | 'trail' | 'clock'> & {
  sessions: SessionService;
  ownPassword: OwnPassword;
  authenticators: Authenticators;
  proofs: Proofs;
};

function profileOf({ authenticator, ...user }: UserRecord): Profile {
  const { id, username, displayName, email, role, scope, m365Id, createdAt, timeZone = null, theme = null } = user;
  return {
    id,
    username,
    displayName,
    email,
    role,
    organizations: scope.kind === 'all' ? null : scope.kind === 'none' ? 0 : scope.tenantIds.length,
    signsInWith: m365Id === null ? 'password' : 'microsoft',
    createdAt,
    timeZone,
    theme,
    authenticator: authenticator?.confirmedAt
      ? { since: authenticator.confirmedAt, recoveryCodesLeft: authenticator.recoveryCodes.length }
      : null,
  };
}

function requireTimeZone(timeZone: string | null): void {
  if (timeZone === null || isTimeZone(timeZone)) return;
  const message = `No time zone is called ${timeZone}. Give its IANA name, for example Europe/Berlin`;
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'timeZone', message }] });
}

/** Choosing what is chosen already is no change. */
async function chosen(
  { users, trail, clock }: Dependencies,
  caller: Caller,
  wanted: Pick<UserRecord, 'timeZone' | 'theme'>,
): Promise<UserRecord> {
  const changed = await changeAndSeal(trail, users, caller.userId, (user) => {
    const next: UserRecord = { ...user, ...wanted };
    const details = whatChanged(user, next, ['timeZone', 'theme']);
    if (Object.keys(details.after).length === 0) return user;
    const { username } = user;
    const entry = { eventType: 'profile_changed', user: username, target: username, tenantId: null, details } as const;
    return withEntry(next, entry, clock.now());
  });
  if (!changed) throw new AppError('NOT_FOUND', 'Your account was deleted.');
  return changed;
}

function sessionRoutes({ sessions, trail }: Dependencies): Route[] {
  const recordEnd = ({ user: { username } }: Caller, details: TrailEntry['details']) =>
    trail.record({ eventType: 'session_ended', user: username, target: username, tenantId: null, details });

  return [
    callerRoute(listOwnSessions, async ({ caller }) =>
      (await sessions.list(caller.userId)).map(({ id, createdAt, lastSeenAt, userAgent, address }) => ({
        id,
        device: deviceWords(userAgent),
        address: address || null,
        signedInAt: createdAt,
        lastSeenAt,
        isCurrent: id === sessionOf(caller).id,
      })),
    ),

    callerRoute(endOwnSession, async ({ caller, params: { sessionId } }) => {
      if (sessionId === sessionOf(caller).id) {
        throw new AppError('CONFLICT', 'This is the browser you are using. Log out instead.');
      }
      const known = (await sessions.list(caller.userId)).find(({ id }) => id === sessionId);
      if (!known || !(await sessions.endOne(caller.userId, sessionId))) {
        throw new AppError('NOT_FOUND', 'You have no such session, or it has ended already.');
      }
      await recordEnd(caller, { device: deviceWords(known.userAgent), signedInAt: known.createdAt });
      return { success: true as const };
    }),

    callerRoute(endOtherSessions, async ({ caller }) => {
      const ended = await sessions.endOthers(caller.userId, sessionOf(caller).id);
      if (ended > 0) await recordEnd(caller, { others: ended });
      return { success: true as const, ended };
    }),
  ];
}

const wrongCode = () => {
  const message = 'That code is not right, or was used before. Enter the newest one.';
  return new AppError('INVALID_INPUT', message, { fields: [{ path: 'code', message }] });
};

function authenticatorRoutes({ authenticators, proofs, sessions, users }: Dependencies): Route[] {
  return [
    callerRoute(beginAuthenticator, ({ caller }) => authenticators.begin(caller.userId)),

    callerRoute(confirmAuthenticator, async ({ caller, body: { code }, request }) => {
      const recoveryCodes = await proofs.byCode(caller.user, request, () =>
        authenticators.confirm(caller.userId, code),
      );
      if (!recoveryCodes) throw wrongCode();
      return { recoveryCodes };
    }),

    callerRoute(renewRecoveryCodes, async ({ caller, body: { code }, request }) => {
      const recoveryCodes = await proofs.byCode(caller.user, request, () =>
        authenticators.renewRecoveryCodes(caller.userId, code),
      );
      if (!recoveryCodes) throw wrongCode();
      return { recoveryCodes };
    }),

    callerRoute(turnAuthenticatorOff, async ({ caller, body: { password, code }, request }) => {
      requireOwnPassword(caller.user);
      const isOff =
        (await proofs.isPassword(caller.user, password, request)) &&
        (await proofs.byCode(caller.user, request, () => authenticators.turnOff(caller.userId, code))) !== null;
      // Which of them is wrong is not told.
      if (!isOff) throw new AppError('INVALID_INPUT', 'That password or code is not right.');
      return { success: true as const };
    }),

    callerRoute(resetAuthenticator, async ({ caller, params: { id } }) => {
      if (id === caller.userId) {
        throw new AppError('CONFLICT', 'Turn your own authenticator off in your profile.');
      }
      if (!(await users.get(id))) throw new AppError('NOT_FOUND', 'There is no such user.');
      await authenticators.reset(id, caller.user);
      await sessions.endAllOf(id);
      return { success: true as const };
    }),
  ];
}

/** What users know, choose and prove of themselves. */
export function profileRoutes(dependencies: Dependencies): Route[] {
  const { ownPassword } = dependencies;
  return [
    callerRoute(getProfile, async ({ caller }) => profileOf(caller.user)),
    callerRoute(chooseTimeZone, async ({ caller, body: { timeZone } }) => {
      requireTimeZone(timeZone);
      return profileOf(await chosen(dependencies, caller, { timeZone }));
    }),
    callerRoute(chooseTheme, async ({ caller, body }) => profileOf(await chosen(dependencies, caller, body))),
    callerRoute(changeOwnPassword, async ({ caller, body, request }) => {
      const cookie = await ownPassword.change(caller, body, request);
      return Reply.json({ success: true }, { cookies: cookie ? [cookie] : [] });
    }),
    ...sessionRoutes(dependencies),
    ...authenticatorRoutes(dependencies),
  ];
}
