import type { DataKeys } from '../../domain/secrets/data-keys.ts';
import { decryptSecret, EnvelopeError, encryptSecret } from '../../domain/secrets/envelope.ts';
import type { Reencrypted } from '../../domain/secrets/rotate-data-key.ts';
import { type CredentialRecord, type Envelope, secretFields } from '../../store/credentials.ts';
import { everyTenant } from '../../store/scope.ts';
import { type ChangeDependencies, changeCredential } from './change-credential.ts';

export type SecretDependencies = ChangeDependencies & { dataKeys: DataKeys };

type SecretField = (typeof secretFields)[number];

export async function envelopeOf(
  { dataKeys }: SecretDependencies,
  tenantId: string,
  field: SecretField,
  secret: string,
): Promise<Envelope> {
  return encryptSecret(secret, { owner: tenantId, field }, await dataKeys.current());
}

function noteDecryption(dependencies: SecretDependencies, tenantId: string, decryptionFailed: boolean) {
  const lastDecryptionAttempt = dependencies.clock.now().toISOString();
  return changeCredential(dependencies, tenantId, (record) => ({ ...record, decryptionFailed, lastDecryptionAttempt }));
}

/**
 * Decrypts a secret, and keeps on the record whether that could be done: a corrupted one is reported, never dropped.
 * @returns null where there is none
 * @throws EnvelopeError
 */
export async function decryptedSecret(
  dependencies: SecretDependencies,
  record: CredentialRecord,
  field: SecretField,
): Promise<string | null> {
  const envelope = record[field];
  if (!envelope) return null;
  const { tenantId } = record;
  try {
    const key = await dependencies.dataKeys.version(envelope.keyVersion);
    const secret = decryptSecret(envelope, { owner: tenantId, field }, key);
    if (record.decryptionFailed) await noteDecryption(dependencies, tenantId, false);
    return secret;
  } catch (error) {
    if (error instanceof EnvelopeError) await noteDecryption(dependencies, tenantId, true);
    throw error;
  }
}

/** @returns whether the field was encrypted under the current key; null where there is nothing in it */
async function reencrypt(
  dependencies: SecretDependencies,
  record: CredentialRecord,
  field: SecretField,
): Promise<boolean | null> {
  const before = record[field];
  if (!before) return null;
  try {
    const secret = await decryptedSecret(dependencies, record, field);
    if (secret === null) return null;
    const after = await envelopeOf(dependencies, record.tenantId, field, secret);
    // Saved anew meanwhile, it is under the new key already.
    await changeCredential(dependencies, record.tenantId, (current) =>
      current[field]?.data === before.data ? { ...current, [field]: after } : current,
    );
    return true;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    return false;
  }
}

/**
 * Encrypts every secret anew under the current data key, record by record. One that cannot be decrypted stays as it is and is
 * counted.
 */
export async function reencryptAll(dependencies: SecretDependencies): Promise<Reencrypted> {
  const outcome = { reencrypted: 0, corrupted: 0 };
  for (const record of (await dependencies.credentials.ofScope(everyTenant)).values()) {
    for (const field of secretFields) {
      const done = await reencrypt(dependencies, record, field);
      if (done === true) outcome.reencrypted += 1;
      if (done === false) outcome.corrupted += 1;
    }
  }
  return outcome;
}
