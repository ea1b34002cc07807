import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Envelope } from '../../store/credentials.ts';

/** What a secret belongs to. Bound as additional data: an envelope moved to another record or field does not decrypt. */
type SecretPlace = {
  /** The tenant's id; of a user `user/` and theirs. */
  owner: string;
  field: string;
};

/** The envelope was changed, moved, or encrypted under a key that is gone. */
export class EnvelopeError extends Error {
  constructor(reason: string) {
    super(`A stored secret cannot be decrypted: ${reason}`);
    this.name = 'EnvelopeError';
  }
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

const additionalData = ({ owner, field }: SecretPlace, keyVersion: number) =>
  Buffer.from(JSON.stringify([owner, field, keyVersion]));

/** @param key 32 bytes */
export function encryptSecret(secret: string, place: SecretPlace, key: { version: number; bytes: Buffer }): Envelope {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(place, key.version));
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return {
    keyVersion: key.version,
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    data: data.toString('base64'),
  };
}

/** @throws EnvelopeError where it was tampered with or belongs elsewhere */
export function decryptSecret(envelope: Envelope, place: SecretPlace, key: Buffer): string {
  const iv = Buffer.from(envelope.iv, 'base64');
  const tag = Buffer.from(envelope.tag, 'base64');
  if (iv.length !== ivBytes || tag.length !== tagBytes)
    throw new EnvelopeError('it is not of the form it was encrypted in');
  try {
    const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes });
    decipher.setAAD(additionalData(place, envelope.keyVersion));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(Buffer.from(envelope.data, 'base64')), decipher.final()]).toString('utf8');
  } catch (error) {
    throw new EnvelopeError(error instanceof Error ? error.message : 'the key does not fit');
  }
}
