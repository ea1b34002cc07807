import { createServer as createPlainServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import type { DnsResolver } from '../../ports/dns.ts';
import { fetchMtaStsPolicy, type PolicyFetchOptions } from './sts-policy-fetch.ts';
import { listen } from './testing/dns-server.ts';
import { testCertificate } from './testing/test-certificate.ts';

const good = testCertificate('mta-sts.example.com');

const hostWith = (records: object) => zoneResolver(readZone({ 'mta-sts.example.com': records }));

async function fetchFrom(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  options: PolicyFetchOptions = {},
  certificate = good,
  records: object = { A: ['127.0.0.1'] },
) {
  const server = createServer(certificate, answer);
  const port = await listen(server);
  try {
    return await fetchMtaStsPolicy(hostWith(records), {
      isAllowed: () => true,
      port,
      ca: certificate.cert,
      timeoutMs: 2000,
      ...options,
    })('example.com');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
const answering =
  (text: string | Buffer, status = 200, headers = {}) =>
  (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);
  };

describe('fetching an MTA-STS policy (RFC 8461, 3.3)', () => {
  it('asks the policy host by its name, at the address that was looked at', async () => {
    const seen: (string | undefined)[] = [];
    const answer = await fetchFrom((request, response) => {
      seen.push(request.method, request.url, request.headers.host?.replace(/:\d+$/, ''));
      answering('version: STSv1\n')(request, response);
    });
    expect(answer).toEqual({ status: 'ok', text: 'version: STSv1\n', contentType: 'text/plain' });
    expect(seen).toEqual(['GET', '/.well-known/mta-sts.txt', 'mta-sts.example.com']);
  });
  it.each([404, 410])('%i: there is none', async (status) => {
    expect(await fetchFrom(answering('', status))).toEqual({
      status: 'notFound',
      reason: `the policy host answered ${status}`,
    });
  });
  it.each([
    [301, { location: 'https://mta-sts.example.com/other' }],
    [302, { location: 'http://169.254.169.254/' }],
    [500, {}],
    [204, {}],
  ])('%i is a failure: redirects are not followed', async (status, headers) => {
    expect(await fetchFrom(answering('', status, headers))).toEqual({
      status: 'failed',
      reason: `the policy host answered ${status}`,
    });
  });
  it('64 KB are read, more is a failure', async () => {
    expect(await fetchFrom(answering(Buffer.alloc(65_536, 'a')))).toMatchObject({ status: 'ok' });
    expect(await fetchFrom(answering(Buffer.alloc(65_537, 'a')))).toEqual({
      status: 'failed',
      reason: 'the policy host failed: the policy is longer than 65536 bytes',
    });
  });
  it('a certificate of another name, or of nobody known, is a failure', async () => {
    const other = testCertificate('www.example.com');
    expect(await fetchFrom(answering('x'), {}, other)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining("does not match certificate's altnames"),
    });
    expect(await fetchFrom(answering('x'), { ca: other.cert })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('self-signed'),
    });
  });
  it('no answer in time is a failure, before and after the connection', async () => {
    const late = { status: 'failed', reason: 'the policy host did not answer in time' };
    const silent = (_request: IncomingMessage, response: ServerResponse) => void response.flushHeaders();
    expect(await fetchFrom(silent, { timeoutMs: 150 })).toEqual(late);
    const never: DnsResolver = { resolve: () => new Promise((resolve) => void resolve.length) };
    expect(await fetchMtaStsPolicy(never, { timeoutMs: 50 })('example.com')).toEqual(late);
  });
  it('a host without an address has no policy; one whose addresses are not known failed', async () => {
    expect(await fetchFrom(answering('x'), {}, good, { TXT: [['x']] })).toEqual({
      status: 'notFound',
      reason: 'mta-sts.example.com has no address',
    });
    expect(await fetchFrom(answering('x'), {}, good, { SERVFAIL: ['*'] })).toEqual({
      status: 'failed',
      reason: 'the policy host failed: the addresses of mta-sts.example.com are not known',
    });
    expect(await fetchFrom(answering('x'), {}, good, { A: ['127.0.0.1'], TIMEOUT: ['AAAA'] })).toMatchObject({
      status: 'ok',
    });
  });
  it.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'fd00::1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'])(
    '%s is never connected to, not even as one address among others',
    async (address) => {
      let connections = 0;
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        connections++;
        answering('x')(request, response);
      };
      const type = address.includes(':') ? 'AAAA' : 'A';
      const dns = hostWith({ A: ['1.1.1.1'], [type]: [...(type === 'A' ? ['1.1.1.1'] : []), address] });
      const server = createServer(good, answer);
      const port = await listen(server);
      const fetched = await fetchMtaStsPolicy(dns, { port, ca: good.cert, timeoutMs: 500 })('example.com');
      server.close();
      expect(fetched).toEqual({
        status: 'refused',
        reason: `mta-sts.example.com has the address ${address}, which is not public`,
      });
      expect(connections).toBe(0);
    },
  );
});

