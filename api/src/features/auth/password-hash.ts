import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { AppError } from '../../http/app-error.ts';

export type PasswordCost = { N: number; r: number; p: number };
/** OWASP Password Storage Cheat Sheet, scrypt: N = 2^17, r = 8, p = 1 (128 MiB, 0.3 s). */
const recommended: PasswordCost = { N: 2 ** 17, r: 8, p: 1 };
const keyBytes = 32;
const scryptKey = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** Each hash holds 128 MiB, so only so many run at once; the rest wait. */
const limit = pLimit(2);
/** With more than this many in the queue the last would wait longer than a person does. */
const maxWaiting = 16;

async function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  if (limit.pendingCount >= maxWaiting) {
    throw new AppError('UNAVAILABLE', 'Sign-in is busy. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    });
  }
  return limit(() => scryptKey(password.normalize('NFKC'), salt, keyBytes, options));
}

const optionsOf = (parameters: PasswordCost): ScryptOptions => ({
  ...parameters,
  maxmem: 256 * parameters.N * parameters.r,
});

const absentUserSalt = randomBytes(16);

/**
 * How passwords are hashed and checked.
 * @param cost another one only in tests, which make hundreds of hashes
 */
export function createPasswords(cost: PasswordCost = recommended) {
  return {
    /** A hash that names its own parameters, so that they can be raised later: `scrypt$N$r$p$salt$key`. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(16);
      const key = await derive(password, salt, optionsOf(cost));
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64'), key.toString('base64')].join('$');
    },
    /**
     * Whether the password is the one that was hashed. Without a hash (no such user, or no local password) it works as
     * long and says no, so that the time tells nothing.
     */
    async verify(password: string, hash: string | null): Promise<boolean> {
      const [scheme, n, r, p, salt, key] = (hash ?? '').split('$');
      if (scheme !== 'scrypt' || !salt || !key) {
        await derive(password, absentUserSalt, optionsOf(cost));
        return false;
      }
      const expected = Buffer.from(key, 'base64');
      const parameters = { N: Number(n), r: Number(r), p: Number(p) };
      const actual = await derive(password, Buffer.from(salt, 'base64'), optionsOf(parameters));
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
