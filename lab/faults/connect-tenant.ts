import { clientHeader } from '@tenantry/contract/endpoint';
import { createSignInDriver } from '@tenantry/simulator/testing/sign-in-driver';
import { administrator } from '../../local/stack/api-session.ts';

type Prospect = { id: string; domain: string };
type SimulatedUser = { userPrincipalName: string; roles: string[] };

/** A browser as far as consent and sign-in need one: cookies, and no redirect followed. */
export function cookieBrowser(origin: string) {
  const cookies = new Map<string, string>();
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { 'content-type': 'application/json', [clientHeader.name]: clientHeader.value, cookie };
    const answer = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

/** Connects a tenant that the simulator knows as a prospect: consent of its administrator, then the sign-in that proves it. */
export async function connectTenant(origin: string, simulator: string, { id, domain }: Prospect): Promise<void> {
  const found = await fetch(`${simulator}/control/users?tenantId=${id}`);
  const { users } = (await found.json()) as { users: SimulatedUser[] };
  const username = users.find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName ?? '';
  const browse = cookieBrowser(origin);
  const credentials = { username: administrator.username, password: administrator.password };
  await browse('/api/auth/local', { method: 'POST', body: JSON.stringify(credentials) });
  const loginUrl = `${simulator}/login`;
  const driver = createSignInDriver(loginUrl);
  let address = (await browse('/api/m365/oauth/start')).headers.get('location') ?? '';
  while (address.startsWith(loginUrl)) {
    const page = await driver.submit(address.slice(loginUrl.length), { username, consent: 'accept' });
    const { search } = new URL(page.headers.get('location') ?? '', origin);
    const answer = await browse(`/api/auth/callback${search}`);
    const body = (await answer.json()) as { redirectTo?: string; message?: string };
    if (body.redirectTo === undefined) throw new Error(`${domain}: ${answer.status} ${body.message}`);
    address = body.redirectTo;
  }
  if (!address.includes('success=tenant_connected')) throw new Error(`${domain} is not connected: ${address}`);
}
