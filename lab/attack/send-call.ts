import { clientHeader, type Endpoint, tenantHeader } from '@tenantry/contract/endpoint';
import { uriComponent } from '@tenantry/contract/text';
import type { FittingCall } from '../../api/testing/fitting-calls.ts';

export type Answer = { status: number; code: string | null; text: string; cookie: string | null };
type Sender = { url: string; cookie: string; headers?: Record<string, string> };

/** Makes a call of the contract over HTTP, as a client without a browser does. Redirects are answers, not followed. */
export async function sendCall(
  { url, cookie, headers = {} }: Sender,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { params = {}, query = {}, body, tenantId }: FittingCall,
): Promise<Answer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => uriComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  const response = await fetch(new URL(search === '' ? filled : `${filled}?${search}`, url), {
    method,
    redirect: 'manual',
    headers: {
      cookie,
      [clientHeader.name]: clientHeader.value,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(tenantId === undefined ? {} : { [tenantHeader]: tenantId }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const code = response.ok ? undefined : /"code":"([A-Z_]+)"/.exec(text)?.[1];
  const [own = null] = response.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  return { status: response.status, code: code ?? null, text, cookie: own };
}
