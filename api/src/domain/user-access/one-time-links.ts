import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import type { StateTable } from '../../ports/state.ts';

/** `usedAt`: '' until it is used. */
export type OneTimeLinkEntity = { createdAt: string; expiresAt: string; usedAt: string };

export type FoundLink =
  | { state: 'unknown' }
  | { state: 'used' | 'expired'; userId: string }
  | { state: 'valid'; userId: string; expiresAt: string };

/** Used and ended ones are told apart from unknown ones for so long. */
const rememberedMs = 7 * 24 * 3_600_000;

const hashed = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Whose a link is, and the key that it is kept under. */
function readToken(token: string): { userId: string; key: string } | null {
  const [, userId, secret] = /^([a-z0-9-]{1,64})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  return userId && secret ? { userId, key: hashed(secret) } : null;
}

/** Who a token says that it is for: a name to count attempts on, which proves nothing. */
export const userOfToken = (token: string): string => readToken(token)?.userId ?? 'nobody';

/**
 * Links that work once: to a new password (design, 28), and into a client's room. Each is kept as the hash of its secret, and there is
 * one at a time for each user. What it opens is settled by who its user is: a client has no password, and nobody else has a room.
 */
export function createOneTimeLinks(links: StateTable<OneTimeLinkEntity>, clock: Clock) {
  const stateOf = ({ usedAt, expiresAt }: OneTimeLinkEntity) => {
    if (usedAt !== '') return 'used';
    return expiresAt <= clock.now().toISOString() ? 'expired' : 'valid';
  };

  /** Links that could still be used are no more; of somebody who is gone, nor are those that were used. */
  async function revokeAll(userId: string, isGone = false): Promise<void> {
    for await (const { key, value } of links.list(userId)) {
      if (isGone || value.usedAt === '') await links.delete(userId, key);
    }
  }

  return {
    revokeAll,

    /** @param minutes how long it is good @returns the token that the link carries, told this once */
    async create(userId: string, minutes: number): Promise<{ token: string; expiresAt: string }> {
      await revokeAll(userId);
      const secret = randomBytes(32).toString('base64url');
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + minutes * 60_000).toISOString();
      await links.create(userId, hashed(secret), { createdAt: now.toISOString(), expiresAt, usedAt: '' });
      return { token: `${userId}.${secret}`, expiresAt };
    },

    async find(token: string): Promise<FoundLink> {
      const read = readToken(token);
      const found = read && (await links.get(read.userId, read.key));
      if (!found) return { state: 'unknown' };
      const state = stateOf(found.value);
      const { userId } = read;
      return state === 'valid' ? { state, userId, expiresAt: found.value.expiresAt } : { state, userId };
    },

    /** Takes the link, once whoever comes at the same time. @returns false where it is no longer to be had */
    async use(token: string): Promise<boolean> {
      const read = readToken(token);
      const found = read && (await links.get(read.userId, read.key));
      if (!found || stateOf(found.value) !== 'valid') return false;
      return links.replace(read.userId, read.key, { ...found.value, usedAt: clock.now().toISOString() }, found.etag);
    },

    /** Forgets links of a user that ended long ago. @returns how many */
    async sweep(userId: string): Promise<number> {
      const before = new Date(clock.now().getTime() - rememberedMs).toISOString();
      let swept = 0;
      for await (const { key, value } of links.list(userId)) {
        if (value.expiresAt <= before && (await links.delete(userId, key))) swept += 1;
      }
      return swept;
    },
  };
}

export type OneTimeLinks = ReturnType<typeof createOneTimeLinks>;
