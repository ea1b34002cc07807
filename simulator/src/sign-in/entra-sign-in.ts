import type { EntraParts, EntraRequest, EntraSignIn } from '../entra/entra-parts.ts';
import { answerAdminConsent } from './admin-consent.ts';
import { redirectToApp } from './application-redirect.ts';
import { answerAuthorize } from './authorize.ts';
import { answerDelegatedGrant } from './delegated-grants.ts';
import { answerDeviceCode, answerDevicePage } from './device-code.ts';
import { type AuthorizationCode, createOneTimeStore, type Grant } from './grant-store.ts';
import { html, pageResponse } from './html.ts';

/** Sends the browser to post_logout_redirect_uri where an application registered it, else says goodbye. */
function answerLogout({ params, form }: EntraRequest, { apps }: EntraParts): Response {
  const read = (name: string) => params.get(name) ?? form.get(name);
  const redirectUri = read('post_logout_redirect_uri');
  if (redirectUri !== null && apps.allowsRedirect(read('client_id'), redirectUri))
    return redirectToApp({ redirectUri, mode: 'query', state: read('state') }, {});
  return pageResponse('You signed out of your account', html`<p>It’s a good idea to close all browser windows.</p>`);
}

/**
 * Lets people sign in at the simulated Entra ID: pages, codes, refresh tokens, consent, sign-out. It is no part of what
 * is deployed: nothing but the simulator's own server and tests imports this folder.
 */
export function createEntraSignIn(parts: EntraParts): EntraSignIn {
  const codes = createOneTimeStore<AuthorizationCode>('0.');
  const refreshTokens = createOneTimeStore<Grant>('1.');
  return async (request, { tenant, below }) => {
    const isPage = request.method === 'GET' || request.method === 'POST';
    if (below === 'oauth2/v2.0/token' && request.method === 'POST')
      return answerDelegatedGrant(request, tenant, parts, { codes, refreshTokens });
    if (below === 'oauth2/v2.0/devicecode' && request.method === 'POST')
      return answerDeviceCode(request, tenant, parts);
    if (!isPage) return null;
    if (below === 'oauth2/deviceauth' || (tenant === 'devicelogin' && below === ''))
      return answerDevicePage(request, parts);
    if (below === 'oauth2/v2.0/authorize') return answerAuthorize(request, tenant, parts, codes);
    if (below === 'oauth2/v2.0/logout') return answerLogout(request, parts);
    if (below === 'adminconsent') return answerAdminConsent(request, tenant, parts, 'v1');
    if (below === 'v2.0/adminconsent') return answerAdminConsent(request, tenant, parts, 'v2');
    return null;
  };
}
