import type { Upstream } from './upstream.ts';

const openIdConfiguration = 'https://login.microsoftonline.com/organizations/v2.0/.well-known/openid-configuration';
const organization = 'https://graph.microsoft.com/v1.0/organization?$select=id';

const timeoutMs = 15_000;

async function expectStatus(upstream: Upstream, url: string, status: number): Promise<void> {
  const response = await upstream.fetch(new Request(url, { signal: AbortSignal.timeout(timeoutMs) }));
  // Unread, the body would hold its connection.
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`It answered ${response.status} instead of ${status}`);
}

/**
 * Whether Microsoft can be reached at all, with no right to anything: sign-in publishes its configuration, and Graph refuses
 * who brings no token. @throws where there is no such answer
 */
export function reachMicrosoft(upstream: Upstream): Record<'login' | 'graph', () => Promise<void>> {
  return {
    login: () => expectStatus(upstream, openIdConfiguration, 200),
    graph: () => expectStatus(upstream, organization, 401),
  };
}
