import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import { changeTenantContacts, getTenantContacts, type TenantContacts } from '@tenantry/contract/tenant-contacts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'trail' | 'clock'>;

const contactsOf = ({ id, contacts = [], contactsRevision = 0 }: TenantRecord): TenantContacts => ({
  tenantId: id,
  contacts: contacts.map((contact) => ({ ...contact, gets: [...contact.gets] })),
  revision: contactsRevision,
});

const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed the contacts meanwhile. Reload them and make your change again.');

/** @throws AppError CONFLICT, TENANT_NOT_FOUND */
async function changeContacts(
  { tenants, trail, clock }: Dependencies,
  tenantId: string,
  { revision, contacts }: Parsed<typeof changeTenantContacts.body>,
  user: string,
): Promise<TenantContacts> {
  const now = clock.now();
  const changed = await changeAndSeal(trail, tenants, tenantId, (current): TenantRecord => {
    const before = contactsOf(current);
    // The same change twice is one.
    if (isDeepStrictEqual(before.contacts, contacts)) return current;
    if (before.revision !== revision) throw changedMeanwhile();
    const next: TenantRecord = { ...current, contacts, contactsRevision: revision + 1, updatedAt: now.toISOString() };
    const details = whatChanged<{ contacts: unknown }>(before, { contacts }, ['contacts']);
    const entry = { eventType: 'tenant_contacts_changed', user, target: current.name, tenantId, details } as const;
    return withEntry(next, entry, now);
  });
  if (!changed) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  return contactsOf(changed);
}

/** Whom a tenant has at the client. */
export function tenantContactRoutes(dependencies: Dependencies): Route[] {
  return [
    tenantRoute(getTenantContacts, async ({ tenant }) => contactsOf(tenant.tenant)),
    tenantRoute(changeTenantContacts, ({ tenant, body, caller }) =>
      changeContacts(dependencies, tenant.tenant.id, body, caller.user.username),
    ),
  ];
}
