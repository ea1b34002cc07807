import { randomBytes } from 'node:crypto';
import type { Clock } from '../../ports/clock.ts';
import { createOnce, replaceIfUnchanged } from '../../ports/collection.ts';
import type { Vault } from '../../ports/vault.ts';
import type { DataKeysRecord, SystemConfigStore } from '../../store/system-config.ts';
import { EnvelopeError } from './envelope.ts';

type DataKey = { version: number; bytes: Buffer };

const recordId = 'data-keys';

/**
 * How long the key is that secrets are encrypted under now, in bits, and that the vault has it; null before the first use made
 * one. Nothing is made by looking.
 * @throws EnvelopeError where the vault has lost it
 */
export async function currentKeyBits(
  { dataKeys }: Pick<SystemConfigStore, 'dataKeys'>,
  vault: Pick<Vault, 'get'>,
): Promise<number | null> {
  const record = (await dataKeys.get(recordId))?.value;
  if (!record) return null;
  return (await keyOf(vault, record, record.current)).length * 8;
}

async function keyOf(vault: Pick<Vault, 'get'>, record: DataKeysRecord, version: number): Promise<Buffer> {
  const entry = record.versions.find((one) => one.version === version);
  if (!entry) throw new EnvelopeError(`there is no data key of version ${version}`);
  const secret = await vault.get(entry.secretName);
  const bytes = Buffer.from(secret ?? '', 'base64');
  if (bytes.length !== 32) throw new EnvelopeError(`the vault has lost the data key of version ${version}`);
  return bytes;
}

/** The versioned keys under which secret fields of records are encrypted. */
export function createDataKeys({ dataKeys: records }: Pick<SystemConfigStore, 'dataKeys'>, vault: Vault, clock: Clock) {
  async function newVersion(version: number) {
    const secretName = `data-key-${version}-${crypto.randomUUID()}`;
    await vault.set(secretName, randomBytes(32).toString('base64'));
    return { version, secretName, createdAt: clock.now().toISOString() };
  }

  async function elected(): Promise<DataKeysRecord> {
    const present = await records.get(recordId);
    if (present) return present.value;
    const first = await newVersion(1);
    const record: DataKeysRecord = { id: recordId, key: 'data-keys', current: 1, versions: [first] };
    if (await createOnce(records, record)) return record;
    const others = await records.get(recordId);
    if (!others) throw new Error('The record of the data keys was not kept');
    return others.value;
  }

  return {
    /** The key that new envelopes are encrypted under; made at the first use, once, whoever comes first. */
    async current(): Promise<DataKey> {
      const record = await elected();
      return { version: record.current, bytes: await keyOf(vault, record, record.current) };
    },
    /** @throws EnvelopeError where the vault has no such version */
    version: async (version: number) => keyOf(vault, await elected(), version),
    /** Makes a new version the current one. Older ones stay, to decrypt what was encrypted before. */
    async rotate(): Promise<number> {
      await elected();
      const stored = await records.get(recordId);
      if (!stored) throw new Error('The record of the data keys is gone');
      const { value, etag } = stored;
      const next = await newVersion(Math.max(...value.versions.map(({ version }) => version)) + 1);
      const rotated = { ...value, current: next.version, versions: [...value.versions, next] };
      if (await replaceIfUnchanged(records, rotated, etag)) return next.version;
      throw new Error('The data keys are being rotated by another process. Look at the current version first.');
    },
  };
}

export type DataKeys = ReturnType<typeof createDataKeys>;
