import { clientHeader, type Endpoint } from '@tenantry/contract/endpoint';
import { AppError } from './app-error.ts';

type Headers = { get(name: string): string | null };

function originOf(address: string | null): string | null {
  return address !== null && URL.canParse(address) ? new URL(address).origin : null;
}

/**
 * Whether a GET is proven to be ours. A script of ours sends our header. Where the browser itself goes to the address, a
 * script can add none, and the browser says which page it comes from: by Fetch Metadata, or before that by Referer.
 */
function isProvenOurs(endpoint: Endpoint, headers: Headers, ownOrigin: string): boolean {
  if (headers.get(clientHeader.name) === clientHeader.value) return true;
  if (!endpoint.navigation) return false;
  return headers.get('sec-fetch-site') === 'same-origin' || originOf(headers.get('referer')) === ownOrigin;
}

/**
 * Refuses a change or a download that another site made the browser send (OWASP, Cross-Site Request Forgery
 * Prevention: verify the origin). A browser always says where a POST, PUT, PATCH or DELETE comes from; a client that
 * says nothing is not a browser and carries no one's cookie by accident. Of a GET it says less, and an address can be
 * typed, mailed and followed: one that changes something has to be proven ours.
 * @throws AppError FOREIGN_ORIGIN
 */
export function requireSameOrigin(endpoint: Endpoint, headers: Headers, ownOrigin: string) {
  const { changes, download, method } = endpoint;
  if (!changes && !download) return;
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  const foreignOrigin = origin !== null && origin !== ownOrigin;
  // 'none' is a person opening the address: fine for a download.
  const foreignSite = site !== null && site !== 'same-origin' && !(site === 'none' && !changes);
  const unproven = changes && method === 'GET' && !isProvenOurs(endpoint, headers, ownOrigin);
  if (foreignOrigin || foreignSite || unproven) {
    throw new AppError('FOREIGN_ORIGIN', `This call is only accepted from ${ownOrigin}. Open Tenantry there.`);
  }
}
