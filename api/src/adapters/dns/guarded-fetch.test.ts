import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
import { listen } from './testing/dns-server.ts';
import { testCertificate } from './testing/test-certificate.ts';

const certificate = testCertificate('localhost');
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serverOf(answer: (request: IncomingMessage, response: ServerResponse) => void, own = certificate) {
  const server = createServer(own, answer);
  const port = await listen(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

const dns = zoneResolver(
  readZone({
    'internal.example': { A: ['10.0.0.5'] },
    'mixed.example': { A: ['93.184.216.34', '169.254.169.254'] },
    'six.example': { AAAA: ['fd00::1'] },
  }),
);
const guarded = (options: GuardedFetchOptions = {}) => createGuardedFetch(dns, { timeoutMs: 2000, ...options });
const local = (options: GuardedFetchOptions = {}) => guarded({ loopbackCa: certificate.cert, ...options });

describe('a guarded request', () => {
  it.each([
    ['http://psa.example/', 'begin with https'],
    ['file:///etc/passwd', 'begin with https'],
    ['not an address', 'begin with https'],
    ['https://user:secret@psa.example/', 'name or a password'],
    ['https://psa.example:22/', 'port other than 443'],
    ['https://127.0.0.1/', 'name a host'],
    ['https://2130706433/', 'name a host'],
    ['https://[::1]/', 'name a host'],
    ['https://internal.example/', '10.0.0.5, which is not public'],
    ['https://mixed.example/', '169.254.169.254, which is not public'],
    ['https://six.example/', 'fd00::1, which is not public'],
  ])('to %s is not sent', async (url, why) => {
    expect(await guarded()({ method: 'GET', url })).toEqual({ kind: 'refused', reason: expect.stringContaining(why) });
  });

  it('to localhost is sent where a test allows it, and nowhere else', async () => {
    const seen: string[] = [];
    const port = await serverOf((request, response) => {
      seen.push(request.url ?? '');
      response.end('there');
    });
    const url = `https://localhost:${port}/x?y=1`;
    expect(await guarded()({ method: 'GET', url })).toMatchObject({ kind: 'refused' });
    expect(await local()({ method: 'GET', url })).toMatchObject({ kind: 'answered', status: 200, text: 'there' });
    expect(seen).toEqual(['/x?y=1']);
  });

  it('carries method, headers and body, and follows no redirect', async () => {
    const port = await serverOf(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      response.writeHead(307, { location: 'https://169.254.169.254/', 'x-seen': `${request.method} ${body}` }).end();
    });
    const answer = await local()({
      ...{ method: 'PATCH', url: `https://localhost:${port}/`, body: '{"a":1}' },
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ kind: 'answered', status: 307, headers: { 'x-seen': 'PATCH {"a":1}' } });
  });

  it('is bounded in size and in time', async () => {
    const large = await serverOf((_request, response) => response.end('x'.repeat(2000)));
    expect(await local({ maxBytes: 1000 })({ method: 'GET', url: `https://localhost:${large}/` })).toEqual({
      kind: 'failed',
      reason: 'the answer is longer than 1000 bytes',
    });
    const silent = await serverOf(() => undefined);
    expect(await local({ timeoutMs: 100 })({ method: 'GET', url: `https://localhost:${silent}/` })).toEqual({
      kind: 'failed',
      reason: 'it did not answer in time',
    });
  });

  it('wants a valid certificate of the name', async () => {
    const port = await serverOf((_request, response) => response.end('x'), testCertificate('other.example'));
    expect(await local()({ method: 'GET', url: `https://localhost:${port}/` })).toMatchObject({ kind: 'failed' });
  });
});
