import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import type { StateTable } from '../ports/state.ts';
import type { UserRecord, UserStore } from '../store/users.ts';
import type { Caller } from './caller.ts';
import type { Cookie } from './reply.ts';
import type { RequestFacts } from './route.ts';

export type SessionEntity = { createdAt: string; lastSeenAt: string };

export type SessionSettings = { cookieName: string; idleMs: number; maxMs: number };

type Dependencies = {
  sessions: StateTable<SessionEntity>;
  users: Pick<UserStore, 'get'>;
  clock: Clock;
  settings: SessionSettings;
};

/** A session's last use is written at most this often. */
const touchEveryMs = 60_000;

const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** The cookie names the user (the partition) and holds a secret; the store holds the secret's hash alone. */
function readCookie(value: string | undefined): { userId: string; key: string } | null {
  const match = /^([A-Za-z0-9-]{1,64})\.([A-Za-z0-9_-]{43})$/.exec(value ?? '');
  return match?.[1] && match[2] ? { userId: match[1], key: hashed(match[2]) } : null;
}

export type SessionService = {
  identify(request: RequestFacts): Promise<Caller | null>;
  /** Starts a session for the user and ends the one that the request carried: a session id is never taken over. */
  start(user: UserRecord, request: RequestFacts): Promise<Cookie>;
  /** Ends the session that the request carries; the cookie that clears the browser's. */
  end(request: RequestFacts): Promise<Cookie>;
  /** Ends every session of a user: after a password reset, a change of role or scope, disabling, deletion. */
  endAllOf(userId: string): Promise<void>;
  /** Forgets sessions of a user that are over by themselves. @returns how many */
  sweep(userId: string): Promise<number>;
};

export function createSessionService({ sessions, users, clock, settings }: Dependencies): SessionService {
  const cookie = (value: string, maxAgeSeconds: number): Cookie => ({
    name: settings.cookieName,
    value,
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: maxAgeSeconds,
  });

  const expiryOf = (session: SessionEntity) =>
    new Date(
      Math.min(Date.parse(session.createdAt) + settings.maxMs, Date.parse(session.lastSeenAt) + settings.idleMs),
    );

  async function endCarried(request: RequestFacts): Promise<void> {
    const carried = readCookie(request.cookie(settings.cookieName));
    if (carried) await sessions.delete(carried.userId, carried.key);
  }

  async function sweep(userId: string): Promise<number> {
    const now = clock.now();
    let swept = 0;
    for await (const { key, value } of sessions.list(userId)) {
      if (expiryOf(value) <= now && (await sessions.delete(userId, key))) swept += 1;
    }
    return swept;
  }

  return {
    sweep,

    async identify(request) {
      const carried = readCookie(request.cookie(settings.cookieName));
      if (!carried) return null;
      const [session, user] = await Promise.all([sessions.get(carried.userId, carried.key), users.get(carried.userId)]);
      if (!session) return null;
      const now = clock.now();
      // A session of a user who was disabled or deleted is over, also when they come back.
      if (!user || user.value.isDisabled || expiryOf(session.value) <= now) {
        await sessions.delete(carried.userId, carried.key);
        return null;
      }
      const touched = request.isBackground ? session.value : { ...session.value, lastSeenAt: now.toISOString() };
      if (!request.isBackground && now.getTime() - Date.parse(session.value.lastSeenAt) >= touchEveryMs) {
        // Another request wrote the same, or a sign-out ended the session: nothing is left to do.
        await sessions.replace(carried.userId, carried.key, touched, session.etag);
      }
      const { role, scope, displayName } = user.value;
      return {
        userId: user.value.id,
        name: displayName,
        role,
        scope,
        user: user.value,
        session: { expiresAt: expiryOf(touched), verifiedAt: new Date(session.value.createdAt) },
      };
    },

    async start(user, request) {
      await endCarried(request);
      const now = clock.now();
      await sweep(user.id);
      const secret = randomBytes(32).toString('base64url');
      const at = now.toISOString();
      await sessions.create(user.id, hashed(secret), { createdAt: at, lastSeenAt: at });
      return cookie(`${user.id}.${secret}`, Math.floor(settings.maxMs / 1000));
    },

    async end(request) {
      await endCarried(request);
      return cookie('', 0);
    },

    async endAllOf(userId) {
      for await (const session of sessions.list(userId)) await sessions.delete(userId, session.key);
    },
  };
}
