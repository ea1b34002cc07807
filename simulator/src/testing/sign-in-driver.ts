import { createHash, randomBytes } from 'node:crypto';

/** A browser as far as the sign-in pages need one, and a client of the token endpoint: for tests. */
export interface SignInDriver {
  /** Opens an address of the login host (`/{tenant}/oauth2/v2.0/authorize?…`) without following redirects. */
  open(path: string): Promise<Response>;
  /** Sends a page's form: `username` or `user`, and `outcome`, `mfa`, `consent`, `action` as the buttons have them. */
  submit(path: string, fields: Record<string, string>): Promise<Response>;
  /** Enters a device's code, with the same fields: the page that follows. */
  enterDeviceCode(userCode: string, fields: Record<string, string>): Promise<Response>;
  token(tenant: string, fields: Record<string, string>): Promise<TokenReply>;
}

export interface TokenReply {
  status: number;
  body: Record<string, unknown>;
}

/** `loginUrl`: where the login host is, such as `http://127.0.0.1:7100/login`. */
export function createSignInDriver(loginUrl: string): SignInDriver {
  const send = (path: string, init: RequestInit) => fetch(`${loginUrl}${path}`, { ...init, redirect: 'manual' });
  const submit = (path: string, fields: Record<string, string>) =>
    send(path, { method: 'POST', body: new URLSearchParams(fields) });
  return {
    open: (path) => send(path, {}),
    submit,
    enterDeviceCode: (userCode, fields) => submit(`/devicelogin?otc=${encodeURIComponent(userCode)}`, fields),
    async token(tenant, fields) {
      const reply = await submit(`/${tenant}/oauth2/v2.0/token`, fields);
      return { status: reply.status, body: { ...Object(await reply.json()) } };
    },
  };
}

/** The address of the authorize endpoint with these parameters. */
export function authorizePath(tenant: string, params: Record<string, string>): string {
  return `/${tenant}/oauth2/v2.0/authorize?${new URLSearchParams(params)}`;
}

/** The values in the redirect to the application. Throws where the answer is none. */
export function redirectValues(reply: Response): Record<string, string> {
  const location = reply.headers.get('location');
  if (reply.status !== 302 || location === null) throw new Error(`expected a redirect, got ${reply.status}`);
  return Object.fromEntries(new URL(location).searchParams);
}

/** A verifier and its S256 challenge (RFC 7636). */
export function pkcePair(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
