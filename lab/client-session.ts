import { createSignInDriver } from '@tenantry/simulator/testing/sign-in-driver';
import type { ApiSession } from '../local/stack/api-session.ts';
import { cookieBrowser } from './faults/connect-tenant.ts';

type Stack = { url: string; simulatorUrl: string };

/** A member of a tenant's directory at the simulator. */
async function memberOf({ simulatorUrl }: Stack, tenantId: string): Promise<string> {
  const found = await fetch(`${simulatorUrl}/control/users?tenantId=${tenantId}`);
  const { users } = (await found.json()) as { users: { userPrincipalName: string }[] };
  const [member] = users;
  if (!member) throw new Error(`The directory of ${tenantId} has no member`);
  return member.userPrincipalName;
}

/** Opens the room of a tenant to one member of its directory, whoever was a contact before. */
async function openRoom(api: ApiSession, tenantId: string, address: string): Promise<void> {
  const contact = { id: crypto.randomUUID(), name: 'Jane Doe', address, gets: ['reports'] };
  const { revision } = await api.get<{ revision: number }>(`/api/tenant/${tenantId}/contacts`);
  await api.send('PUT', `/api/tenant/${tenantId}/contacts`, { revision, contacts: [contact] });
  const room = await api.get<{ revision: number }>(`/api/tenant/${tenantId}/client-room`);
  const open = { isOpen: true, showsPrices: false, color: null, welcome: '', revision: room.revision };
  await api.send('PUT', `/api/tenant/${tenantId}/client-room`, open);
  await api.post(`/api/tenant/${tenantId}/client-room/guests`, { contactId: contact.id });
}

/**
 * Lets a member of a simulated tenant's directory into its client room, who then signs in with Microsoft as in a browser.
 * @returns the cookie of their session @throws Error where they do not get in
 */
export async function openClientSession(stack: Stack, api: ApiSession, tenantId: string): Promise<string> {
  const username = await memberOf(stack, tenantId);
  await openRoom(api, tenantId, username);
  const loginUrl = `${stack.simulatorUrl}/login`;
  const browse = cookieBrowser(stack.url);
  const address = (await browse('/api/client/microsoft')).headers.get('location') ?? '';
  const page = await createSignInDriver(loginUrl).submit(address.slice(loginUrl.length), { username });
  const { search } = new URL(page.headers.get('location') ?? '', stack.url);
  const answer = await browse(`/api/auth/callback${search}`);
  if (!answer.ok) throw new Error(`${username} could not sign in: ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '')[0];
  if (cookie === undefined) throw new Error(`${username} got no session`);
  return cookie;
}