describe('fetching an MTA-STS policy by a proxy', () => {
  const asked: { target: string | undefined; login: string | undefined }[] = [];

  async function fetchByProxy({ status = 200, except = [] as string[], address = '192.0.2.80' } = {}) {
    asked.length = 0;
    const origin = createServer(good, answering('version: STSv1\n'));
    const originPort = await listen(origin);
    const proxy = createPlainServer();
    proxy.on('connect', (request, socket: Socket) => {
      asked.push({ target: request.url, login: request.headers['proxy-authorization'] });
      socket.write(`HTTP/1.1 ${status} whatever\r\n\r\n`);
      if (status !== 200) return socket.end();
      const upstream = connect(originPort, '127.0.0.1');
      for (const side of [socket, upstream]) side.on('error', () => side.destroy());
      socket.pipe(upstream).pipe(socket);
    });
    const proxyPort = await listen(proxy);
    const type = address.includes(':') ? 'AAAA' : 'A';
    try {
      return await fetchMtaStsPolicy(hostWith({ [type]: [address] }), {
        isAllowed: (one) => one !== '10.0.0.1',
        port: originPort,
        ca: good.cert,
        timeoutMs: 2000,
        proxy: { url: `http://ada:p%40ss@127.0.0.1:${proxyPort}`, except },
      })('example.com');
    } finally {
      origin.closeAllConnections();
      origin.close();
      proxy.closeAllConnections();
      proxy.close();
    }
  }

  it('the proxy is asked for the address that was checked, and the policy host by its name', async () => {
    expect(await fetchByProxy()).toEqual({ status: 'ok', text: 'version: STSv1\n', contentType: 'text/plain' });
    expect(asked).toEqual([
      {
        target: expect.stringMatching(/^192\.0\.2\.80:\d+$/),
        login: `Basic ${Buffer.from('ada:p@ss').toString('base64')}`,
      },
    ]);
    expect(await fetchByProxy({ address: '2001:db8::80' })).toMatchObject({ status: 'ok' });
    expect(asked).toMatchObject([{ target: expect.stringMatching(/^\[2001:db8::80\]:\d+$/) }]);
  });
  it.each([403, 407, 502])('a proxy that answers %i is the reason that is told', async (status) => {
    expect(await fetchByProxy({ status })).toEqual({
      status: 'failed',
      reason: expect.stringMatching(
        new RegExp(`^the policy host failed: the proxy answered ${status} to a connection to 192\\.0\\.2\\.80:\\d+$`),
      ),
    });
  });
  it('an address that is not public is refused before the proxy hears of it', async () => {
    expect(await fetchByProxy({ address: '10.0.0.1' })).toMatchObject({ status: 'refused' });
    expect(asked).toEqual([]);
  });
  it.each([['*'], ['example.com'], ['.example.com'], ['*.example.com'], ['mta-sts.example.com']])(
    'NO_PROXY with %s: it is reached without the proxy',
    async (entry) => {
      await fetchByProxy({ except: ['localhost', entry], address: '127.0.0.1' });
      expect(asked).toEqual([]);
    },
  );
  it('NO_PROXY with another domain leaves it to the proxy', async () => {
    await fetchByProxy({ except: ['ample.com', 'www.example.com'] });
    expect(asked).toHaveLength(1);
  });
});
