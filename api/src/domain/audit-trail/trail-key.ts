import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { createOnce, UnreadableRecordError } from '../../ports/collection.ts';
import type { Vault } from '../../ports/vault.ts';
import type { AuditLogStore } from '../../store/audit-log.ts';

export const keyRecordId = 'trail-key-1';

/**
 * The vault's own note of which of its secrets is the trail's key. Whoever can write to the record store could remove the
 * record that names it, or name another secret there; this one they cannot reach.
 */
const keyNoteSecret = 'trail-key-note';

/** Which secret is the trail's key, and since when: by the vault's note and by the record; null where there is none. */
const KeyNote = z.object({ secretName: z.string(), timestamp: z.string() });
export type KeyNote = z.infer<typeof KeyNote>;

async function secretOf(vault: Vault, { secretName }: KeyNote): Promise<string> {
  const key = await vault.get(secretName);
  if (key === null) {
    throw new Error(`The vault has no secret '${secretName}': without the trail's key nothing is sealed or verified`);
  }
  return key;
}

export async function readKeyNotes(
  auditLog: AuditLogStore,
  vault: Vault,
): Promise<{ noted: KeyNote | null; recorded: KeyNote | null }> {
  const text = await vault.get(keyNoteSecret);
  const record = await auditLog.keys.get(keyRecordId).catch((error: unknown) => {
    // The vault's own note counts; the verification tells what has become of the record.
    if (text !== null && error instanceof UnreadableRecordError) return null;
    throw error;
  });
  return { noted: text === null ? null : z.parse(KeyNote, JSON.parse(text)), recorded: record?.value ?? null };
}

/** The trail's key, or null before there is one. The vault's note counts. @throws where the vault lost the key */
export async function readTrailKey(auditLog: AuditLogStore, vault: Vault): Promise<string | null> {
  const { noted, recorded } = await readKeyNotes(auditLog, vault);
  const note = noted ?? recorded;
  return note && secretOf(vault, note);
}

/** Makes a key. Processes that start at once agree on one, since the record exists once. */
async function makeKey(auditLog: AuditLogStore, vault: Vault, now: Date): Promise<KeyNote> {
  const secretName = `trail-key-${crypto.randomUUID()}`;
  await vault.set(secretName, randomBytes(32).toString('base64'));
  await createOnce(auditLog.keys, { id: keyRecordId, kind: 'key', secretName, timestamp: now.toISOString() });
  const elected = await auditLog.keys.get(keyRecordId);
  if (!elected) throw new Error('The record of the trail key was not kept');
  return elected.value;
}

/** The trail's key; made at the first use, and noted in the vault where an earlier version did not. */
export async function electTrailKey(auditLog: AuditLogStore, vault: Vault, now: Date): Promise<string> {
  const { noted, recorded } = await readKeyNotes(auditLog, vault);
  if (noted) return secretOf(vault, noted);
  const { secretName, timestamp } = recorded ?? (await makeKey(auditLog, vault, now));
  const key = await secretOf(vault, { secretName, timestamp });
  await vault.set(keyNoteSecret, JSON.stringify({ secretName, timestamp }));
  return key;
}
