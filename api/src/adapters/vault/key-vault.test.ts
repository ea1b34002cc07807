import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { openKeyVault } from './key-vault.ts';
import { vaultContract } from './vault.contract.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Key Vault's protocol for secrets (REST API 7.x: GET and PUT /secrets/{name}), with its challenge for a token. */
async function keyVaultDouble() {
  const versions = new Map<string, string[]>();
  let reads = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const answer = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== 'Bearer test-token') {
      const challenge =
        'Bearer authorization="https://login.microsoftonline.com/t", resource="https://vault.azure.net"';
      return answer(401, { error: { code: 'Unauthorized' } }, { 'www-authenticate': challenge });
    }
    const name = url.pathname.split('/')[2] ?? '';
    const known = versions.get(name) ?? [];
    const bundle = () => ({
      value: known.at(-1),
      id: `https://vault.example/secrets/${name}/${known.length}`,
      attributes: {},
    });
    if (request.method === 'GET') {
      reads += 1;
      return known.length > 0
        ? answer(200, bundle())
        : answer(404, { error: { code: 'SecretNotFound', message: 'none' } });
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      known.push(JSON.parse(Buffer.concat(chunks).toString('utf8')).value);
      versions.set(name, known);
      answer(200, bundle());
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, versions, reads: () => reads };
}

const credential = { getToken: async () => ({ token: 'test-token', expiresOnTimestamp: Date.now() + 3_600_000 }) };

async function open() {
  const double = await keyVaultDouble();
  let now = new Date('2026-11-20T12:00:00Z');
  const vault = openKeyVault(
    double.url,
    credential,
    { now: () => now },
    {
      allowInsecureConnection: true,
      disableChallengeResourceVerification: true,
    },
  );
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { ...double, vault, pass };
}

vaultContract('Key Vault', async () => (await open()).vault);

describe('Key Vault', () => {
  it('is asked once in five minutes for a secret, and at once after it was set', async () => {
    const { vault, reads, pass } = await open();
    await vault.set('key', 'one');
    for (let n = 0; n < 5; n += 1) expect(await vault.get('key')).toBe('one');
    expect(reads()).toBe(1);
    await vault.set('key', 'two');
    expect(await vault.get('key')).toBe('two');
    pass(5 * 60 * 1000 + 1);
    expect(await vault.get('key')).toBe('two');
    expect(reads()).toBe(3);
  });

  it('adds a version and never deletes one', async () => {
    const { vault, versions } = await open();
    await vault.set('key', 'one');
    await vault.set('key', 'two');
    expect(versions.get('key')).toEqual(['one', 'two']);
  });
});
