import { createHash } from 'node:crypto';
import type { TenantContact } from '@tenantry/contract/tenant-contacts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserRecord } from '../../store/users.ts';

type Guest = Pick<UserRecord, 'client' | 'email'>;
type Host = Pick<TenantRecord, 'id' | 'contacts' | 'clientRoom'>;

/**
 * The id of a contact as somebody who signs in. It is made of the address too: where a contact gets another address, whoever has the
 * former one is nobody here any more, and the new one has to be invited.
 */
export function clientUserId(tenantId: string, { id, address }: Pick<TenantContact, 'id' | 'address'>): string {
  const hash = createHash('sha256').update([tenantId, id, address.toLowerCase()].join('\n')).digest('hex');
  return `user-${hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}

/**
 * The contact that a client is, by the tenant as it is at this moment: the one rule by which a client gets in, and stays in. Null where
 * the room is closed, or they are no contact with that address any more.
 */
export function contactOf(tenant: Host, { client, email }: Guest): TenantContact | null {
  if (!client || client.tenantId !== tenant.id || !tenant.clientRoom?.isOpen) return null;
  const own = tenant.contacts?.find(({ id }) => id === client.contactId);
  return own && own.address.toLowerCase() === email?.toLowerCase() ? own : null;
}
