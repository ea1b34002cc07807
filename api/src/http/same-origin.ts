import type { Endpoint } from '@tenantry/contract/endpoint';
import { AppError } from './app-error.ts';

/**
 * Refuses a change or a download that another site made the browser send (OWASP, Cross-Site Request Forgery
 * Prevention: verify the origin). A browser always says where a change comes from; a client that says nothing is not
 * a browser and carries no one's cookie by accident.
 * @throws AppError FOREIGN_ORIGIN
 */
export function requireSameOrigin(
  endpoint: Endpoint,
  headers: { get(name: string): string | null },
  ownOrigin: string,
) {
  const changes = endpoint.method !== 'GET';
  if (!changes && !endpoint.download) return;
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const foreignOrigin = origin !== null && origin !== ownOrigin;
  // 'none' is a person opening the address: fine for a download, and no browser sends it with a change.
  const foreignSite = site !== null && site !== 'same-origin' && !(site === 'none' && !changes);
  if (foreignOrigin || foreignSite) {
    throw new AppError('FOREIGN_ORIGIN', `This call is only accepted from ${ownOrigin}. Open Tenantry there.`);
  }
}
