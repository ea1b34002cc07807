import { createHash, randomBytes } from 'node:crypto';
import type { Cookie } from '../../http/reply.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

export type DeviceEntity = { lastUsedAt: string };

const keepMs = 90 * 24 * 3_600_000;
const maxDevices = 20;
const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Browsers that have signed in to an account before. It signs nobody in: their throttle is apart from that of strangers. */
export function createKnownDevices(table: StateTable<DeviceEntity>, clock: Clock, cookieName: string) {
  const secretOf = (request: RequestFacts): string | null => {
    const value = request.cookie(cookieName) ?? '';
    return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
  };

  async function forgetOld(userId: string): Promise<number> {
    const now = clock.now().getTime();
    const devices: { key: string; lastUsedAt: string }[] = [];
    for await (const { key, value } of table.list(userId)) devices.push({ key, lastUsedAt: value.lastUsedAt });
    devices.sort((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
    const old = devices.filter(({ lastUsedAt }, index) => index >= maxDevices || now - Date.parse(lastUsedAt) > keepMs);
    for (const { key } of old) await table.delete(userId, key);
    return old.length;
  }

  return {
    /** Forgets browsers that have not signed in for long. @returns how many */
    sweep: forgetOld,

    /** The browser's name where it is known for this user, else null. */
    async find(userId: string, request: RequestFacts): Promise<string | null> {
      const secret = secretOf(request);
      if (secret === null) return null;
      const known = await table.get(userId, hashed(secret));
      const isFresh = known && clock.now().getTime() - Date.parse(known.value.lastUsedAt) <= keepMs;
      return isFresh ? `${userId} ${hashed(secret)}` : null;
    },

    /** Remembers the browser for the user; the cookie to set. */
    async remember(userId: string, request: RequestFacts): Promise<Cookie> {
      const carried = secretOf(request);
      const secret = carried ?? randomBytes(32).toString('base64url');
      const entity = { lastUsedAt: clock.now().toISOString() };
      if (!(await table.create(userId, hashed(secret), entity))) {
        const present = await table.get(userId, hashed(secret));
        // Another sign-in of the same browser was first, and wrote the same.
        if (present) await table.replace(userId, hashed(secret), entity, present.etag);
      }
      await forgetOld(userId);
      return {
        name: cookieName,
        value: secret,
        httpOnly: true,
        secure: true,
        sameSite: 'Lax',
        path: '/',
        maxAge: keepMs / 1000,
      };
    },
  };
}

export type KnownDevices = ReturnType<typeof createKnownDevices>;
