import { createSocket } from 'node:dgram';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import type { DnsResolver } from '../../ports/dns.ts';
import { type DohResolver, dohResolver } from './doh-resolver.ts';
import { firstKnowing, ifPublic, publicResolver } from './public-resolver.ts';
import { systemResolver } from './system-resolver.ts';
import { answerTo, nameBytes, questionOf, type TestAnswer, withServer } from './testing/dns-server.ts';

const address = { name: 'a.example', type: 1, data: [192, 0, 2, 1] };

function answering(answer: TestAnswer, contentType = 'application/dns-message') {
  return (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': contentType }).end(answerTo(questionOf(request), answer));
  };
}
const askA = (url: string, timeoutMs = 2000) => dohResolver({ url, timeoutMs }).resolve('a.example', 'A');
const unreachable = { status: 'servfail', unreachable: true };

describe('DNS over HTTPS (RFC 8484)', () => {
  it('asks by GET, in the wire format, and hands on the AD bit', async () => {
    const seen: (string | undefined)[] = [];
    const answer = await withServer((request, response) => {
      seen.push(
        request.method,
        request.headers.accept,
        Buffer.from(questionOf(request)).toString('latin1').slice(12, 23),
      );
      answering({ authentic: true, records: [address] })(request, response);
    }, askA);
    expect(answer).toEqual({ status: 'ok', values: ['192.0.2.1'], authentic: true });
    expect(seen).toEqual(['GET', 'application/dns-message', '\u0001a\u0007example\u0000']);
  });
  it('hands on that a name does not exist, and that the resolver refused', async () => {
    expect(await withServer(answering({ responseCode: 3 }), askA)).toEqual({ status: 'nxdomain', authentic: false });
    expect(await withServer(answering({ responseCode: 2 }), askA)).toEqual({ status: 'servfail' });
  });
  it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
    ['another content type', answering({ records: [address] }, 'text/html')],
    ['an error', (_request, response) => response.writeHead(500).end('no')],
    ['a redirect', (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    [
      'garbage',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/dns-message' }).end('garbage garbage'),
    ],
    [
      'too much',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/dns-message' }).end(Buffer.alloc(65_536)),
    ],
    ['a dropped connection', (request) => request.socket.destroy()],
  ])('%s is servfail', async (_case, answer) => {
    expect(await withServer(answer, askA)).toEqual(unreachable);
  });
  it('an answer to another question is servfail', async () => {
    const other = (name: string, type: 'A' | 'MX') =>
      withServer(answering({ records: [address] }), (url) =>
        withServer(async (_request, response) => {
          const question = new URL(url);
          question.searchParams.set(
            'dns',
            Buffer.from([
              0,
              0,
              1,
              0,
              0,
              1,
              0,
              0,
              0,
              0,
              0,
              0,
              ...nameBytes(name),
              0,
              type === 'A' ? 1 : 15,
              0,
              1,
            ]).toString('base64url'),
          );
          const bytes = await (await fetch(question)).arrayBuffer();
          response.writeHead(200, { 'content-type': 'application/dns-message' }).end(Buffer.from(bytes));
        }, askA),
      );
    expect(await other('b.example', 'A')).toEqual(unreachable);
    expect(await other('a.example', 'MX')).toEqual(unreachable);
    expect((await other('A.EXAMPLE', 'A')).status).toBe('ok');
  });
  it('no answer in time is a timeout', async () => {
    const silent = (): void => undefined;
    expect(await withServer(silent, (url) => askA(url, 50))).toEqual({ status: 'timeout', unreachable: true });
  });
  it('what is no DNS name does not exist', async () => {
    expect(await dohResolver({ url: 'http://127.0.0.1:1/', timeoutMs: 50 }).resolve('a..b', 'A')).toEqual({
      status: 'nxdomain',
    });
  });
});

