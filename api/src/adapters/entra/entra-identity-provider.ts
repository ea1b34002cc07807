import { ConfidentialClientApplication } from '@azure/msal-node';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../ports/clock.ts';
import {
  type AppRegistration,
  type DirectoryRole,
  IdentityError,
  type IdentityProvider,
  type OAuthRequest,
} from '../../ports/identity-provider.ts';
import { createGraphClient } from '../graph/graph-client.ts';
import { msalNetwork } from '../graph/msal-network.ts';
import { TokenServiceError, tokenFailure } from '../graph/token-failures.ts';
import type { Upstream } from '../graph/upstream.ts';
import { verifyIdToken } from './verify-id-token.ts';

const loginOrigin = 'https://login.microsoftonline.com';

const ownRolesPath = '/v1.0/me/transitiveMemberOf/microsoft.graph.directoryRole?$select=displayName,roleTemplateId';

function roleOf(role: unknown): DirectoryRole {
  const { displayName, roleTemplateId } = (role ?? {}) as Record<string, unknown>;
  return {
    name: typeof displayName === 'string' ? displayName : '',
    templateId: typeof roleTemplateId === 'string' ? roleTemplateId : '',
  };
}

type Options = {
  upstream: Upstream;
  /** Where the browser finds Microsoft's sign-in pages; locally that is the simulator's address. */
  browserLoginUrl?: string;
  clock: Clock;
};

/** The AADSTS code and Entra's own words, which hold no secret; anything else is not for a browser to see. */
function refusalOf(error: unknown): IdentityError | null {
  if (error instanceof IdentityError) return error;
  if (!(error instanceof Error)) return null;
  const code = /AADSTS\d+/.exec(error.message)?.[0] ?? ('errorCode' in error ? String(error.errorCode) : null);
  return code === null ? null : new IdentityError(code, error.message.split(' Trace ID:')[0] ?? '');
}

/** Entra ID over MSAL; the ID tokens are verified here, since MSAL does not. */
export function createEntraIdentityProvider({ upstream, browserLoginUrl, clock }: Options): IdentityProvider {
  const keySets = new Map<string, JWTVerifyGetKey>();

  function keysOf(authority: string): JWTVerifyGetKey {
    const known = keySets.get(authority);
    if (known) return known;
    const keys = createRemoteJWKSet(new URL(`${loginOrigin}/${authority}/discovery/v2.0/keys`), {
      [customFetch]: async (url: string, init: RequestInit) => {
        const response = await upstream.fetch(new Request(url, init)).catch(() => null);
        if (response?.ok) return response;
        await response?.body?.cancel();
        throw new IdentityError('KEYS_UNAVAILABLE', 'The keys of Microsoft could not be read.');
      },
    });
    keySets.set(authority, keys);
    return keys;
  }

  // One for each request: MSAL's cache then holds this account's tokens alone.
  function clientOf({ clientId, clientSecret }: AppRegistration, { authority }: Pick<OAuthRequest, 'authority'>) {
    return new ConfidentialClientApplication({
      auth: {
        clientId,
        clientSecret,
        authority: `${loginOrigin}/${authority}`,
        knownAuthorities: [new URL(loginOrigin).host],
      },
      system: { networkClient: msalNetwork(upstream) },
    });
  }

  const graphAs: IdentityProvider['graphAs'] = (get, options = {}) =>
    createGraphClient({ tokens: { get }, upstream, ...options });

  const forBrowser = (url: string): string =>
    browserLoginUrl === undefined ? url : url.replace(loginOrigin, browserLoginUrl);

  return {
    async signInUrl(app, { state, codeChallenge, prompt, loginHint, ...request }) {
      const url = await clientOf(app, request).getAuthCodeUrl({
        redirectUri: request.redirectUri,
        scopes: [...request.scopes],
        nonce: request.nonce,
        state,
        codeChallenge,
        codeChallengeMethod: 'S256',
        responseMode: 'query',
        ...(prompt && { prompt }),
        ...(loginHint && { loginHint }),
      });
      return forBrowser(url);
    },

    adminConsentUrl(clientId, { authority, redirectUri, state }) {
      const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, state });
      query.set('scope', 'https://graph.microsoft.com/.default');
      return forBrowser(`${loginOrigin}/${authority}/v2.0/adminconsent?${query}`);
    },

    graphAs,

    async ownDirectoryRoles(accessToken) {
      const graph = graphAs(async () => accessToken);
      const roles: DirectoryRole[] = [];
      for await (const page of graph.pages(ownRolesPath)) {
        for (const role of page) roles.push(roleOf(role));
      }
      return roles;
    },

    async refresh(app, { authority, scopes, tokenCache }) {
      const client = clientOf(app, { authority });
      const cache = client.getTokenCache();
      cache.deserialize(tokenCache);
      const [account] = await cache.getAllAccounts();
      if (!account) throw new IdentityError('NO_ACCOUNT', 'Nobody has signed in to this tenant.');
      try {
        const result = await client.acquireTokenSilent({ account, scopes: [...scopes], forceRefresh: true });
        return { accessToken: result.accessToken, tokenCache: cache.serialize(), expiresAt: result.expiresOn };
      } catch (error) {
        throw error instanceof TokenServiceError ? tokenFailure(error) : (refusalOf(error) ?? error);
      }
    },

    async redeem(app, { code, codeVerifier, ...request }) {
      const client = clientOf(app, request);
      try {
        const { authority, redirectUri, scopes, nonce } = request;
        const result = await client.acquireTokenByCode(
          { code, codeVerifier, redirectUri, scopes: [...scopes], nonce },
          { code, nonce },
        );
        const identity = await verifyIdToken(result.idToken, keysOf(authority), {
          clientId: app.clientId,
          entraTenantId: authority === 'organizations' ? null : authority,
          nonce,
          now: clock.now(),
        });
        return {
          identity,
          accessToken: result.accessToken,
          tokenCache: client.getTokenCache().serialize(),
          expiresAt: result.expiresOn,
          scopes: result.scopes,
        };
      } catch (error) {
        throw refusalOf(error) ?? error;
      }
    },
  };
}
