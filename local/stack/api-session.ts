import { clientHeader } from '@tenantry/contract/endpoint';
import type { ErrorBody } from '@tenantry/contract/errors';
import { stepUp } from '@tenantry/contract/step-up';

/** The API of a running stack as a signed-in client without a browser, which proves who it is whenever it is asked to. */
export type ApiSession = {
  get<T>(path: string, tenantId?: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
  /** Any other call. */
  send<T>(method: string, path: string, body?: unknown, tenantId?: string): Promise<T>;
  /** `name=value`, by which the API knows the session. */
  cookie(): string;
};

/** Somebody who signs in with a password. */
export type LocalAccount = { username: string; email: string; displayName: string; password: string };

export const administrator: LocalAccount = {
  username: 'ada',
  email: 'ada@msp.example',
  displayName: 'Ada Lovelace',
  password: 'Str0ng!pass',
};

/** Registers the account as the first administrator on a fresh stack, or signs in as it. */
export async function openApiSession(url: string, account = administrator): Promise<ApiSession> {
  let cookie = '';
  async function send<T>(method: string, path: string, body?: unknown, tenantId?: string): Promise<T> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        cookie,
        [clientHeader.name]: clientHeader.value,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(tenantId ? { 'x-tenant-id': tenantId } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const answer = (await response.json()) as T & Partial<ErrorBody>;
    // Minutes after the last proof (decision 026). Nothing was done: the call is made again.
    if (answer.code === 'STEP_UP_REQUIRED') {
      await send(stepUp.method, stepUp.path, { password: account.password });
      return send(method, path, body, tenantId);
    }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
    return answer;
  }
  const { isFirstUser } = await send<{ isFirstUser: boolean }>('GET', '/api/auth/registration-status');
  if (isFirstUser) await send('POST', '/api/auth/register', account);
  else await send('POST', '/api/auth/local', { username: account.username, password: account.password });
  return {
    get: (path, tenantId) => send('GET', path, undefined, tenantId),
    post: (path, body) => send('POST', path, body),
    send,
    cookie: () => cookie,
  };
}
