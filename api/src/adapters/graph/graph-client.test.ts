import { createSimulatedCloud, type SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GraphError } from '../../ports/graph.ts';
import { type AppTokens, createAppTokens } from './app-tokens.ts';
import { createGraphClient } from './graph-client.ts';
import type { GraphRateLimiter } from './graph-rate-limiter.ts';
import { simulatorInProcess, simulatorOverHttp, type Upstream } from './upstream.ts';

const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const app = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'simulated' };
const retry = { maxAttempts: 6, baseDelayMs: 1, maxDelayMs: 2 };

describe('the Graph client over HTTP', () => {
  let cloud: SimulatedCloud;
  let server: Awaited<ReturnType<typeof startSimulatorServer>>;
  let upstream: Upstream;
  let tokens: AppTokens;
  const client = () => createGraphClient({ tokens, upstream, retry });
  const failureOf = async (run: Promise<unknown>) => {
    const error = await run.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof GraphError)) throw new Error(`Not a GraphError: ${error}`);
    return error.failure;
  };

  beforeEach(async () => {
    cloud = createSimulatedCloud({ now: () => new Date() });
    server = await startSimulatorServer({ port: 0, cloud });
    upstream = simulatorOverHttp(server.url);
    tokens = createAppTokens(tenantId, app, upstream);
  });
  afterEach(() => server.close());

  it('gets an object, and follows every page of a list', async () => {
    const graph = client();
    expect(await graph.get('/v1.0/policies/identitySecurityDefaultsEnforcementPolicy')).toMatchObject({
      isEnabled: false,
    });
    const ids = new Set<unknown>();
    let pages = 0;
    for await (const page of graph.pages('/v1.0/users?$select=id&$top=100')) {
      pages += 1;
      for (const user of page) ids.add((user as { id: unknown }).id);
    }
    expect([pages, ids.size]).toEqual([9, 847]);
    expect(graph.calls).toBe(10);
  });

  it('asks for one token, however many requests begin at the same time', async () => {
    const graph = client();
    await Promise.all(['/v1.0/organization', '/v1.0/domains', '/v1.0/subscribedSkus'].map((path) => graph.get(path)));
    const asked = cloud.requestCounts().filter(({ path }) => path.endsWith('/token'));
    expect(asked.map(({ count }) => count)).toEqual([1]);
  });

  it('answers each item of a batch on its own, in parts of 20', async () => {
    const good = Array.from({ length: 22 }, (_, n) => ({ id: `g${n}`, path: '/v1.0/organization' }));
    const answers = await client().batch([...good, { id: 'bad', path: '/v1.0/nothing/here' }]);
    expect(answers.size).toBe(23);
    expect(answers.get('g21')).toMatchObject({ ok: true });
    expect(answers.get('bad')).toMatchObject({ ok: false, failure: { status: 404 } });
  });

  it('sends only the throttled items of a batch again', async () => {
    cloud.faults.set({ tenantId, pathPrefix: '/domains', kind: 'status', status: 429, times: 2 });
    const graph = client();
    const answers = await graph.batch([
      { id: 'domains', path: '/v1.0/domains' },
      { id: 'organization', path: '/v1.0/organization' },
    ]);
    expect(answers.get('domains')).toMatchObject({ ok: true });
    const counts = cloud.requestCounts().filter((one) => one.tenantId === tenantId);
    expect(counts.find((one) => one.path.endsWith('/organization'))?.count).toBe(1);
    expect(counts.find((one) => one.path.endsWith('/domains'))?.count).toBe(3);
  });

  it.each([
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429, retryAfterSeconds: 0 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 504 },
    { kind: 'drop' },
    { kind: 'truncate' },
  ] as const)('comes through three faults of kind $kind $status', async (fault) => {
    cloud.faults.set({ tenantId, pathPrefix: '/users', times: 3, ...fault });
    const graph = client();
    let users = 0;
    for await (const page of graph.pages('/v1.0/users?$select=id&$top=999')) users += page.length;
    expect(users).toBe(847);
    expect(graph.calls).toBe(4);
  });

  it.each([{ kind: 'truncate' }, { kind: 'status', status: 403, body: '<html>Forbidden</html>' }] as const)(
    'asks again where the words of a refusal were lost: $kind',
    async (fault) => {
      const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
      cloud.faults.set({ tenantId: unlicensed, pathPrefix: '/identityProtection', times: 2, ...fault });
      const graph = createGraphClient({ tokens: createAppTokens(unlicensed, app, upstream), upstream, retry });
      expect(await failureOf(graph.get('/v1.0/identityProtection/riskyUsers'))).toEqual({
        status: 403,
        code: 'Forbidden',
        message: 'Your tenant is not licensed for this feature.',
      });
      expect(graph.calls).toBe(3);
    },
  );

  it('gives up after its last attempt, and says what stood in the way', async () => {
    cloud.faults.set({ tenantId, pathPrefix: '/users', kind: 'status', status: 503 });
    const graph = client();
    expect(await failureOf(graph.get('/v1.0/users'))).toMatchObject({ status: 503 });
    expect(graph.calls).toBe(retry.maxAttempts);
  });

  it('does not try again what will not change', async () => {
    const graph = client();
    expect(await failureOf(graph.get('/v1.0/no/such/path'))).toMatchObject({ status: 404 });
    expect(graph.calls).toBe(1);
  });

  it('fetches a new token once when Graph no longer takes the old one', async () => {
    const asked: boolean[] = [];
    const stale: AppTokens = {
      get: async ({ skipCache }) => {
        asked.push(skipCache);
        return skipCache ? tokens.get({ skipCache: false }) : 'not.a.token';
      },
    };
    const graph = createGraphClient({ tokens: stale, upstream, retry });
    expect(await graph.get('/v1.0/organization')).toBeTruthy();
    expect(asked).toEqual([false, true]);
    const useless = createGraphClient({ tokens: { get: async () => 'not.a.token' }, upstream, retry });
    expect(await failureOf(useless.get('/v1.0/organization'))).toMatchObject({ status: 401 });
    expect(useless.calls).toBe(2);
  });

  it.each([
    { kind: 'status', status: 503 },
    { kind: 'status', status: 503, body: '<html>Service Unavailable</html>' },
    { kind: 'status', status: 429, retryAfterSeconds: 0 },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 200, body: 'no JSON' },
    { kind: 'drop' },
    { kind: 'truncate' },
  ] as const)('gets its token past three faults of the token endpoint: $kind $status $body', async (fault) => {
    cloud.faults.set({ tenantId, pathPrefix: '/oauth2/v2.0/token', times: 3, ...fault });
    expect(await client().get('/v1.0/organization')).toBeTruthy();
  });

  it('takes a token endpoint in trouble for no refusal', async () => {
    cloud.faults.set({ tenantId, pathPrefix: '/oauth2/v2.0/token', kind: 'status', status: 503 });
    expect(await failureOf(client().get('/v1.0/organization'))).toMatchObject({
      status: 503,
      code: 'temporarily_unavailable',
      message: expect.stringContaining('AADSTS90033'),
    });
    cloud.faults.clear();
    // MSAL would go on refusing for a minute.
    expect(await client().get('/v1.0/organization')).toBeTruthy();
  });

  it('says that Entra ID refused, and does not ask it again and again', async () => {
    const refusing = createSimulatedCloud({ now: () => new Date(), clientSecret: 'the right one' });
    const end = simulatorInProcess(refusing);
    const graph = createGraphClient({ tokens: createAppTokens(tenantId, app, end), upstream: end, retry });
    expect(await failureOf(graph.get('/v1.0/organization'))).toMatchObject({
      status: 401,
      code: 'invalid_client',
      message: expect.stringContaining('AADSTS7000215'),
    });
    expect(graph.calls).toBe(0);
  });

  it('tells what the network said, innermost, whatever the SDK makes of it', async () => {
    const innermost = Object.assign(new Error('getaddrinfo ENOTFOUND graph.microsoft.com'), { code: 'ENOTFOUND' });
    const away: Upstream = { fetch: () => Promise.reject(new TypeError('fetch failed', { cause: innermost })) };
    const graph = createGraphClient({ tokens: { get: async () => 'token' }, upstream: away, retry });
    expect(await failureOf(graph.get('/v1.0/organization'))).toEqual({
      status: 0,
      code: 'ENOTFOUND',
      message: innermost.message,
    });
  });

  it('posts a hunting query to its one path, as often as it takes, and gives the rows', async () => {
    cloud.faults.set({ tenantId, pathPrefix: '/security/runHuntingQuery', kind: 'status', status: 503, times: 2 });
    const graph = client();
    const rows = await graph.hunt('DeviceInfo | summarize Devices = dcount(DeviceId)');
    expect(rows).toEqual([{ Devices: expect.any(Number) }]);
    expect(graph.calls).toBe(3);
  });

  it('sends of a hunting query nothing but the query', async () => {
    const sent: Request[] = [];
    const upstream: Upstream = {
      fetch: async (request) => {
        sent.push(request);
        return Response.json({ schema: [], results: [] });
      },
    };
    const graph = createGraphClient({ tokens: { get: async () => 'token' }, upstream, retry });
    expect(await graph.hunt('/v1.0/users?x=https://evil.example')).toEqual([]);
    const [request] = sent;
    expect([request?.method, request?.url]).toEqual([
      'POST',
      'https://graph.microsoft.com/v1.0/security/runHuntingQuery',
    ]);
    expect(await request?.json()).toEqual({ Query: '/v1.0/users?x=https://evil.example' });
  });

  it.each([
    [{ results: 'none' }, 'UnexpectedBody'],
    [{ schema: [] }, 'UnexpectedBody'],
  ])('takes a hunting answer without rows for none: %j', async (body, code) => {
    const upstream: Upstream = { fetch: async () => Response.json(body) };
    const graph = createGraphClient({ tokens: { get: async () => 'token' }, upstream, retry });
    expect(await failureOf(graph.hunt('DeviceInfo'))).toMatchObject({ code });
  });

  it('never follows a link to another host with its token', async () => {
    const hosts: string[] = [];
    const evil: Upstream = {
      fetch: async (request) => {
        hosts.push(new URL(request.url).host);
        return Response.json({ value: [1], '@odata.nextLink': 'https://evil.example/v1.0/users?$skiptoken=x' });
      },
    };
    const graph = createGraphClient({ tokens: { get: async () => 'token' }, upstream: evil, retry });
    const read = async () => {
      for await (const page of graph.pages('/v1.0/users')) expect(page).toEqual([1]);
    };
    expect(await failureOf(read())).toMatchObject({ code: 'ForeignNextLink' });
    expect(new Set(hosts)).toEqual(new Set(['graph.microsoft.com']));
  });
});

