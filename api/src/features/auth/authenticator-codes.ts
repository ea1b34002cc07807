import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;
/** A code of the step before or after counts too: clocks differ, and typing takes a while (RFC 6238, 5.2). */
const windowSteps = 1;
/** As long as a hash of SHA-1, which RFC 4226, 4 recommends. */
const secretBytes = 20;

// What every authenticator app knows: some ignore anything else in the address.
const totpOf = (secret: string, username = '') =>
  new TOTP({ issuer: 'Tenantry', label: username, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret });

/** A new key in base 32. */
export const newAuthenticatorSecret = (): string => new Secret({ size: secretBytes }).base32;

/** The key as an address that apps read from a picture. */
export const authenticatorUri = (secret: string, username: string): string => totpOf(secret, username).toString();

/** The time step that a code is of; null where it is of none within the window, or of one that counts no more. */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: windowSteps });
  if (delta === null) return null;
  const step = Math.floor(timestamp / 1000 / periodSeconds) + delta;
  return step > lastStep ? step : null;
}

const recoveryCodeCount = 10;
/** 32 characters, none of which looks like another one: 16 of them are 80 bits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLength = 4;

function newRecoveryCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, newRecoveryCode);

/** With so much chance in a code a plain hash is enough: none can be guessed. */
export function recoveryCodeHash(userId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, '');
  return createHash('sha256').update(`${userId} ${plain}`).digest('hex');
}

/** The hash among these that is the code's. */
export function findRecoveryCode(hashes: readonly string[], userId: string, code: string): string | undefined {
  const given = Buffer.from(recoveryCodeHash(userId, code));
  return hashes.find((hash) => hash.length === given.length && timingSafeEqual(Buffer.from(hash), given));
}
