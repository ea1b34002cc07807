import type { Role } from '@tenantry/contract/auth';
import type { Tenant } from '@tenantry/contract/tenants';
import { type ApiSession, administrator } from '../../local/stack/api-session.ts';
import { openClientSession } from '../client-session.ts';
import { sendCall } from './send-call.ts';

/** Whose calls are tried. `sees`: which tenants are theirs. */
/** `isClient`: a contact of the client, to whom calls are closed that do not say otherwise. */
export type Caller = {
  name: string;
  role: Role | null;
  sees: 'all' | 'own' | 'none';
  isClient?: true;
  cookie: string;
};
export type Grounds = { url: string; simulatorUrl: string; own: Tenant; foreign: Tenant };

const password = 'Qu1et!harbor';
const colleagues = [
  { name: 'a viewer of one tenant', username: 'vera', role: 'viewer' },
  { name: 'a technician of one tenant', username: 'theo', role: 'technician' },
  { name: 'an administrator of one tenant', username: 'anna', role: 'admin' },
] as const;

/** Signs somebody in. @returns the cookie of a session of its own @throws Error where they do not get in */
async function signIn(url: string, username: string, theirPassword: string): Promise<string> {
  const answer = await sendCall(
    { url, cookie: '' },
    { method: 'POST', path: '/api/auth/local' },
    { body: { username, password: theirPassword } },
  );
  if (answer.status !== 200 || answer.cookie === null)
    throw new Error(`${username} does not get in: ${answer.status} ${answer.text}`);
  return answer.cookie;
}

/** Somebody who goes on working whatever else happens: an administrator of their own. @returns the cookie of their session */
export async function openBystander(api: ApiSession, url: string): Promise<string> {
  const user = { username: 'stella', email: 'stella@msp.example', displayName: 'stella', role: 'admin', password };
  await api.post('/api/admin/users', user);
  return signIn(url, user.username, password);
}

/** Nobody, a client, a colleague of each role who sees one tenant, and the administrator of all. */
export async function openCallers(api: ApiSession, grounds: Grounds): Promise<Caller[]> {
  const { url, own, foreign } = grounds;
  const callers: Caller[] = [{ name: 'nobody', role: null, sees: 'none', cookie: '' }];
  for (const { name, username, role } of colleagues) {
    const user = { username, email: `${username}@msp.example`, displayName: username, role, password };
    await api.post('/api/admin/users', { ...user, tenantId: own.id });
    callers.push({ name, role, sees: 'own', cookie: await signIn(url, username, password) });
  }
  // The other client has a room too: a door that is nobody's proves nothing.
  await openClientSession(grounds, api, foreign.id);
  const client = await openClientSession(grounds, api, own.id);
  callers.push({ name: 'a client', role: 'viewer', sees: 'own', isClient: true, cookie: client });
  const cookie = await signIn(url, administrator.username, administrator.password);
  return [...callers, { name: 'the administrator', role: 'admin', sees: 'all', cookie }];
}
