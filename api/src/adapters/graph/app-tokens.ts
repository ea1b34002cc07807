import { ConfidentialClientApplication } from '@azure/msal-node';
import type { AppRegistration } from '../../ports/identity-provider.ts';
import { msalCredential } from './client-credential.ts';
import { msalNetwork } from './msal-network.ts';
import type { Upstream } from './upstream.ts';

/** App-only access tokens for one tenant. */
export type AppTokens = {
  get(options: { skipCache: boolean }): Promise<string>;
  /** Graph answered 401 or 403 to the token: it may lack what was granted since, so that nobody new is to be given it. */
  refused?(): void;
};

const graphScopes = ['https://graph.microsoft.com/.default'];

/**
 * Tokens by client credentials (Microsoft identity platform, OAuth 2.0 client credentials flow), kept in memory by MSAL
 * until shortly before they end. `get` rejects with MSAL's error where Entra ID refuses.
 * @param scopes one resource's `.default`: client credentials know no other
 */
export function createAppTokens(
  entraTenantId: string,
  app: AppRegistration,
  upstream: Upstream,
  scopes: readonly string[] = graphScopes,
): AppTokens {
  const client = new ConfidentialClientApplication({
    auth: {
      clientId: app.clientId,
      ...msalCredential(app),
      authority: `https://login.microsoftonline.com/${entraTenantId}`,
      knownAuthorities: ['login.microsoftonline.com'],
    },
    system: { networkClient: msalNetwork(upstream) },
  });
  async function acquire(skipCache: boolean): Promise<string> {
    const result = await client.acquireTokenByClientCredential({ scopes: [...scopes], skipCache });
    if (!result) throw new Error('Entra ID gave no token');
    return result.accessToken;
  }
  let pending: Promise<string> | undefined;
  return {
    get({ skipCache }) {
      if (skipCache) return acquire(true);
      // Requests that begin at the same time share one call to Entra ID.
      pending ??= acquire(false).finally(() => {
        pending = undefined;
      });
      return pending;
    },
  };
}
