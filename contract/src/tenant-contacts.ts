import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId } from './ids.ts';
import { MailAddress } from './mail-address.ts';
import { line } from './text.ts';

/** What a contact gets of their tenant. */
export const ContactGets = z.enum(['reports']);
export type ContactGets = z.infer<typeof ContactGets>;
export const contactGetsLabels: Readonly<Record<ContactGets, string>> = { reports: 'Reports' };

/** Somebody at the client. They are no user, and sign in nowhere. */
export const TenantContact = z.object({
  id: LowerGuid,
  name: line({ min: 1, tooShort: 'Enter a name', max: 120, tooLong: 'Keep the name under 120 characters' }),
  address: MailAddress,
  gets: z.array(ContactGets),
});
export type TenantContact = z.infer<typeof TenantContact>;
export const maxContacts = 50;

export const TenantContacts = z.object({
  tenantId: TenantId,
  contacts: z.array(TenantContact),
  /** Counts the changes; 0 before the first. */
  revision: z.number(),
});
export type TenantContacts = z.infer<typeof TenantContacts>;

const addressesOnce = z.refine<TenantContact[]>(
  (contacts) => new Set(contacts.map(({ address }) => address.toLowerCase())).size === contacts.length,
  'Name each address once',
);

export const getTenantContacts = defineEndpoint({
  name: 'tenant-contacts',
  summary: 'The contacts of a tenant at the client, and what each of them gets',
  method: 'GET',
  path: '/api/tenant/{id}/contacts',
  access: 'technician',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  response: TenantContacts,
});

export const changeTenantContacts = defineEndpoint({
  name: 'tenant-contacts-change',
  summary: 'Set the contacts of a tenant; where somebody else changed them meanwhile, nothing is changed (409)',
  method: 'PUT',
  path: '/api/tenant/{id}/contacts',
  access: 'technician',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  body: z.object({
    revision: z.int().check(z.minimum(0)),
    contacts: z
      .array(TenantContact)
      .check(z.maxLength(maxContacts, `A tenant can have ${maxContacts} contacts`), addressesOnce),
  }),
  response: TenantContacts,
});