describe('several resolvers', () => {
  const resolver = (answer: object, asked: string[], name: string): DohResolver & DnsResolver => ({
    resolve: () => {
      asked.push(name);
      return Promise.resolve(answer as never);
    },
  });
  const known = { status: 'nodata', authentic: true };
  const dead = { status: 'timeout', unreachable: true };
  it('the next one is asked where one cannot be reached, and is asked first from then on', async () => {
    const asked: string[] = [];
    const dns = firstKnowing(
      [resolver(dead, asked, 'one'), resolver(known, asked, 'two'), resolver(known, asked, 'three')],
      resolver(known, asked, 'system'),
    );
    expect(await dns.resolve('a.example', 'A')).toEqual(known);
    expect(await dns.resolve('b.example', 'A')).toEqual(known);
    expect(asked).toEqual(['one', 'two', 'two']);
  });
  it('the machine is asked where none can be reached', async () => {
    const asked: string[] = [];
    const dns = firstKnowing(
      [resolver(dead, asked, 'one'), resolver(dead, asked, 'two')],
      resolver({ status: 'ok', values: [] }, asked, 'system'),
    );
    expect(await dns.resolve('a.example', 'A')).toEqual({ status: 'ok', values: [] });
    expect(asked).toEqual(['one', 'two', 'system']);
  });
  it('the machine is not asked where a validating resolver refused', async () => {
    const asked: string[] = [];
    const dns = firstKnowing(
      [resolver({ status: 'servfail' }, asked, 'one'), resolver(dead, asked, 'two')],
      resolver(known, asked, 'system'),
    );
    expect(await dns.resolve('a.example', 'A')).toEqual({ status: 'servfail' });
    expect(asked).toEqual(['one', 'two']);
  });
  it('a resolver of a closed network, to which com does not exist, is not believed', async () => {
    const zone = { 'a.example': { A: ['192.0.2.1'] } };
    const asked: string[] = [];
    const closed = ifPublic(zoneResolver(readZone(zone)));
    expect(await closed.resolve('a.example', 'A')).toEqual({ status: 'servfail' });
    expect(await closed.resolve('gone.example', 'A')).toEqual({ status: 'servfail' });
    const open = zoneResolver(readZone({ ...zone, com: { NS: ['a.gtld-servers.net'] } }));
    const dns = ifPublic({
      resolve: (name, type) => {
        asked.push(`${name} ${type}`);
        return open.resolve(name, type);
      },
    });
    expect(await dns.resolve('a.example', 'A')).toEqual({ status: 'ok', values: ['192.0.2.1'] });
    expect(await dns.resolve('gone.example', 'A')).toEqual({ status: 'nxdomain' });
    expect(asked).toEqual(['com NS', 'a.example A', 'gone.example A']);
  });
  it('the public DNS asks the resolvers that it is given', async () => {
    const ask = (url: string) =>
      publicResolver({ urls: ['http://127.0.0.1:1/', url], timeoutMs: 5000 }).resolve('a.example', 'A');
    expect(await withServer(answering({ records: [address] }), ask)).toEqual({
      status: 'ok',
      values: ['192.0.2.1'],
      authentic: false,
    });
  });
});

describe('the resolver of the machine', () => {
  async function withUdp<T>(
    answer: (question: Buffer) => Uint8Array | null,
    work: (dns: DnsResolver) => Promise<T>,
    timeoutMs = 2000,
  ): Promise<T> {
    const socket = createSocket('udp4');
    socket.on('message', (question, from) => {
      const bytes = answer(question);
      if (bytes !== null) socket.send(bytes, from.port, from.address);
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    try {
      return await work(systemResolver(timeoutMs, [`127.0.0.1:${socket.address().port}`]));
    } finally {
      socket.close();
    }
  }
  it.each([
    ['A', 1, [192, 0, 2, 1], '192.0.2.1'],
    ['AAAA', 28, [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], '2001:db8::1'],
    ['TXT', 16, [2, 97, 98, 1, 99], ['ab', 'c']],
    ['MX', 15, [0, 5, ...nameBytes('mx.example')], { priority: 5, exchange: 'mx.example' }],
    ['NS', 2, nameBytes('ns.example'), 'ns.example'],
    ['CNAME', 5, nameBytes('b.example'), 'b.example'],
    ['PTR', 12, nameBytes('p.example'), 'p.example'],
    ['TLSA', 52, [3, 1, 1, 0xab, 0xcd], { certUsage: 3, selector: 1, match: 1, data: 'abcd' }],
  ] as const)('%s', async (type, number, data, value) => {
    const answer = (question: Buffer) =>
      answerTo(question, { records: [{ name: 'a.example', type: number, data: [...data] }] });
    expect(await withUdp(answer, (dns) => dns.resolve('a.example', type))).toMatchObject({
      status: 'ok',
      values: [value],
    });
  });
  it.each([
    [{ responseCode: 3 }, 'nxdomain'],
    [{}, 'nodata'],
    [{ responseCode: 2 }, 'servfail'],
    [{ responseCode: 5 }, 'servfail'],
  ])('%j is %s', async (flags, status) => {
    expect(
      await withUdp(
        (question) => answerTo(question, flags),
        (dns) => dns.resolve('a.example', 'MX'),
      ),
    ).toEqual({ status });
  });
  it('no answer is a timeout, DS is not known, and what is no name does not exist', async () => {
    expect(
      await withUdp(
        () => null,
        (dns) => dns.resolve('a.example', 'A'),
        250,
      ),
    ).toEqual({ status: 'timeout' });
    expect(
      await withUdp(
        () => null,
        (dns) => dns.resolve('a.example', 'DS'),
      ),
    ).toEqual({ status: 'servfail' });
    expect(
      await withUdp(
        () => null,
        (dns) => dns.resolve(`${'a'.repeat(64)}.example`, 'A'),
      ),
    ).toEqual({ status: 'nxdomain' });
  });
});
