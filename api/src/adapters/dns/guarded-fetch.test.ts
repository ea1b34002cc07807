import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import type { DnsResolver } from '../../ports/dns.ts';
import { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts';
import { listen } from './testing/dns-server.ts';
import { loopbackCertificate } from './testing/loopback-authority.ts';
import { testCertificate } from './testing/test-certificate.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serverOf(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  certificate = loopbackCertificate,
) {
  const server = createServer(certificate, answer);
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
    'mixed.example': { A: ['203.0.114.7', '127.0.0.1'] },
    'metadata.example': { A: ['169.254.169.254'] },
    'six.example': { AAAA: ['fd00::1'] },
    'hooks.example': { A: ['127.0.0.1'] },
    'other.example': { A: ['127.0.0.1'] },
  }),
);
const guarded = (options: GuardedFetchOptions = {}) => createGuardedFetch(dns, { timeoutMs: 2000, ...options });
const local = (options: GuardedFetchOptions = {}) => guarded({ loopbackCa: loopbackCertificate.cert, ...options });

describe('an address that is not called', () => {
  it.each([
    ['http://psa.example/', 'begin with https'],
    ['ftp://psa.example/', 'begin with https'],
    ['file:///etc/passwd', 'begin with https'],
    ['psa.example', 'begin with https'],
    ['not an address', 'begin with https'],
    ['', 'begin with https'],
    ['https://user:secret@psa.example/', 'name or a password'],
    ['https://127.0.0.1/x', '127.0.0.1, which is not public'],
    ['https://2130706433/x', '127.0.0.1, which is not public'],
    ['https://0x7f.1/x', '127.0.0.1, which is not public'],
    ['https://127.1/x', '127.0.0.1, which is not public'],
    ['https://[::1]/x', '::1, which is not public'],
    ['https://[::ffff:127.0.0.1]/x', 'which is not public'],
    ['https://[fe80::1]/x', 'which is not public'],
    ['https://[fd00::1]/x', 'which is not public'],
    ['https://10.0.0.1/x', 'which is not public'],
    ['https://172.16.0.1/x', 'which is not public'],
    ['https://192.168.1.1/x', 'which is not public'],
    ['https://169.254.169.254/metadata/instance', 'which is not public'],
    ['https://168.63.129.16/x', 'which is not public'],
    ['https://0.0.0.0/x', 'which is not public'],
    ['https://100.64.0.1/x', 'which is not public'],
    ['https://internal.example/', '10.0.0.5, which is not public'],
    ['https://mixed.example/', '127.0.0.1, which is not public'],
    ['https://metadata.example/', '169.254.169.254, which is not public'],
    ['https://six.example/', 'fd00::1, which is not public'],
  ])('%s', async (url, why) => {
    const refused = { kind: 'refused', reason: expect.stringContaining(why) };
    expect(await guarded()({ method: 'POST', url, body: '{}' })).toEqual(refused);
    // Whether or not services on this machine may be reached.
    expect(await local()({ method: 'GET', url })).toEqual(refused);
  });

  it('localhost is a name like any other, which the public DNS does not have', async () => {
    expect(await guarded()({ method: 'GET', url: 'https://localhost/x' })).toEqual({
      kind: 'failed',
      reason: 'localhost has no address',
    });
  });
});

describe('a request that is let through', () => {
  it('goes to the address that was looked up, by its name, once', async () => {
    let lookups = 0;
    const counting: DnsResolver = {
      resolve: (name, type) => {
        lookups += 1;
        return dns.resolve(name, type);
      },
    };
    const seen: unknown[] = [];
    const certificate = testCertificate('hooks.example');
    const port = await serverOf((request, response) => {
      seen.push([request.url, request.headers.host]);
      response.writeHead(429, { 'retry-after': '30' }).end('slower');
    }, certificate);
    const fetch = createGuardedFetch(counting, { isAllowed: () => true, ca: certificate.cert, timeoutMs: 2000 });
    expect(await fetch({ method: 'GET', url: `https://hooks.example:${port}/x?y=1` })).toMatchObject({
      ...{ kind: 'answered', status: 429, text: 'slower', retryAfterSeconds: 30 },
    });
    expect(seen).toEqual([['/x?y=1', `hooks.example:${port}`]]);
    // Once for each kind of address: no second look-up can lead elsewhere.
    expect(lookups).toBe(2);
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
    expect(answer).not.toHaveProperty('retryAfterSeconds');
  });

  it('is bounded in size and in time', async () => {
    const large = await serverOf((_request, response) => response.end('x'.repeat(2000)));
    expect(await local({ maxBytes: 1000 })({ method: 'GET', url: `https://localhost:${large}/` })).toEqual({
      kind: 'failed',
      reason: 'localhost failed: the answer of localhost is longer than 1000 bytes',
    });
    const silent = await serverOf(() => undefined);
    expect(await local({ timeoutMs: 100 })({ method: 'GET', url: `https://localhost:${silent}/` })).toEqual({
      kind: 'failed',
      reason: 'localhost did not answer in time',
    });
  });

  it('wants a valid certificate of the name', async () => {
    const port = await serverOf((_request, response) => response.end('x'), testCertificate('elsewhere.example'));
    expect(await local()({ method: 'GET', url: `https://localhost:${port}/` })).toMatchObject({ kind: 'failed' });
    const other = await serverOf((_request, response) => response.end('x'), testCertificate('hooks.example'));
    const fetch = guarded({ isAllowed: () => true, ca: loopbackCertificate.cert });
    expect(await fetch({ method: 'GET', url: `https://other.example:${other}/` })).toMatchObject({ kind: 'failed' });
  });
});
