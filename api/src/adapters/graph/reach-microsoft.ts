import type { FarEnd } from './far-end.ts';

const openIdConfiguration = 'https://login.microsoftonline.com/organizations/v2.0/.well-known/openid-configuration';
const organization = 'https://graph.microsoft.com/v1.0/organization?$select=id';

const timeoutMs = 15_000;

async function expectStatus(farEnd: FarEnd, url: string, status: number): Promise<void> {
  const response = await farEnd.fetch(new Request(url, { signal: AbortSignal.timeout(timeoutMs) }));
  // Unread, the body would hold its connection.
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`It answered ${response.status} instead of ${status}`);
}

/**
 * Whether Microsoft can be reached at all, with no right to anything: sign-in publishes its configuration, and Graph refuses
 * who brings no token. @throws where there is no such answer
 */
export function reachMicrosoft(farEnd: FarEnd): Record<'login' | 'graph', () => Promise<void>> {
  return {
    login: () => expectStatus(farEnd, openIdConfiguration, 200),
    graph: () => expectStatus(farEnd, organization, 401),
  };
}
