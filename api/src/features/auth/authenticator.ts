import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { DataKeys } from '../../domain/secrets/data-keys.ts';
import { decryptSecret, EnvelopeError, encryptSecret } from '../../domain/secrets/envelope.ts';
import type { Reencrypted } from '../../domain/secrets/rotate-data-key.ts';
import { AppError } from '../../http/app-error.ts';
import { replaceIfUnchanged, update } from '../../ports/collection.ts';
import type { Trail, TrailEntry } from '../../ports/trail.ts';
import type { Authenticator, UserRecord, UserStore } from '../../store/users.ts';
import {
  authenticatorUri,
  findRecoveryCode,
  newAuthenticatorSecret,
  newRecoveryCodes,
  recoveryCodeHash,
  stepOfCode,
} from './authenticator-codes.ts';
import { requireOwnPassword } from './own-password.ts';

type Dependencies = Pick<CommonParts, 'clock' | 'log'> & {
  users: Pick<UserStore, 'get' | 'replace' | 'ids'>;
  dataKeys: DataKeys;
  trail: Pick<Trail, 'recordOutbox'>;
};

/** How long the key that was shown waits for its first code. */
const setUpWithinMs = 15 * 60_000;
/** As many changes of one user may come between. */
const triesAtMost = 20;

export type TakenCode = 'authenticator code' | 'recovery code';

const placeOf = (userId: string) => ({ owner: `user/${userId}`, field: 'authenticator' });

const entryOf = (eventType: TrailEntry['eventType'], user: UserRecord, details: TrailEntry['details'] = {}) =>
  ({ eventType, user: user.username, target: user.username, tenantId: null, details }) satisfies TrailEntry;

/** Whether codes are asked of the user. */
export const hasAuthenticator = ({ authenticator }: Pick<UserRecord, 'authenticator'>): boolean =>
  (authenticator?.confirmedAt ?? null) !== null;

async function opened(parts: Dependencies, userId: string, { secret }: Authenticator): Promise<string> {
  try {
    return decryptSecret(secret, placeOf(userId), await parts.dataKeys.version(secret.keyVersion));
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    parts.log('The authenticator does not open', { userId, error });
    const message = 'The key of your authenticator cannot be read. Use a recovery code, or ask an administrator.';
    throw new AppError('UNAVAILABLE', message);
  }
}

async function sealed(parts: Dependencies, userId: string, secret: string) {
  return encryptSecret(secret, placeOf(userId), await parts.dataKeys.current());
}

/**
 * Changes the user as `change` says, until no one came between: what it decides on is what is replaced.
 * @returns what `change` gave with the user as written; null where it gave that, or the user is gone
 */
async function changed<T>(
  parts: Dependencies,
  userId: string,
  change: (user: UserRecord) => Promise<{ user: UserRecord; outcome: T } | null>,
): Promise<T | null> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const stored = await parts.users.get(userId);
    const next = stored && (await change(stored.value));
    if (!stored || !next) return null;
    const written = await replaceIfUnchanged(parts.users, next.user, stored.etag);
    if (!written) continue;
    await settleOutbox(parts.users, next.user, parts.trail, written.etag);
    return next.outcome;
  }
  throw new Error(`The user ${userId} changed ${triesAtMost} times in a row`);
}

/** The user without the code that was taken; null where it is none that counts. */
async function without(
  parts: Dependencies,
  user: UserRecord,
  code: string,
): Promise<{ user: UserRecord; outcome: TakenCode } | null> {
  const { authenticator } = user;
  if (!authenticator?.confirmedAt) return null;
  const digits = code.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const secret = await opened(parts, user.id, authenticator);
    const lastStep = stepOfCode(secret, digits, parts.clock.now(), authenticator.lastStep);
    if (lastStep === null) return null;
    return { user: { ...user, authenticator: { ...authenticator, lastStep } }, outcome: 'authenticator code' };
  }
  const used = findRecoveryCode(authenticator.recoveryCodes, user.id, code);
  if (used === undefined) return null;
  const recoveryCodes = authenticator.recoveryCodes.filter((hash) => hash !== used);
  const entry = entryOf('recovery_code_used', user, { left: recoveryCodes.length });
  const next = withEntry({ ...user, authenticator: { ...authenticator, recoveryCodes } }, entry, parts.clock.now());
  return { user: next, outcome: 'recovery code' };
}

function withRecoveryCodes(user: UserRecord, authenticator: Authenticator, recoveryCodes: readonly string[]) {
  const hashes = recoveryCodes.map((code) => recoveryCodeHash(user.id, code));
  return { ...user, authenticator: { ...authenticator, recoveryCodes: hashes } };
}

/**
 * A new key, which nothing asks for until it is confirmed. Begun again, the one before is none any more.
 * @throws AppError CONFLICT where one is on, or the account has no password here
 */
