import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import type { DnsResolver } from '../../ports/dns.ts';
import { guardedPost, retryAfterOf } from './guarded-post.ts';
import { listen } from './testing/dns-server.ts';
import { testCertificate } from './testing/test-certificate.ts';

const posted = { headers: { 'content-type': 'application/json' }, body: '{"a":1}' };
const noDns = zoneResolver(readZone({}));
const withZone = (name: string, records: object): DnsResolver => zoneResolver(readZone({ [name]: records }));

describe('addresses that are not called', () => {
  it.each([
    'http://hooks.example/x',
    'ftp://hooks.example/x',
    'file:///etc/passwd',
    'https://user:secret@hooks.example/x',
    'hooks.example',
    '',
  ])('%j: only https without a name and a password', async (url) => {
    expect(await guardedPost(noDns)(url, posted)).toEqual({
      kind: 'refused',
      reason: 'Only an https address without a name and a password is called',
    });
  });

  it.each([
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://127.1/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://10.0.0.1/x',
    'https://172.16.0.1/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/metadata/instance',
    'https://168.63.129.16/x',
    'https://0.0.0.0/x',
    'https://100.64.0.1/x',
  ])('%s: private, loopback, link-local or the metadata of a cloud', async (url) => {
    expect(await guardedPost(noDns)(url, posted)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('which is not public'),
    });
  });

  it.each([
    ['A', ['10.0.0.7']],
    ['A', ['203.0.114.7', '127.0.0.1']],
    ['AAAA', ['::1']],
    ['A', ['169.254.169.254']],
  ])('a name whose %s is %j', async (type, values) => {
    const post = guardedPost(withZone('hooks.example', { [type]: values }));
    expect(await post('https://hooks.example/x', posted)).toMatchObject({ kind: 'refused' });
  });

  it('localhost is a name like any other, which the public DNS does not have', async () => {
    expect(await guardedPost(noDns)('https://localhost/x', posted)).toMatchObject({ kind: 'failed' });
  });
});

describe('a post that is let through', () => {
  const certificate = testCertificate('hooks.example');
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let seen: { path: string | undefined; host: string | undefined; body: string }[];
  let server: ReturnType<typeof createServer>;
  let port: number;
  beforeEach(async () => {
    seen = [];
    answer = (_request, response) => response.writeHead(202).end('fine');
    server = createServer(certificate, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen.push({ path: request.url, host: request.headers.host, body: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
    });
    port = await listen(server);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = (dns = withZone('hooks.example', { A: ['127.0.0.1'] }), ca = certificate.cert) =>
    guardedPost(dns, { isAllowed: () => true, ca, timeoutMs: 2000 })(`https://hooks.example:${port}/x?y=1`, posted);

  it('goes to the address that was looked up, by its name, once', async () => {
    let asked = 0;
    const zone = withZone('hooks.example', { A: ['127.0.0.1'] });
    const counting: DnsResolver = {
      resolve: (name, type) => {
        asked += 1;
        return zone.resolve(name, type);
      },
    };
    expect(await post(counting)).toEqual({ kind: 'answered', status: 202, retryAfterSeconds: null, text: 'fine' });
    expect(seen).toEqual([{ path: '/x?y=1', host: `hooks.example:${port}`, body: '{"a":1}' }]);
    // Once for each kind of address: no second look-up can lead elsewhere.
    expect(asked).toBe(2);
  });

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { location: 'https://169.254.169.254/' }).end();
    expect(await post()).toMatchObject({ kind: 'answered', status: 307 });
    expect(seen).toHaveLength(1);
  });

  it('fails where the certificate is of another name', async () => {
    const other = withZone('other.example', { A: ['127.0.0.1'] });
    const sent = guardedPost(other, { isAllowed: () => true, ca: certificate.cert, timeoutMs: 2000 });
    expect(await sent(`https://other.example:${port}/x`, posted)).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('altnames'),
    });
    expect(seen).toEqual([]);
  });

  it('fails where the answer is too long, or does not come', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(20_000));
    expect(await post()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('longer than') });
    answer = () => undefined;
    expect(await post()).toMatchObject({ kind: 'failed', reason: 'hooks.example did not answer in time' });
  });
});

test('how long to wait is read from Retry-After, in seconds or as a date, a day at most', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  expect(retryAfterOf('120', now)).toBe(120);
  expect(retryAfterOf('Tue, 24 Nov 2026 10:05:00 GMT', now)).toBe(300);
  expect(retryAfterOf('Tue, 24 Nov 2026 09:05:00 GMT', now)).toBe(0);
  expect(retryAfterOf('999999', now)).toBe(86_400);
  expect(retryAfterOf('soon', now)).toBeNull();
  expect(retryAfterOf('-5', now)).toBeNull();
  expect(retryAfterOf(undefined, now)).toBeNull();
});