describe('a list of Graph that never ends', () => {
  const nextLink = (path: string) => `https://graph.microsoft.com${path}`;
  const pageOf = (items: unknown[], next: string) => Response.json({ value: items, '@odata.nextLink': nextLink(next) });

  it.each([
    ['with one link', () => pageOf([{ id: 1 }], '/v1.0/users?$skiptoken=a'), 2],
    ['of empty pages', (n: number) => pageOf([], `/v1.0/users?$skiptoken=${n}`), 100],
    ['of one page', (n: number) => pageOf([{ id: 1 }], `/v1.0/users?$skiptoken=${n}`), 7],
  ])('%s is cut off and said to be', async (_, answer, atMost) => {
    let sent = 0;
    const upstream: Upstream = {
      fetch: async () => {
        sent += 1;
        return answer(sent);
      },
    };
    const graph = createGraphClient({ tokens: { get: async () => 'token' }, upstream, retry });
    const read = async () => {
      for await (const page of graph.pages('/v1.0/users')) expect(page.length).toBeLessThan(2);
    };
    await expect(read()).rejects.toMatchObject({
      failure: { code: 'EndlessList', message: expect.stringMatching(/^The list was cut off, since /) },
    });
    expect(sent).toBeLessThanOrEqual(atMost);
  });
});

