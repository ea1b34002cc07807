import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import {
  changeTenantContacts,
  getTenantContacts,
  type TenantContact,
  type TenantContacts,
} from '@tenantry/contract/tenant-contacts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { clientUserId } from '../../domain/client-access/client-guest.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { UserAccess } from '../../domain/user-access/change-user-access.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'trail' | 'clock'> & { userAccess: Pick<UserAccess, 'delete'> };

const contactsOf = ({ id, contacts = [], contactsRevision = 0 }: TenantRecord): TenantContacts => ({
  tenantId: id,
  contacts: contacts.map((contact) => ({ ...contact, gets: [...contact.gets] })),
  revision: contactsRevision,
});

const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed the contacts meanwhile. Reload them and make your change again.');

/** @throws AppError CONFLICT, TENANT_NOT_FOUND */
async function changeContacts(
  { tenants, trail, clock, userAccess }: Dependencies,
  before: TenantRecord,
  { revision, contacts }: Parsed<typeof changeTenantContacts.body>,
  user: string,
): Promise<TenantContacts> {
  const now = clock.now();
  const { id: tenantId } = before;
  const known = contactsOf(before);
  // Who comes back comes in by an invitation alone, also where what removed them broke off before it ended their access.
  if (known.revision === revision) await endAccessOfOthers(userAccess, tenantId, contacts, known.contacts, user);
  const changed = await changeAndSeal(trail, tenants, tenantId, (current): TenantRecord => {
    const present = contactsOf(current);
    // The same change twice is one.
    if (isDeepStrictEqual(present.contacts, contacts)) return current;
    if (present.revision !== revision) throw changedMeanwhile();
    const next: TenantRecord = { ...current, contacts, contactsRevision: revision + 1, updatedAt: now.toISOString() };
    const details = whatChanged<{ contacts: unknown }>(present, { contacts }, ['contacts']);
    const entry = { eventType: 'tenant_contacts_changed', user, target: current.name, tenantId, details } as const;
    return withEntry(next, entry, now);
  });
  if (!changed) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  await endAccessOfOthers(userAccess, tenantId, known.contacts, contacts, user);
  return contactsOf(changed);
}

/** Whoever is of the first list alone, or has another address there, gets into the room no more: at once by the rule, and for good by this. */
async function endAccessOfOthers(
  userAccess: Pick<UserAccess, 'delete'>,
  tenantId: string,
  those: readonly TenantContact[],
  others: readonly TenantContact[],
  username: string,
): Promise<void> {
  const kept = new Set(others.map((contact) => clientUserId(tenantId, contact)));
  for (const contact of those) {
    const id = clientUserId(tenantId, contact);
    if (!kept.has(id)) await userAccess.delete(id, { username });
  }
}

/** Whom a tenant has at the client. */
export function tenantContactRoutes(dependencies: Dependencies): Route[] {
  return [
    tenantRoute(getTenantContacts, async ({ tenant }) => contactsOf(tenant.tenant)),
    tenantRoute(changeTenantContacts, ({ tenant, body, caller }) =>
      changeContacts(dependencies, tenant.tenant, body, caller.user.username),
    ),
  ];
}
