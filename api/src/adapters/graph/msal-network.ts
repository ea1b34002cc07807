import type { INetworkModule, NetworkResponse } from '@azure/msal-node';
import type { GraphFailure } from '../../ports/graph.ts';
import { failureOf } from './graph-failures.ts';
import { isTransient } from './retry.ts';
import { TokenServiceError } from './token-failures.ts';
import type { Upstream } from './upstream.ts';

const requestTimeoutMs = 30_000;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The body as JSON; undefined where it is none, such as the page of a proxy. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Why this answer says nothing of what was asked; null where it does. */
function failureIn({ status, headers }: Response, body: unknown): GraphFailure | null {
  const { error, error_description: description } = Object(body) as Record<string, unknown>;
  if (isTransient({ status, code: '', message: '' })) {
    const retryAfter = headers.get('retry-after');
    const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
    return {
      status,
      code: text(error) ?? 'Unknown',
      message: text(description) ?? `Entra ID answered with status ${status}.`,
      ...(seconds >= 0 ? { retryAfterSeconds: seconds } : {}),
    };
  }
  if (typeof body === 'object' && body !== null) return null;
  return { status: 0, code: 'UnexpectedBody', message: `Entra ID answered ${status} with something that is no JSON.` };
}

/** MSAL's requests, sent to the upstream. Rejects with TokenServiceError where Entra ID could not answer. */
export function msalNetwork(upstream: Upstream): INetworkModule {
  async function send<T>(url: string, init: RequestInit): Promise<NetworkResponse<T>> {
    const request = new Request(url, { ...init, signal: AbortSignal.timeout(requestTimeoutMs) });
    const { response, body } = await upstream
      .fetch(request)
      .then(async (answer) => ({ response: answer, body: parsed(await answer.text()) }))
      .catch((error: unknown) => {
        throw new TokenServiceError(failureOf(error));
      });
    const failure = failureIn(response, body);
    if (failure) throw new TokenServiceError(failure);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: body as T };
  }
  return {
    sendGetRequestAsync: (url, options) => send(url, { headers: options?.headers ?? {} }),
    sendPostRequestAsync: (url, options) =>
      send(url, { method: 'POST', headers: options?.headers ?? {}, body: options?.body ?? '' }),
  };
}