describe('the rate limiter that a Graph client waits for', () => {
  const policies = '/v1.0/identity/conditionalAccess/policies';
  const locations = '/v1.0/identity/conditionalAccess/namedLocations';

  /** Counts what is asked and sent; after `refuseAfter` of them the next is too far off. */
  function counted(refuseAfter = Number.POSITIVE_INFINITY) {
    const cloud = createSimulatedCloud({ now: () => new Date() });
    const upstream = simulatorInProcess(cloud);
    const waits: string[][] = [];
    const rateLimiter: GraphRateLimiter = {
      async wait(paths) {
        waits.push([...paths]);
        if (waits.length > refuseAfter)
          throw new GraphError({ status: 0, code: 'RateLimited', message: 'later', retryAfterSeconds: 9 });
      },
      free: async () => 1,
      mayShare: (path, other) => !(path.includes('conditionalAccess') && other.includes('conditionalAccess')),
    };
    const graph = createGraphClient({ tokens: createAppTokens(tenantId, app, upstream), upstream, retry, rateLimiter });
    return { cloud, graph, waits };
  }

  it('is waited for before every request, each further try among them', async () => {
    const { cloud, graph, waits } = counted();
    cloud.faults.set({ tenantId, pathPrefix: '/identity', kind: 'status', status: 429, times: 2 });
    await graph.get(policies);
    expect(waits).toEqual([[policies], [policies], [policies]]);
    expect(graph.calls).toBe(3);
  });

  it('parts a batch, so that no two of one limit are in one request', async () => {
    const { graph, waits } = counted();
    const answers = await graph.batch([
      { id: 'a', path: policies },
      { id: 'b', path: locations },
      { id: 'c', path: '/v1.0/domains' },
    ]);
    expect([...answers.values()].every((answer) => answer.ok)).toBe(true);
    expect(waits).toEqual([[policies, '/v1.0/domains'], [locations]]);
  });

  it('whose next time is too far off fails at once with that time, and nothing is sent', async () => {
    const { graph } = counted(0);
    const error = await graph.get(policies).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ failure: { code: 'RateLimited', retryAfterSeconds: 9 } });
    const answers = await graph.batch([{ id: 'a', path: policies }]);
    expect(answers.get('a')).toMatchObject({ ok: false, failure: { code: 'RateLimited', retryAfterSeconds: 9 } });
    expect(graph.calls).toBe(0);
  });
});