async function begin(parts: Dependencies, userId: string): Promise<{ secret: string; uri: string }> {
  const secret = newAuthenticatorSecret();
  const envelope = await sealed(parts, userId, secret);
  const begun = await update(parts.users, userId, (user): UserRecord => {
    requireOwnPassword(user);
    if (hasAuthenticator(user)) {
      throw new AppError('CONFLICT', 'Your authenticator is on already. Turn it off first.');
    }
    const begunAt = parts.clock.now().toISOString();
    const authenticator = { secret: envelope, begunAt, confirmedAt: null, lastStep: 0, recoveryCodes: [] };
    return { ...user, authenticator };
  });
  if (!begun) throw new AppError('NOT_FOUND', 'Your account was deleted.');
  return { secret, uri: authenticatorUri(secret, begun.username) };
}

/**
 * Turns the authenticator on where the code is right. Of two at once one does.
 * @returns the recovery codes, which are kept as hashes alone; null where the code is not right
 * @throws AppError CONFLICT where none is being set up
 */
function confirm(parts: Dependencies, userId: string, code: string): Promise<string[] | null> {
  return changed(parts, userId, async (user) => {
    const { authenticator } = user;
    const now = parts.clock.now();
    const isWaiting = authenticator && authenticator.confirmedAt === null;
    if (!isWaiting || now.getTime() - Date.parse(authenticator.begunAt) > setUpWithinMs) {
      throw new AppError('CONFLICT', 'No authenticator is being set up. Begin again.');
    }
    const lastStep = stepOfCode(await opened(parts, userId, authenticator), code, now, authenticator.lastStep);
    if (lastStep === null) return null;
    const outcome = newRecoveryCodes();
    const confirmed = { ...authenticator, confirmedAt: now.toISOString(), lastStep };
    const entry = entryOf('authenticator_turned_on', user);
    return { user: withEntry(withRecoveryCodes(user, confirmed, outcome), entry, now), outcome };
  });
}

/** Takes a code: it counts no more from then on, and of two at once one counts. @returns null where it is none */
function take(parts: Dependencies, userId: string, code: string): Promise<TakenCode | null> {
  return changed(parts, userId, (user) => without(parts, user, code));
}

/** Takes a code of the app and gives new recovery codes in place of the ones before. @returns null where it is none */
function renewRecoveryCodes(parts: Dependencies, userId: string, code: string): Promise<string[] | null> {
  return changed(parts, userId, async (user) => {
    const taken = await without(parts, user, code);
    if (!taken?.user.authenticator || taken.outcome !== 'authenticator code') return null;
    const outcome = newRecoveryCodes();
    const renewed = withRecoveryCodes(taken.user, taken.user.authenticator, outcome);
    return { user: withEntry(renewed, entryOf('recovery_codes_renewed', user), parts.clock.now()), outcome };
  });
}

/** Takes a code and the authenticator with it. @returns null where it is none */
function turnOff(parts: Dependencies, userId: string, code: string): Promise<TakenCode | null> {
  return changed(parts, userId, async (user) => {
    const taken = await without(parts, user, code);
    if (!taken) return null;
    const entry = entryOf('authenticator_turned_off', user, { with: taken.outcome });
    return { ...taken, user: withEntry({ ...taken.user, authenticator: null }, entry, parts.clock.now()) };
  });
}

/**
 * Takes it off somebody else's account.
 * @throws AppError NOT_FOUND, CONFLICT where there is none
 */
async function reset(parts: Dependencies, userId: string, by: UserRecord): Promise<void> {
  const done = await changed(parts, userId, async (user) => {
    if (!hasAuthenticator(user)) {
      throw new AppError('CONFLICT', `${user.displayName} has no authenticator.`);
    }
    const entry = { ...entryOf('authenticator_reset', user), user: by.username };
    return { user: withEntry({ ...user, authenticator: null }, entry, parts.clock.now()), outcome: true };
  });
  if (!done) throw new AppError('NOT_FOUND', 'There is no such user.');
}

/** Encrypts every key anew under the current data key. One that does not open stays as it is and is counted. */
async function reencrypt(parts: Dependencies): Promise<Reencrypted> {
  const counts = { reencrypted: 0, corrupted: 0 };
  const { version } = await parts.dataKeys.current();
  for await (const id of parts.users.ids()) {
    try {
      const done = await changed(parts, id, async (user) => {
        const { authenticator } = user;
        if (!authenticator || authenticator.secret.keyVersion === version) return null;
        const key = await parts.dataKeys.version(authenticator.secret.keyVersion);
        const secret = await sealed(parts, id, decryptSecret(authenticator.secret, placeOf(id), key));
        return { user: { ...user, authenticator: { ...authenticator, secret } }, outcome: true };
      });
      if (done) counts.reencrypted += 1;
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      counts.corrupted += 1;
    }
  }
  return counts;
}

/** The authenticator apps of local users: their keys are envelopes, and a code counts once. */
export function createAuthenticators(parts: Dependencies) {
  return {
    begin: (userId: string) => begin(parts, userId),
    confirm: (userId: string, code: string) => confirm(parts, userId, code),
    take: (userId: string, code: string) => take(parts, userId, code),
    renewRecoveryCodes: (userId: string, code: string) => renewRecoveryCodes(parts, userId, code),
    turnOff: (userId: string, code: string) => turnOff(parts, userId, code),
    reset: (userId: string, by: UserRecord) => reset(parts, userId, by),
    reencrypt: () => reencrypt(parts),
  };
}

export type Authenticators = ReturnType<typeof createAuthenticators>;
