import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Tokens } from './key-vault-double.ts';

type Version = { privateKey: KeyObject; x: string; y: string; isEnabled: boolean; created: number };

/**
 * Key Vault's protocol for one EC key (REST API 7.x: GET /keys/{name}/versions, GET and POST …/sign of a version). A digest is signed as it
 * came; Node signs texts only, so that the double is told what the digest is of.
 */
export async function startKeyOperationsDouble(tokens: Tokens, name: string) {
  const versions: Version[] = [];
  const texts = new Map<string, Uint8Array>();
  const requests: string[] = [];

  function answer(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  }

  function signed(version: Version, body: string): string {
    const digest = String((JSON.parse(body) as { value: string }).value);
    const text = texts.get(digest);
    if (text === undefined) throw new Error('The double was not told what this digest is of');
    return sign('sha256', text, { key: version.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  }

  async function serve(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    requests.push(`${request.method} ${pathname} ${body}`);
    if (!tokens.isGood((request.headers.authorization ?? '').replace(/^Bearer /, ''))) {
      const challenge =
        'Bearer authorization="https://login.microsoftonline.com/t", resource="https://vault.azure.net"';
      return answer(response, 401, { error: { code: 'Unauthorized' } }, { 'www-authenticate': challenge });
    }
    const [, , asked, part = '', operation] = pathname.split('/');
    const kid = (index: number) => `${url}/keys/${name}/${index + 1}`;
    if (asked !== name || versions.length === 0) return answer(response, 404, { error: { code: 'KeyNotFound' } });
    if (part === 'versions') {
      const value = versions.map(({ isEnabled, created }, index) => ({
        kid: kid(index),
        attributes: { enabled: isEnabled, created },
      }));
      return answer(response, 200, { value, nextLink: null });
    }
    const index = Number(part) - 1;
    const version = versions[index];
    if (version === undefined) return answer(response, 404, { error: { code: 'KeyNotFound' } });
    if (operation === 'sign') return answer(response, 200, { kid: kid(index), value: signed(version, body) });
    const key = { kid: kid(index), kty: 'EC', crv: 'P-256', x: version.x, y: version.y, key_ops: ['sign', 'verify'] };
    return answer(response, 200, { key, attributes: { enabled: version.isEnabled, created: version.created } });
  }

  const server = createServer((request, response) => void serve(request, response, url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    close: () => new Promise((resolve) => server.close(resolve)),
    /** What will be signed, by its digest in base64url. */
    tell: (digest: string, text: Uint8Array) => void texts.set(digest, text),
    /** A new version, which is then the newest. */
    rotate(): void {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      versions.push({ privateKey, x, y, isEnabled: true, created: 1_700_000_000 + versions.length });
    },
    disable: (number: number) => {
      const version = versions[number - 1];
      if (version) version.isEnabled = false;
    },
  };
}
