import { createHash, randomBytes } from 'node:crypto';

/** By which scanners of source code recognize a token of ours: `tenantry_[0-9A-Za-z]{49}`. */
export const tokenPrefix = 'tenantry_';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is just above 2^256, and 62^6 above 2^32. */
const secretDigits = 43;
const checksumDigits = 6;
const form = new RegExp(`^${tokenPrefix}([0-9A-Za-z]{${secretDigits}})([0-9A-Za-z]{${checksumDigits}})$`);
const anywhere = new RegExp(`${tokenPrefix}[0-9A-Za-z]{${secretDigits + checksumDigits}}`);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text;
  return text;
}

/** CRC-32 as zip and PNG have it (ISO 3309, reflected, polynomial 0xEDB88320). */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const checksumOf = (secret: string) => base62(BigInt(crc32(tokenPrefix + secret)), checksumDigits);

/** A new token: 256 random bits in base 62 between the prefix and a checksum, by which a scanner tells it from what only looks so. */
export function newTokenSecret(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretDigits);
  return tokenPrefix + secret + checksumOf(secret);
}

/** Whether a text has the form of a token and the right checksum. It says nothing of whether there is such a token. */
export function isWellFormedToken(text: string): boolean {
  const [, secret, checksum] = form.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

/** Whether something that has the form of a token stands anywhere in a text. */
export const holdsToken = (text: string): boolean => anywhere.test(text);

/**
 * The name under which a token is kept. One round of SHA-256 is enough: what slow hashes make up for is a password that can be guessed,
 * and 256 random bits cannot. A lookup by the hash takes as long for each guess, so that timing tells nothing of what is stored.
 */
export const tokenRecordId = (secret: string): string => `token-${createHash('sha256').update(secret).digest('hex')}`;

/** What a token is called in lists and addresses: a part of its hash, of which nothing that opens anything can be made. */
export const publicTokenId = (recordId: string): string => recordId.slice('token-'.length, 'token-'.length + 32);
