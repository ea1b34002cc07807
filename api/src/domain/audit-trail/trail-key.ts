import { randomBytes } from 'node:crypto';
import { createOnce } from '../../ports/collection.ts';
import type { Vault } from '../../ports/vault.ts';
import type { AuditLogStore } from '../../store/audit-log.ts';

const keyRecordId = 'trail-key-1';

/** The trail's key, or null before there is one. @throws where the vault lost the key that the record names */
export async function readTrailKey(auditLog: AuditLogStore, vault: Vault): Promise<string | null> {
  const elected = await auditLog.keys.get(keyRecordId);
  if (!elected) return null;
  const key = await vault.get(elected.value.secretName);
  if (key === null)
    throw new Error(`The vault has no secret '${elected.value.secretName}': the trail cannot be sealed`);
  return key;
}

/** The trail's key; made at the first use. Processes that start at once agree on one, since the record exists once. */
export async function electTrailKey(auditLog: AuditLogStore, vault: Vault, now: Date): Promise<string> {
  const present = await readTrailKey(auditLog, vault);
  if (present !== null) return present;
  const secretName = `trail-key-${crypto.randomUUID()}`;
  await vault.set(secretName, randomBytes(32).toString('base64'));
  await createOnce(auditLog.keys, { id: keyRecordId, kind: 'key', secretName, timestamp: now.toISOString() });
  const key = await readTrailKey(auditLog, vault);
  if (key === null) throw new Error('The record of the trail key was not kept');
  return key;
}
