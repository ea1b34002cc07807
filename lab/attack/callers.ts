import type { Role } from '@tenantry/contract/auth';
import type { Tenant } from '@tenantry/contract/tenants';
import { type ApiSession, administrator } from '../../local/stack/api-session.ts';
import { sendCall } from './send-call.ts';

/** Whose calls are tried. `sees`: which tenants are theirs. */
export type Caller = { name: string; role: Role | null; sees: 'all' | 'own' | 'none'; cookie: string };
export type Grounds = { url: string; own: Tenant; foreign: Tenant };

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

/** Nobody, a colleague of each role who sees one tenant, and the administrator of all. */
export async function openCallers(api: ApiSession, { url, own }: Grounds): Promise<Caller[]> {
  const callers: Caller[] = [{ name: 'nobody', role: null, sees: 'none', cookie: '' }];
  for (const { name, username, role } of colleagues) {
    const user = { username, email: `${username}@msp.example`, displayName: username, role, password };
    await api.post('/api/admin/users', { ...user, tenantId: own.id });
    callers.push({ name, role, sees: 'own', cookie: await signIn(url, username, password) });
  }
  const cookie = await signIn(url, administrator.username, administrator.password);
  return [...callers, { name: 'the administrator', role: 'admin', sees: 'all', cookie }];
}
