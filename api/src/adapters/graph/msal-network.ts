import type { INetworkModule, NetworkResponse } from '@azure/msal-node';
import type { FarEnd } from './far-end.ts';

/** MSAL's requests, sent to the far end. */
export function msalNetwork(farEnd: FarEnd): INetworkModule {
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
