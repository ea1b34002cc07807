import type { TenantContact } from '@tenantry/contract/tenant-contacts';
import { createOnce, update } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { clientUserId } from './client-guest.ts';

type Parts = Pick<CommonParts, 'users' | 'trail' | 'clock'>;
type By = { username: string; name: string };

/** A contact as somebody who may sign in: a viewer of the one tenant, without a password and unknown to every other way in. */
function clientUser(
  tenant: TenantRecord,
  { id: contactId, name, address }: TenantContact,
  by: By,
  now: Date,
): UserRecord {
  const id = clientUserId(tenant.id, { id: contactId, address });
  const at = now.toISOString();
  return {
    id,
    username: address,
    // No name of theirs is one that somebody of the staff signs in with, and one address may be a contact of several tenants.
    usernameKey: `client ${id}`,
    email: address,
    emailKey: `#${id}`,
    m365Id: null,
    m365Key: `#${id}`,
    displayName: name,
    role: 'viewer',
    roleSource: 'manual',
    scope: { kind: 'tenants', tenantIds: [tenant.id] },
    client: { tenantId: tenant.id, contactId, invitedAt: at, invitedBy: by.name, lastSeenAt: null, account: null },
    passwordHash: null,
    isDisabled: false,
    createdAt: at,
    ...emptyOutbox,
  };
}

/**
 * Lets a contact into the room of their tenant. Whoever is in already is invited again, and keeps their account.
 * @param contact of that tenant, as it is now
 * @returns the user that they sign in as
 */
export async function inviteClient(
  { users, trail, clock }: Parts,
  tenant: TenantRecord,
  contact: TenantContact,
  by: By,
): Promise<UserRecord> {
  const now = clock.now();
  const fresh = clientUser(tenant, contact, by, now);
  const entry: TrailEntry = {
    eventType: 'client_invited',
    user: by.username,
    target: contact.address,
    tenantId: tenant.id,
    details: { name: contact.name, contactId: contact.id },
  };
  const created = await createOnce(users, withEntry(fresh, entry, now));
  if (created) {
    await settleOutbox(users, created.value, trail, created.etag);
    return fresh;
  }
  const again = await update(users, fresh.id, (current): UserRecord => {
    const client = current.client && { ...current.client, invitedAt: now.toISOString(), invitedBy: by.name };
    return withEntry({ ...current, displayName: contact.name, client: client ?? fresh.client ?? null }, entry, now);
  });
  // Their access was ended while they were invited.
  if (!again) return inviteClient({ users, trail, clock }, tenant, contact, by);
  await settleOutbox(users, again, trail);
  return again;
}

/**
 * Notes that a client has signed in, and binds them to the Microsoft account that they came with first.
 * @returns null where they are gone, or another account is theirs
 */
export async function noteClientSeen(
  { users, trail, clock }: Parts,
  userId: string,
  { how, account, clientAddress }: { how: string; account: string | null; clientAddress: string | null },
): Promise<UserRecord | null> {
  const now = clock.now();
  let isTheirs = false;
  const seen = await update(users, userId, (current): UserRecord => {
    const { client } = current;
    isTheirs = client != null && (account === null || client.account === null || client.account === account);
    if (!client || !isTheirs) return current;
    const next = { ...client, lastSeenAt: now.toISOString(), account: client.account ?? account };
    const entry: TrailEntry = {
      eventType: 'user_signed_in',
      user: current.username,
      target: current.username,
      tenantId: client.tenantId,
      details: { how, clientAddress: clientAddress ?? 'unknown' },
    };
    return withEntry({ ...current, client: next }, entry, now);
  });
  if (!seen || !isTheirs) return null;
  await settleOutbox(users, seen, trail);
  return seen;
}
