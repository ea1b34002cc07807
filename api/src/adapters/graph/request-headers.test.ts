import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { expect, test } from 'vitest';
import { createConfigurationSnapshots } from './configuration-snapshots.ts';
import { createGraphClient } from './graph-client.ts';
import { microsoftItself, simulatorInProcess, simulatorOverHttp, type Upstream } from './upstream.ts';

const tokens = { get: async () => 'token' };
const retry = { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 };

/** What was sent, of requests that are all answered with an empty list. */
function recording(): { upstream: Upstream; sent: Request[] } {
  const sent: Request[] = [];
  return {
    sent,
    upstream: {
      async fetch(request) {
        sent.push(request.clone());
        return Response.json({ value: [], results: [], responses: [], id: 'a' });
      },
    },
  };
}

test('every request asks for later members of enumerations, and names a language', async () => {
  const { upstream, sent } = recording();
  const graph = createGraphClient({ tokens, upstream, retry });
  const snapshots = createConfigurationSnapshots({ tokens, upstream, retry });
  await graph.get('/v1.0/organization');
  for await (const _page of graph.pages('/v1.0/users')) expect(_page).toEqual([]);
  await graph.hunt('DeviceInfo | count');
  await graph.batch([{ id: '1', path: '/v1.0/domains' }]);
  await snapshots.jobs();
  await snapshots.create('Tenantry abcdefgh 1', []);
  await snapshots.delete('a');
  expect(sent.map(({ headers }) => [headers.get('prefer'), headers.get('accept-language')])).toEqual(
    sent.map(() => ['include-unknown-enum-members', 'en-US']),
  );
  expect(sent).toHaveLength(7);
});

test('each request of a batch asks so by itself, beside headers of its own', async () => {
  const { upstream, sent } = recording();
  const graph = createGraphClient({ tokens, upstream, retry });
  await graph.batch([
    { id: '1', path: '/v1.0/domains' },
    { id: '2', path: '/v1.0/users', headers: { ConsistencyLevel: 'eventual' } },
  ]);
  const body: unknown = await sent[0]?.json();
  expect(Object(body).requests.map(({ headers }: { headers: object }) => headers)).toEqual([
    { prefer: 'include-unknown-enum-members' },
    { prefer: 'include-unknown-enum-members', ConsistencyLevel: 'eventual' },
  ]);
});

test('no request leaves with the language * that Node sends where none is named', async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['accept-language']);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    await fetch(url);
    await microsoftItself.fetch(new Request(url));
    await microsoftItself.fetch(new Request(url, { method: 'POST', body: 'a=b', headers: { 'accept-language': '0' } }));
    await simulatorOverHttp(url).fetch(new Request('https://login.microsoftonline.com/x'));
    expect(seen).toEqual(['*', 'en-US', '0', 'en-US']);
  } finally {
    server.close();
  }
});

test('a first page in a batch whose next link leads to another host is refused, and says so', async () => {
  const page = (host: string) => ({
    value: [{ id: 'a' }],
    '@odata.nextLink': `https://${host}/v1.0/domains?$skiptoken=2`,
  });
  const upstream: Upstream = {
    fetch: async () =>
      Response.json({
        responses: [
          { id: 'ours', status: 200, body: page('graph.microsoft.com') },
          { id: 'foreign', status: 200, body: page('graph.evil.example') },
        ],
      }),
  };
  const answers = await createGraphClient({ tokens, upstream, retry }).batch([
    { id: 'ours', path: '/v1.0/domains' },
    { id: 'foreign', path: '/v1.0/domains' },
  ]);
  expect(answers.get('ours')).toMatchObject({ ok: true, body: { '@odata.nextLink': '/v1.0/domains?$skiptoken=2' } });
  expect(answers.get('foreign')).toMatchObject({
    ok: false,
    failure: { code: 'ForeignNextLink', message: 'Graph gave out a link to graph.evil.example' },
  });
});

test('the permissions in the token are told', async () => {
  const cloud = createSimulatedCloud({ now: () => new Date() });
  const claims = (claim: object) => `x.${Buffer.from(JSON.stringify(claim)).toString('base64url')}.y`;
  const of = (token: string) =>
    createGraphClient({ tokens: { get: async () => token }, upstream: simulatorInProcess(cloud), retry }).permissions();
  expect(await of(claims({ roles: ['User.Read.All'] }))).toEqual(new Set(['User.Read.All']));
  expect(await of(claims({ scp: 'User.Read Policy.Read.All' }))).toEqual(new Set(['User.Read', 'Policy.Read.All']));
  expect(await of('opaque')).toBeNull();
});
