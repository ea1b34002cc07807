import { ConfidentialClientApplication } from '@azure/msal-node';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../ports/clock.ts';
import type { GraphClient } from '../../ports/graph.ts';
import {
  type AppRegistration,
  type DirectoryRole,
  IdentityError,
  type IdentityProvider,
  type OAuthRequest,
  type Redeemed,
  type Refreshed,
} from '../../ports/identity-provider.ts';
import { createAppTokens } from '../graph/app-tokens.ts';
import { msalCredential } from '../graph/client-credential.ts';
import { createGraphClient } from '../graph/graph-client.ts';
import { msalNetwork } from '../graph/msal-network.ts';
import { TokenServiceError, tokenFailure } from '../graph/token-failures.ts';
import { grantedRoles } from '../graph/token-roles.ts';
import type { Upstream } from '../graph/upstream.ts';
import { verifyIdToken } from './verify-id-token.ts';

const loginOrigin = 'https://login.microsoftonline.com';

const ownRolesPath = '/v1.0/me/transitiveMemberOf/microsoft.graph.directoryRole?$select=displayName,roleTemplateId';

const ownAccountPath = '/v1.0/me?$select=userType,creationType,externalUserState,userPrincipalName';

/**
 * `userType` says guest or member; `creationType` and `externalUserState` that somebody was invited, which a guest who was made
 * a member remains (Microsoft Graph, user resource type).
 */
async function isExternalAccount(graph: GraphClient): Promise<boolean | null> {
  const { userType, creationType, externalUserState, userPrincipalName } = Object(await graph.get(ownAccountPath));
  const wasInvited =
    ['Invitation', 'SelfServiceSignUp'].includes(creationType) ||
    typeof externalUserState === 'string' ||
    /#ext#/i.test(String(userPrincipalName));
  if (wasInvited || userType === 'Guest') return true;
  return userType === 'Member' ? false : null;
}

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

// One for each request: MSAL's cache then holds this account's tokens alone.
function msalClient(upstream: Upstream, app: AppRegistration, authority: string) {
  return new ConfidentialClientApplication({
    auth: {
      clientId: app.clientId,
      ...msalCredential(app),
      authority: `${loginOrigin}/${authority}`,
      knownAuthorities: [new URL(loginOrigin).host],
    },
    system: { networkClient: msalNetwork(upstream) },
  });
}

/** The keys that a directory signs its ID tokens with, read when they are first needed and kept. */
function signingKeys(upstream: Upstream): (authority: string) => JWTVerifyGetKey {
  const keySets = new Map<string, JWTVerifyGetKey>();
  return (authority) => {
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
  };
}

async function redeem(
  { upstream, clock }: Options,
  keysOf: (authority: string) => JWTVerifyGetKey,
  app: AppRegistration,
  { code, codeVerifier, ...request }: OAuthRequest & { code: string; codeVerifier: string },
): Promise<Redeemed> {
  const { authority, redirectUri, nonce } = request;
  const client = msalClient(upstream, app, authority);
  try {
    const result = await client.acquireTokenByCode(
      { code, codeVerifier, redirectUri, scopes: [...request.scopes], nonce },
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
}

async function refresh(
  upstream: Upstream,
  app: AppRegistration,
  { authority, scopes, tokenCache }: Parameters<IdentityProvider['refresh']>[1],
): Promise<Refreshed> {
  const client = msalClient(upstream, app, authority);
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
}

async function ownDirectoryRoles(graph: GraphClient): Promise<DirectoryRole[]> {
  const roles: DirectoryRole[] = [];
  for await (const page of graph.pages(ownRolesPath)) {
    for (const role of page) roles.push(roleOf(role));
  }
  return roles;
}

/** Entra ID over MSAL; the ID tokens are verified here, since MSAL does not. */
export function createEntraIdentityProvider(options: Options): IdentityProvider {
  const { upstream, browserLoginUrl } = options;
  const keysOf = signingKeys(upstream);
  const forBrowser = (url: string): string =>
    browserLoginUrl === undefined ? url : url.replace(loginOrigin, browserLoginUrl);
  const graphAs: IdentityProvider['graphAs'] = (get, graphOptions = {}, refused = undefined) =>
    createGraphClient({ tokens: { get, ...(refused && { refused }) }, upstream, ...graphOptions });

  return {
    async signInUrl(app, { state, codeChallenge, prompt, loginHint, ...request }) {
      const url = await msalClient(upstream, app, request.authority).getAuthCodeUrl({
        redirectUri: request.redirectUri,
        scopes: [...request.scopes],
        nonce: request.nonce,
        state,
        codeChallenge,
        codeChallengeMethod: 'S256',
        responseMode: 'query',
        ...(prompt && { prompt }),
        // OpenID Connect Core 1.0, 3.1.2.1: where it is asked for, the ID token says `auth_time`.
        ...(prompt === 'login' && { extraQueryParameters: { max_age: '0' } }),
        ...(loginHint && { loginHint }),
      });
      return forBrowser(url);
    },
    adminConsentUrl(clientId, { authority, redirectUri, state = '' }) {
      const query = new URLSearchParams({ client_id: clientId });
      // The second version needs an address of the registration, the first takes what is registered.
      if (redirectUri === undefined) return forBrowser(`${loginOrigin}/${authority}/adminconsent?${query}`);
      query.set('redirect_uri', redirectUri);
      query.set('state', state);
      query.set('scope', 'https://graph.microsoft.com/.default');
      return forBrowser(`${loginOrigin}/${authority}/v2.0/adminconsent?${query}`);
    },
    graphAs,
    appGraph: (app, entraTenantId, { tokenScopes, ...graphOptions } = {}) =>
      createGraphClient({
        tokens: createAppTokens(entraTenantId, app, upstream, tokenScopes),
        upstream,
        ...graphOptions,
      }),
    applicationPermissions: (app, entraTenantId) => grantedRoles(createAppTokens(entraTenantId, app, upstream)),
    ownDirectoryRoles: (accessToken) => ownDirectoryRoles(graphAs(async () => accessToken)),
    isExternalAccount: (accessToken) => isExternalAccount(graphAs(async () => accessToken)),
    refresh: (app, grant) => refresh(upstream, app, grant),
    redeem: (app, request) => redeem(options, keysOf, app, request),
  };
}
