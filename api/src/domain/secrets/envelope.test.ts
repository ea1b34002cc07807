import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from '../../adapters/vault/file-vault.ts';
import { openSystemConfigStore } from '../../store/system-config.ts';
import { createDataKeys } from './data-keys.ts';
import { decryptSecret, EnvelopeError, encryptSecret } from './envelope.ts';

const key = { version: 3, bytes: randomBytes(32) };
const place = { owner: 'tenant-a', field: 'clientSecret' };

describe('an encrypted secret', () => {
  it('decrypts to what was encrypted, in its place, with its key, and shows nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (secret) => {
        const envelope = encryptSecret(secret, place, key);
        // A lone surrogate has no UTF-8: it is the one thing that text cannot carry.
        expect(decryptSecret(envelope, place, key.bytes)).toBe(Buffer.from(secret).toString('utf8'));
        if (secret.length > 8) expect(JSON.stringify(envelope)).not.toContain(secret);
      }),
    );
  });

  it('is encrypted differently each time', () => {
    expect(encryptSecret('a secret', place, key).data).not.toBe(encryptSecret('a secret', place, key).data);
  });

  it.each([
    ['of another tenant', { owner: 'tenant-b', field: 'clientSecret' }],
    ['of another field', { owner: 'tenant-a', field: 'refreshToken' }],
  ])('does not decrypt in the place %s', (_, elsewhere) => {
    expect(() => decryptSecret(encryptSecret('x', place, key), elsewhere, key.bytes)).toThrow(EnvelopeError);
  });

  it('does not decrypt once any part of it was changed', () => {
    const envelope = encryptSecret('a secret', place, key);
    const flipped = (text: string) => {
      const bytes = Buffer.from(text, 'base64');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      return bytes.toString('base64');
    };
    for (const field of ['iv', 'tag', 'data'] as const) {
      expect(() => decryptSecret({ ...envelope, [field]: flipped(envelope[field]) }, place, key.bytes)).toThrow(
        EnvelopeError,
      );
      expect(() => decryptSecret({ ...envelope, [field]: '' }, place, key.bytes)).toThrow(EnvelopeError);
    }
    expect(() => decryptSecret({ ...envelope, keyVersion: 4 }, place, key.bytes)).toThrow(EnvelopeError);
    expect(() => decryptSecret(envelope, place, randomBytes(32))).toThrow(EnvelopeError);
  });
});

describe('the data keys', () => {
  async function keys() {
    const folder = await temporaryFolder('keys');
    const vault = openFileVault({ folder: join(folder, 'vault'), keyFile: join(folder, 'key') });
    const store = openSystemConfigStore(openSqliteRecordStore(':memory:'));
    return { store, vault, open: () => createDataKeys(store, vault, { now: () => new Date('2026-11-20T12:00:00Z') }) };
  }

  it('are made once, however many processes come first', async () => {
    const { open } = await keys();
    const all = await Promise.all(Array.from({ length: 8 }, () => open().current()));
    expect(new Set(all.map(({ bytes }) => bytes.toString('hex'))).size).toBe(1);
    expect(all[0]?.version).toBe(1);
  });

  it('decrypt what was encrypted before a rotation, and encrypt under the new one after it', async () => {
    const { open } = await keys();
    const before = await open().current();
    const envelope = encryptSecret('kept', place, before);
    expect(await open().rotate()).toBe(2);
    const after = await open().current();
    expect(after.version).toBe(2);
    expect(after.bytes.equals(before.bytes)).toBe(false);
    expect(decryptSecret(envelope, place, await open().version(envelope.keyVersion))).toBe('kept');
  });

  it('are not made up where the vault has lost one', async () => {
    const { open, vault, store } = await keys();
    await open().current();
    const lost = { ...vault, get: async () => null };
    const broken = createDataKeys(store, lost, { now: () => new Date() });
    await expect(broken.current()).rejects.toThrow(EnvelopeError);
    await expect(open().version(9)).rejects.toThrow(EnvelopeError);
  });
});
