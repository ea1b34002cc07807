import { randomBytes } from 'node:crypto';
import { RecordExistsError, type RecordStore } from '../../ports/collection.ts';
import type { Vault } from '../../ports/vault.ts';
import { containers } from '../../store/containers.ts';

/** Names the secret that holds the trail's key. The first process to create this record decided which one it is. */
type KeyRecord = { id: string; kind: 'key'; secretName: string; timestamp: string };

const keysPartition = 'keys';
const keyRecordId = 'trail-key-1';

const keys = (store: RecordStore) => store.partition<KeyRecord>(containers.auditLogs, keysPartition);

/** The trail's key, or null before there is one. @throws where the vault lost the key that the record names */
export async function readTrailKey(store: RecordStore, vault: Vault): Promise<string | null> {
  const elected = await keys(store).get(keyRecordId);
  if (!elected) return null;
  const key = await vault.get(elected.value.secretName);
  if (key === null)
    throw new Error(`The vault has no secret '${elected.value.secretName}': the trail cannot be sealed`);
  return key;
}

/** The trail's key; made at the first use. Processes that start at once agree on one, since the record exists once. */
export async function electTrailKey(store: RecordStore, vault: Vault, now: Date): Promise<string> {
  const present = await readTrailKey(store, vault);
  if (present !== null) return present;
  const secretName = `trail-key-${crypto.randomUUID()}`;
  await vault.set(secretName, randomBytes(32).toString('base64'));
  try {
    await keys(store).create({ id: keyRecordId, kind: 'key', secretName, timestamp: now.toISOString() });
  } catch (error) {
    if (!(error instanceof RecordExistsError)) throw error;
  }
  const key = await readTrailKey(store, vault);
  if (key === null) throw new Error('The record of the trail key was not kept');
  return key;
}
