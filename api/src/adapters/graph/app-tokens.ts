import { ConfidentialClientApplication, type INetworkModule, type NetworkResponse } from '@azure/msal-node';
import type { FarEnd } from './far-end.ts';

export type AppRegistration = { clientId: string; clientSecret: string };

/** App-only access tokens for one tenant. */
export type AppTokens = { get(options: { skipCache: boolean }): Promise<string> };

const scopes = ['https://graph.microsoft.com/.default'];

/** MSAL's requests, sent to the far end. */
function networkOf(farEnd: FarEnd): INetworkModule {
  async function send<T>(url: string, init: RequestInit): Promise<NetworkResponse<T>> {
    const response = await farEnd.fetch(new Request(url, init));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: (await response.json()) as T,
    };
  }
  return {
    sendGetRequestAsync: (url, options) => send(url, { headers: options?.headers ?? {} }),
    sendPostRequestAsync: (url, options) =>
      send(url, { method: 'POST', headers: options?.headers ?? {}, body: options?.body ?? '' }),
  };
}

/**
 * Tokens by client credentials (Microsoft identity platform, OAuth 2.0 client credentials flow), kept in memory by MSAL
 * until shortly before they end. `get` rejects with MSAL's error where Entra ID refuses.
 */
export function createAppTokens(entraTenantId: string, app: AppRegistration, farEnd: FarEnd): AppTokens {
  const client = new ConfidentialClientApplication({
    auth: {
      clientId: app.clientId,
      clientSecret: app.clientSecret,
      authority: `https://login.microsoftonline.com/${entraTenantId}`,
      knownAuthorities: ['login.microsoftonline.com'],
    },
    system: { networkClient: networkOf(farEnd) },
  });
  return {
    async get({ skipCache }) {
      const result = await client.acquireTokenByClientCredential({ scopes, skipCache });
      if (!result) throw new Error('Entra ID gave no token');
      return result.accessToken;
    },
  };
}
