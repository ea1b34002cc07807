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

/** Within so many seconds one link of a kind is mailed to a client, unless it was used meanwhile: anybody may ask for one. */
const turnSeconds = { asked: 120, invited: 10 } as const;
type Kind = keyof typeof turnSeconds;

/** No link is kept under this: it is no hash. */
const turnKey = (kind: Kind): string => `turn ${kind}`;
const turnKeys = [turnKey('asked'), turnKey('invited')];

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
 * one at a time for each user, but for an invitation, which stays beside one that is asked for. What it opens is settled by who its user is: a client has no password, and nobody else has a room.
 */
export function createOneTimeLinks(links: StateTable<OneTimeLinkEntity>, clock: Clock) {
  const stateOf = ({ usedAt, expiresAt }: OneTimeLinkEntity) => {
    if (usedAt !== '') return 'used';
    return expiresAt <= clock.now().toISOString() ? 'expired' : 'valid';
  };

  const goodForMs = ({ createdAt, expiresAt }: OneTimeLinkEntity) => Date.parse(expiresAt) - Date.parse(createdAt);

  async function deleteWhere(userId: string, isOver: (link: OneTimeLinkEntity, key: string) => boolean): Promise<void> {
    for await (const { key, value } of links.list(userId)) {
      if (isOver(value, key)) await links.delete(userId, key);
    }
  }

  async function endTurns(userId: string, keys: readonly string[] = turnKeys): Promise<void> {
    for (const key of keys) await links.delete(userId, key);
  }

  return {
    /** Links that could still be used are no more; of somebody who is gone, nor are those that were used. */
    async revokeAll(userId: string, isGone = false): Promise<void> {
      await deleteWhere(userId, ({ usedAt }, key) => isGone || usedAt === '' || turnKeys.includes(key));
    },

    /**
     * Whether a link of this kind may be mailed now: of two who come at the same time, one may.
     * @see turnSeconds
     */
    async takeTurn(userId: string, kind: Kind): Promise<boolean> {
      const createdAt = clock.now().toISOString();
      const expiresAt = new Date(clock.now().getTime() + turnSeconds[kind] * 1000).toISOString();
      const turn = { createdAt, expiresAt, usedAt: createdAt };
      if (await links.create(userId, turnKey(kind), turn)) return true;
      const found = await links.get(userId, turnKey(kind));
      if (!found) return links.create(userId, turnKey(kind), turn);
      return found.value.expiresAt <= createdAt && links.replace(userId, turnKey(kind), turn, found.etag);
    },

    /** The link could not be mailed: the next one may. */
    endTurn: (userId: string, kind: Kind): Promise<void> => endTurns(userId, [turnKey(kind)]),

    /**
     * Earlier links that could still be used are no more.
     * @param minutes how long it is good
     * @param options.leavesLonger those that were given out for longer stay: whoever asks for a link ends no invitation
     * @returns the token that the link carries, told this once
     */
    async create(
      userId: string,
      minutes: number,
      { leavesLonger = false } = {},
    ): Promise<{ token: string; expiresAt: string }> {
      const isLonger = (link: OneTimeLinkEntity) => goodForMs(link) > minutes * 60_000;
      await deleteWhere(userId, (link) => link.usedAt === '' && !(leavesLonger && isLonger(link)));
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
      const used = { ...found.value, usedAt: clock.now().toISOString() };
      const isTaken = await links.replace(read.userId, read.key, used, found.etag);
      if (isTaken) await endTurns(read.userId);
      return isTaken;
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
