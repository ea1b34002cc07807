import { createHash, randomBytes } from 'node:crypto';
import { cleanText } from '@tenantry/contract/text';
import type { Clock } from '../ports/clock.ts';
import type { StateTable } from '../ports/state.ts';
import type { UserRecord, UserStore } from '../store/users.ts';
import type { Caller } from './caller.ts';
import type { Cookie } from './reply.ts';
import type { RequestFacts } from './route.ts';

/** `verifiedAt`: when its user last proved who they are. `userAgent` and `address` are of its sign-in; '' where not known. */
export type SessionEntity = {
  createdAt: string;
  lastSeenAt: string;
  verifiedAt: string;
  userAgent: string;
  address: string;
};

/** A session as its user sees it in a list. */
type ListedSession = SessionEntity & { id: string };

type SessionSettings = { cookieName: string; idleMs: number; maxMs: number };

type Dependencies = {
  sessions: StateTable<SessionEntity>;
  users: Pick<UserStore, 'get'>;
  clock: Clock;
  settings: SessionSettings;
};

/** A session's last use is written at most this often. */
const touchEveryMs = 60_000;

/** As much of what a browser says it is. */
const maxUserAgent = 400;

const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** What a session is named by in lists: nothing that is carried can be made of it. */
const idOf = (key: string) => key.slice(0, 32);

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
  /**
   * Marks that its user proved once more who they are. The session goes on under a new id, so that nothing that knew the old
   * one gains by it. @returns null where it has ended meanwhile
   */
  confirm(request: RequestFacts, verifiedAt: Date): Promise<Cookie | null>;
  /** A user's sessions that are not over, the newest first. */
  list(userId: string): Promise<ListedSession[]>;
  /** Ends one session of a user. @returns whether there was one of that id */
  endOne(userId: string, id: string): Promise<boolean>;
  /** Ends every session of a user but one. @returns how many */
  endOthers(userId: string, id: string): Promise<number>;
  /** Ends every session of a user: after a password reset, a change of role or scope, disabling, deletion. */
  endAllOf(userId: string): Promise<void>;
  /** Forgets sessions of a user that are over by themselves. @returns how many */
  sweep(userId: string): Promise<number>;
};

const cookieOf = ({ settings }: Dependencies, value: string, maxAgeSeconds: number): Cookie => ({
  name: settings.cookieName,
  value,
  httpOnly: true,
  secure: true,
  sameSite: 'Lax',
  path: '/',
  maxAge: maxAgeSeconds,
});

const expiryOf = ({ settings }: Dependencies, session: SessionEntity) =>
  new Date(Math.min(Date.parse(session.createdAt) + settings.maxMs, Date.parse(session.lastSeenAt) + settings.idleMs));

async function endCarried(parts: Dependencies, request: RequestFacts): Promise<void> {
  const carried = readCookie(request.cookie(parts.settings.cookieName));
  if (carried) await parts.sessions.delete(carried.userId, carried.key);
}

