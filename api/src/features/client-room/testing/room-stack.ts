import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { changeClientRoom, inviteClient } from '@tenantry/contract/client-room';
import { signInByClientLink } from '@tenantry/contract/client-sign-in';
import { startScan } from '@tenantry/contract/scans';
import { changeTenantContacts } from '@tenantry/contract/tenant-contacts';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { vi } from 'vitest';
import { createTestApp } from '../../../../testing/test-app.ts';
import type { Mail } from '../../../ports/mail.ts';

export const weak = weakProfile.id;
export const good = goodProfile.id;

export const jane = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Jane Doe',
  address: 'jane@bracken.example',
  gets: ['reports'],
};
export const rob = {
  ...jane,
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Rob Roe',
  address: 'rob@bracken.example',
};

const room = { isOpen: true, showsPrices: false, color: null, welcome: 'Good to see you.' };

/** An installation with the demonstration tenants, whose mail is caught. */
export async function openRoomStack(settings: Record<string, string> = {}) {
  const test = await createTestApp({ ORGANIZATION_NAME: 'Northwind IT', ...settings });
  const cookie = await test.registerAdmin();
  const { mail } = test.app;
  const sent: Mail[] = [];
  vi.spyOn(mail, 'unavailable').mockResolvedValue(null);
  vi.spyOn(mail, 'send').mockImplementation(async (one) => {
    sent.push(one);
    return { kind: 'delivered', reference: '250 OK' };
  });

  const stack = {
    test,
    app: test.app,
    cookie,
    sent,
    /** Sets the contacts of a tenant, whoever they were. */
    async contacts(contacts: object[], tenantId = weak): Promise<void> {
      const revision = (await test.app.stores.tenants.get(tenantId))?.value.contactsRevision ?? 0;
      const params = { id: tenantId };
      const answer = await test.call(changeTenantContacts, { params, body: { revision, contacts }, cookie });
      if (answer.status !== 200) throw new Error(answer.text);
    },
    async room(change: object = {}, tenantId = weak) {
      const revision = (await test.app.stores.tenants.get(tenantId))?.value.clientRoom?.revision ?? 0;
      const body = { ...room, ...change, revision };
      return test.call(changeClientRoom, { params: { id: tenantId }, body, cookie });
    },
    invite: (contactId: string, tenantId = weak) =>
      test.call(inviteClient, { params: { id: tenantId }, body: { contactId }, cookie }),
    /** The token of the last link that was mailed to this address. */
    linkTo(address: string): string {
      const last = sent.findLast(({ to }) => to.includes(address));
      return /client\/link#([^\s"]+)/.exec(last?.text ?? '')?.[1] ?? '';
    },
    open: (token: string) => test.call(signInByClientLink, { body: { token } }),
    /** Opens the room to a contact and signs them in; the cookie of their session. */
    async guest(contact: { id: string; address: string }, tenantId = weak): Promise<string> {
      await stack.contacts([contact], tenantId);
      await stack.room({}, tenantId);
      await stack.invite(contact.id, tenantId);
      const { status, text, cookie: session } = await stack.open(stack.linkTo(contact.address));
      if (status !== 200 || session === undefined) throw new Error(text);
      return session;
    },
    async scan(tenantId = weak): Promise<void> {
      await test.call(startScan, { body: { tenant_id: tenantId }, cookie });
      await test.drainQueue();
    },
    trail: async (tenantId = weak): Promise<string> =>
      (await test.call(listAuditTrail, { query: { tenantId, limit: '100' }, cookie })).text,
    close: () => test.close(),
  };
  return stack;
}

export type RoomStack = Awaited<ReturnType<typeof openRoomStack>>;
