import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { Clock } from '../../ports/clock.ts';
import { createOnce } from '../../ports/collection.ts';
import type { Trail, TrailEntry } from '../../ports/trail.ts';
import { type CredentialRecord, type CredentialStore, credentialId } from '../../store/credentials.ts';
import { emptyRecord } from './credential-changes.ts';

export type ChangeDependencies = {
  credentials: CredentialStore;
  trail: Pick<Trail, 'recordOutbox'>;
  clock: Clock;
};

type Change = (record: CredentialRecord) => CredentialRecord;
/** The entry of a change, of the record before and after it. */
type EntryOf = (before: CredentialRecord, after: CredentialRecord) => TrailEntry;

export async function readCredential(
  { credentials }: Pick<ChangeDependencies, 'credentials'>,
  tenantId: string,
): Promise<CredentialRecord | null> {
  return (await credentials.of(tenantId).get(credentialId(tenantId)))?.value ?? null;
}

/** Changes the tenant's credential record, with its entry in the trail; null where there is none. */
export async function changeKnownCredential(
  { credentials, trail, clock }: ChangeDependencies,
  tenantId: string,
  change: Change,
  entry?: EntryOf,
): Promise<CredentialRecord | null> {
  const at = clock.now();
  const records = credentials.of(tenantId);
  const record = await changeAndSeal(trail, records, credentialId(tenantId), (current) => {
    const changed = change(current);
    if (changed === current) return current;
    const stamped = { ...changed, updatedAt: at.toISOString() };
    return entry ? withEntry(stamped, entry(current, stamped), at) : stamped;
  });
  return record;
}

/** The same, making the record where there is none. */
export async function changeCredential(
  dependencies: ChangeDependencies,
  tenantId: string,
  change: Change,
  entry?: EntryOf,
): Promise<CredentialRecord> {
  const known = await changeKnownCredential(dependencies, tenantId, change, entry);
  if (known) return known;
  const { credentials, clock } = dependencies;
  await createOnce(credentials.of(tenantId), emptyRecord(tenantId, clock.now().toISOString()));
  const made = await changeKnownCredential(dependencies, tenantId, change, entry);
  if (!made) throw new Error(`The credential record of ${tenantId} was not kept`);
  return made;
}