async function list(parts: Dependencies, userId: string): Promise<ListedSession[]> {
  const now = parts.clock.now();
  const found: ListedSession[] = [];
  for await (const { key, value } of parts.sessions.list(userId)) {
    if (expiryOf(parts, value) > now) found.push({ ...value, id: idOf(key) });
  }
  return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** A session that goes on under a new id while this runs is met under that one: it looks until none is left. */
async function endWhere(parts: Dependencies, userId: string, isMeant: (id: string) => boolean): Promise<number> {
  let ended = 0;
  for (let left = true; left; ) {
    left = false;
    for await (const { key } of parts.sessions.list(userId)) {
      if (!isMeant(idOf(key))) continue;
      left = true;
      if (await parts.sessions.delete(userId, key)) ended += 1;
    }
  }
  return ended;
}

async function sweep(parts: Dependencies, userId: string): Promise<number> {
  const now = parts.clock.now();
  let swept = 0;
  for await (const { key, value } of parts.sessions.list(userId)) {
    if (expiryOf(parts, value) <= now && (await parts.sessions.delete(userId, key))) swept += 1;
  }
  return swept;
}

async function identify(parts: Dependencies, request: RequestFacts): Promise<Caller | null> {
  const carried = readCookie(request.cookie(parts.settings.cookieName));
  if (!carried) return null;
  const [session, user] = await Promise.all([
    parts.sessions.get(carried.userId, carried.key),
    parts.users.get(carried.userId),
  ]);
  if (!session) return null;
  const now = parts.clock.now();
  // A session of a user who was disabled or deleted is over, also when they come back.
  if (!user || user.value.isDisabled || expiryOf(parts, session.value) <= now) {
    await parts.sessions.delete(carried.userId, carried.key);
    return null;
  }
  const touched = request.isBackground ? session.value : { ...session.value, lastSeenAt: now.toISOString() };
  if (!request.isBackground && now.getTime() - Date.parse(session.value.lastSeenAt) >= touchEveryMs) {
    // Another request wrote the same, or a sign-out ended the session: nothing is left to do.
    await parts.sessions.replace(carried.userId, carried.key, touched, session.etag);
  }
  const { role, scope, displayName } = user.value;
  return {
    userId: user.value.id,
    name: displayName,
    role,
    scope,
    user: user.value,
    token: null,
    session: {
      id: idOf(carried.key),
      startedAt: session.value.createdAt,
      expiresAt: expiryOf(parts, touched),
      verifiedAt: new Date(session.value.verifiedAt),
    },
  };
}

async function start(parts: Dependencies, user: UserRecord, request: RequestFacts): Promise<Cookie> {
  await endCarried(parts, request);
  const now = parts.clock.now();
  await sweep(parts, user.id);
  const secret = randomBytes(32).toString('base64url');
  const at = now.toISOString();
  await parts.sessions.create(user.id, hashed(secret), {
    createdAt: at,
    lastSeenAt: at,
    verifiedAt: at,
    userAgent: cleanText(request.userAgent ?? '', maxUserAgent),
    address: request.clientAddress ?? '',
  });
  return cookieOf(parts, `${user.id}.${secret}`, Math.floor(parts.settings.maxMs / 1000));
}

async function end(parts: Dependencies, request: RequestFacts): Promise<Cookie> {
  await endCarried(parts, request);
  return cookieOf(parts, '', 0);
}

async function confirm(parts: Dependencies, request: RequestFacts, verifiedAt: Date): Promise<Cookie | null> {
  const carried = readCookie(request.cookie(parts.settings.cookieName));
  const present = carried && (await parts.sessions.get(carried.userId, carried.key));
  const now = parts.clock.now();
  if (!carried || !present || expiryOf(parts, present.value) <= now) return null;
  const secret = randomBytes(32).toString('base64url');
  const { userId, key } = carried;
  const next = { ...present.value, lastSeenAt: now.toISOString(), verifiedAt: verifiedAt.toISOString() };
  await parts.sessions.create(userId, hashed(secret), next);
  if (await parts.sessions.delete(userId, key)) {
    const leftMs = Date.parse(next.createdAt) + parts.settings.maxMs - now.getTime();
    return cookieOf(parts, `${userId}.${secret}`, Math.floor(leftMs / 1000));
  }
  // Somebody ended it, and did not see what was to take its place.
  await parts.sessions.delete(userId, hashed(secret));
  return null;
}

export function createSessionService(parts: Dependencies): SessionService {
  return {
    identify: (request) => identify(parts, request),
    start: (user, request) => start(parts, user, request),
    end: (request) => end(parts, request),
    confirm: (request, verifiedAt) => confirm(parts, request, verifiedAt),
    list: (userId) => list(parts, userId),
    endOne: async (userId, id) => (await endWhere(parts, userId, (one) => one === id)) > 0,
    endOthers: (userId, id) => endWhere(parts, userId, (one) => one !== id),
    async endAllOf(userId) {
      await endWhere(parts, userId, () => true);
    },
    sweep: (userId) => sweep(parts, userId),
  };
}
