import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fault = { status: number; headers?: Record<string, string>; code?: string };

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}

function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const inBase64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Tokens that somebody gave out and services take: JSON Web Tokens as Entra ID's, without a true signature. */
export function createTokens() {
  const audiences = new Map<string, string>();
  return {
    give(audience = 'https://vault.azure.net'): string {
      const nowSeconds = Math.floor(Date.now() / 1000);
      const issued = {
        iss: 'https://sts.windows.net/t/',
        iat: nowSeconds,
        nbf: nowSeconds - 60,
        exp: nowSeconds + 86_400,
      };
      const claims = { ...issued, aud: audience, jti: `identity-token-${audiences.size + 1}` };
      const token = `${inBase64({ alg: 'none', typ: 'JWT' })}.${inBase64(claims)}.unsigned`;
      audiences.set(token, audience);
      return token;
    },
    isGood: (token: string) => audiences.has(token),
    /** For which service it was given, or undefined where it was not. */
    audienceOf: (token: string) => audiences.get(token),
  };
}

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Key Vault's protocol for secrets (REST API 7.x: GET and PUT /secrets/{name}, GET of its versions, PATCH of one): the
 * challenge for a token, versions, disabled ones, names that are soft-deleted, throttling and failures on demand.
 * @param resource what the challenge asks a token for
 */
export async function startKeyVaultDouble(tokens: Tokens, resource = 'https://vault.azure.net') {
  const versions = new Map<string, string[]>();
  const softDeleted = new Set<string>();
  /** Of each version by its address, `name/number`. */
  const disabled = new Set<string>();
  const faults: Fault[] = [];
  const slow: { onRead(): void; until: Promise<void> }[] = [];
  const requests: { method: string; name: string; authorization: string; body: string }[] = [];
  const challenge = `Bearer authorization="https://login.microsoftonline.com/t", resource="${resource}"`;

  async function secret(response: ServerResponse, name: string, isRead: boolean): Promise<void> {
    const known = versions.get(name) ?? [];
    const held = isRead ? slow.shift() : undefined;
    held?.onRead();
    await held?.until;
    if (known.length === 0 || softDeleted.has(name)) {
      answer(response, 404, { error: { code: 'SecretNotFound', message: `A secret with ${name} was not found` } });
      return;
    }
    if (isRead && disabled.has(`${name}/${known.length}`)) {
      const message = 'Operation get is not allowed on a disabled secret.';
      answer(response, 403, { error: { code: 'Forbidden', message, innererror: { code: 'SecretDisabled' } } });
      return;
    }
    const id = `https://vault.example/secrets/${name}/${known.length}`;
    answer(response, 200, { value: known.at(-1), id, attributes: { enabled: true } });
  }

  const propertiesOf = (name: string, version: string | number) => ({
    id: `https://vault.example/secrets/${name}/${version}`,
    attributes: { enabled: !disabled.has(`${name}/${version}`) },
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , name = '', part = ''] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/');
    const authorization = request.headers.authorization ?? '';
    const body = await bodyOf(request);
    requests.push({ method: request.method ?? '', name, authorization, body });
    if (!tokens.isGood(authorization.replace(/^Bearer /, ''))) {
      answer(response, 401, { error: { code: 'Unauthorized' } }, { 'www-authenticate': challenge });
      return;
    }
    const fault = faults.shift();
    if (fault) {
      answer(response, fault.status, { error: { code: fault.code ?? 'Faulty', message: 'On demand' } }, fault.headers);
      return;
    }
    if (request.method === 'GET' && part === 'versions') {
      const numbers = (versions.get(name) ?? []).map((_, index) => index + 1);
      answer(response, 200, { value: numbers.map((number) => propertiesOf(name, number)), nextLink: null });
      return;
    }
    if (request.method === 'PATCH') {
      if (JSON.parse(body).attributes?.enabled === false) disabled.add(`${name}/${part}`);
      answer(response, 200, propertiesOf(name, part));
      return;
    }
    if (request.method === 'PUT') {
      if (softDeleted.has(name)) {
        const message = `Secret ${name} is currently in a deleted but recoverable state, and its name cannot be reused`;
        const innererror = { code: 'ObjectIsDeletedButRecoverable' };
        answer(response, 409, { error: { code: 'Conflict', message, innererror } });
        return;
      }
      versions.set(name, [...(versions.get(name) ?? []), JSON.parse(body).value]);
    }
    await secret(response, name, request.method === 'GET');
  }

  const { url, close } = await listening((request, response) => void serve(request, response));
  return {
    url,
    close,
    versions,
    requests,
    /** Answers given to the next requests that carry a good token, one each. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** The next answer to a read is made, which ends `wasRead`, and comes when `release` is called. */
    holdNextRead() {
      const wasRead = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      slow.push({ onRead: () => wasRead.resolve(), until: released.promise });
      return { wasRead: wasRead.promise, release: () => released.resolve() };
    },
    softDelete: (name: string) => void softDeleted.add(name),
    recover: (name: string) => void softDeleted.delete(name),
    reads: () => requests.filter(({ method, authorization }) => method === 'GET' && authorization !== '').length,
  };
}

/**
 * The endpoints at which a managed identity gets its tokens: App Service's and Functions' (IDENTITY_ENDPOINT, API
 * 2019-08-01) and that of virtual machines (IMDS, API 2018-02-01). Source: Microsoft Entra, "managed identities".
 */
export async function startIdentityDouble(tokens: Tokens) {
  const identityHeader = 'header-of-this-process';
  const asked: { resource: string; clientId: string | null; source: 'app-service' | 'imds' }[] = [];
  let refusal: number | null = null;
  const { url, close } = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isImds = pathname.replace(/\/$/, '') === '/metadata/identity/oauth2/token';
    const isProven = isImds
      ? request.headers.metadata === 'true'
      : request.headers['x-identity-header'] === identityHeader && searchParams.get('api-version') === '2019-08-01';
    if (!isProven) return answer(response, 400, { error: 'invalid_request', error_description: 'A header is missing' });
    if (refusal !== null)
      return answer(response, refusal, { error: 'invalid_request', error_description: 'No identity' });
    const resource = searchParams.get('resource') ?? '';
    asked.push({ resource, clientId: searchParams.get('client_id'), source: isImds ? 'imds' : 'app-service' });
    const expiresIn = 24 * 3600;
    const expiresOn = String(Math.floor(Date.now() / 1000) + expiresIn);
    return answer(response, 200, {
      access_token: tokens.give(resource),
      expires_on: expiresOn,
      ...(isImds ? { expires_in: String(expiresIn) } : {}),
      resource,
      token_type: 'Bearer',
    });
  });
  return {
    url,
    close,
    asked,
    identityHeader,
    refuse: (status: number | null) => {
      refusal = status;
    },
  };
}
