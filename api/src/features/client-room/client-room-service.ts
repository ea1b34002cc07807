import type { ClientGuest, ClientRoom, changeClientRoom } from '@tenantry/contract/client-room';
import { invitationHours } from '@tenantry/contract/client-room';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { TenantContact } from '@tenantry/contract/tenant-contacts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { clientUserId } from '../../domain/client-access/client-guest.ts';
import { type ClientLinkParts, mailClientLink } from '../../domain/client-access/client-links.ts';
import { inviteClient } from '../../domain/client-access/invite-client.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { UserAccess } from '../../domain/user-access/change-user-access.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { ClientRoomSettings, TenantRecord } from '../../store/tenants.ts';

export type ClientRoomParts = ClientLinkParts &
  Pick<CommonParts, 'tenants' | 'users' | 'clock'> & { userAccess: Pick<UserAccess, 'delete'> };

const asUnset: ClientRoomSettings = { isOpen: false, showsPrices: false, color: null, welcome: '', revision: 0 };
const told = ['isOpen', 'showsPrices', 'color', 'welcome'] as const;

const noTenant = () => new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
const noContact = () => new AppError('NOT_FOUND', 'There is no such contact. Reload the page.');

async function guestOf({ users }: ClientRoomParts, tenantId: string, contact: TenantContact): Promise<ClientGuest> {
  const { id: contactId, name, address } = contact;
  const client = (await users.get(clientUserId(tenantId, contact)))?.value.client ?? null;
  return {
    contactId,
    name,
    address,
    access: client === null ? 'none' : client.lastSeenAt === null ? 'invited' : 'active',
    invitedAt: client?.invitedAt ?? null,
    invitedBy: client?.invitedBy ?? null,
    lastSeenAt: client?.lastSeenAt ?? null,
    hasMicrosoftAccount: (client?.account ?? null) !== null,
  };
}

/** The room as its staff sees it. */
export async function roomView(parts: ClientRoomParts, tenant: TenantRecord): Promise<ClientRoom> {
  const { id: tenantId, clientRoom = asUnset, contacts = [] } = tenant;
  const [guests, noMailBecause] = await Promise.all([
    Promise.all(contacts.map((contact) => guestOf(parts, tenantId, contact))),
    parts.mail.unavailable(),
  ]);
  return { tenantId, ...clientRoom, guests, noMailBecause };
}

/** @throws AppError CONFLICT where somebody else changed it meanwhile, TENANT_NOT_FOUND */
export async function changeRoom(
  parts: ClientRoomParts,
  { id: tenantId }: TenantRecord,
  { revision, ...wanted }: Parsed<typeof changeClientRoom.body>,
  user: string,
): Promise<ClientRoom> {
  const { trail, tenants, clock } = parts;
  const now = clock.now();
  const changed = await changeAndSeal(trail, tenants, tenantId, (current): TenantRecord => {
    const before = current.clientRoom ?? asUnset;
    // The same change twice is one.
    if (told.every((field) => before[field] === wanted[field])) return current;
    if (before.revision !== revision) {
      throw new AppError('CONFLICT', 'Somebody changed the room meanwhile. Reload it and make your change again.');
    }
    const clientRoom = { ...wanted, revision: revision + 1 };
    const details = whatChanged<Omit<ClientRoomSettings, 'revision'>>(before, wanted, told);
    const entry = { eventType: 'client_room_changed', user, target: current.name, tenantId, details } as const;
    return withEntry({ ...current, clientRoom, updatedAt: now.toISOString() }, entry, now);
  });
  if (!changed) throw noTenant();
  return roomView(parts, changed);
}

function contactWith({ contacts = [] }: TenantRecord, contactId: string): TenantContact {
  const contact = contacts.find(({ id }) => id === contactId);
  if (!contact) throw noContact();
  return contact;
}

/** @throws AppError NOT_FOUND, and CONFLICT where the room is closed: whoever is invited would stand before a door */
export async function invite(parts: ClientRoomParts, tenant: TenantRecord, contactId: string, caller: Caller) {
  const contact = contactWith(tenant, contactId);
  if (!tenant.clientRoom?.isOpen) throw new AppError('CONFLICT', 'The room is closed. Open it, then invite.');
  const by = { username: caller.user.username, name: caller.name };
  const client = await inviteClient(parts, tenant, contact, by);
  const purpose = { minutes: invitationHours * 60, invitedBy: caller.name };
  const notSentBecause = await mailClientLink(parts, tenant, client, purpose);
  return { room: await roomView(parts, tenant), isSent: notSentBecause === null, notSentBecause };
}

/** Takes a contact's access, with their sessions and links. Nothing is done where they have none. @throws AppError NOT_FOUND */
export async function endAccess(
  parts: ClientRoomParts,
  tenant: TenantRecord,
  contactId: string,
  username: string,
): Promise<ClientRoom> {
  const contact = contactWith(tenant, contactId);
  await parts.userAccess.delete(clientUserId(tenant.id, contact), { username });
  return roomView(parts, tenant);
}
