import type { Role } from '@tenantry/contract/auth';
import type { Tenant } from '@tenantry/contract/tenants';
import { type ApiSession, administrator } from '../../local/stack/api-session.ts';
import { sendCall } from './send-call.ts';

/** Whose calls are tried. `sees`: which tenants are theirs. */
export type Caller = { name: string; role: Role | null; sees: 'all' | 'own' | 'none'; cookie: string };
export type Grounds = { url: string; own: Tenant; foreign: Tenant };

const password = 'Qu1et!harbor';
const colleagues = [
  { name: 'a viewer of one organization', username: 'vera', role: 'viewer' },
  { name: 'a technician of one organization', username: 'theo', role: 'technician' },
  { name: 'an administrator of one organization', username: 'anna', role: 'admin' },
] as const;

/** Signs somebody in. @returns the cookie of a session of its own @throws Error where they do not get in */
export async function signIn(url: string, username: string, theirPassword: string): Promise<string> {
  const answer = await sendCall(
    { url, cookie: '' },
    { method: 'POST', path: '/api/auth/local' },
    { body: { username, password: theirPassword } },
  );
  if (answer.status !== 200 || answer.cookie === null)
    throw new Error(`${username} does not get in: ${answer.status} ${answer.text}`);
  return answer.cookie;
}

/** Nobody, a colleague of each role who sees one organization, and the administrator of all. */
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

/** The same caller in another session, for a call that ends the one it is made in. */
export async function inNewSession(caller: Caller, { url }: Grounds): Promise<Caller> {
  const colleague = colleagues.find(({ name }) => name === caller.name);
  if (caller.role === null) return caller;
  const cookie = colleague
    ? await signIn(url, colleague.username, password)
    : await signIn(url, administrator.username, administrator.password);
  return { ...caller, cookie };
}
