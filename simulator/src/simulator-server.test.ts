import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goodProfile } from './profiles/good-profile.ts';
import { createSimulatedCloud } from './simulated-cloud.ts';
import { type SimulatorServer, startSimulatorServer } from './simulator-server.ts';

const cloud = createSimulatedCloud({ now: () => new Date('2026-06-01T12:00:00Z') });
let server: SimulatorServer;
let authorization = '';

const asGraph = (path: string) =>
  fetch(`${server.url}/v1.0${path}`, { headers: { authorization, 'x-forwarded-host': 'graph.microsoft.com' } });

beforeAll(async () => {
  server = await startSimulatorServer({ port: 0, cloud });
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'any',
    client_secret: 'any',
    scope: 'https://graph.microsoft.com/.default',
  });
  const reply = await fetch(`${server.url}/login/${goodProfile.id}/oauth2/v2.0/token`, { method: 'POST', body });
  authorization = `Bearer ${(await reply.json()).access_token}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  await fetch(`${server.url}/control/faults`, { method: 'DELETE' });
});

const setFault = (fault: object) =>
  fetch(`${server.url}/control/faults`, { method: 'POST', body: JSON.stringify(fault) }).then((reply) => reply.status);

describe('over HTTP', () => {
  test('a forwarded host is that host: links point to graph.microsoft.com', async () => {
    const page = await (await asGraph('/users?$top=2')).json();
    expect(page.value).toHaveLength(2);
    expect(page['@odata.nextLink']).toMatch(/^https:\/\/graph\.microsoft\.com\/v1\.0\/users\?/);
  });

  test('under the prefix /graph links stay on this server and can be followed', async () => {
    const page = await (await fetch(`${server.url}/graph/v1.0/users?$top=100`, { headers: { authorization } })).json();
    expect(page['@odata.nextLink'].startsWith(`${server.url}/graph/v1.0/users?`)).toBe(true);
    const rest = await (await fetch(page['@odata.nextLink'], { headers: { authorization } })).json();
    expect(page.value.length + rest.value.length).toBe(120);
  });

  test('a POST body arrives: a batch is answered', async () => {
    const reply = await fetch(`${server.url}/graph/v1.0/$batch`, {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify({ requests: [{ id: '1', method: 'GET', url: '/organization' }] }),
    });
    expect((await reply.json()).responses[0].status).toBe(200);
  });

  test('DNS is answered as JSON, and a type it does not know is a 400', async () => {
    const ask = (query: string) => fetch(`${server.url}/dns/resolve?${query}`);
    expect(await (await ask(`name=${goodProfile.domain}&type=MX`)).json()).toEqual({
      status: 'ok',
      values: [{ priority: 0, exchange: 'alderwickclinic-example.mail.protection.outlook.com' }],
      authentic: true,
    });
    expect((await ask('name=x.example&type=SRV')).status).toBe(400);
  });

  test('the MTA-STS policy of a domain is answered where it has one', async () => {
    const ask = async (name: string) => (await fetch(`${server.url}/dns/mta-sts-policy?name=${name}`)).json();
    expect(await ask(goodProfile.domain)).toEqual({ text: expect.stringContaining('mode: enforce') });
    expect(await ask('x.example')).toEqual({ text: null });
  });

  test('requests are counted by tenant and path, ids folded', async () => {
    await fetch(`${server.url}/control/requests`, { method: 'DELETE' });
    await asGraph('/domains');
    await asGraph('/domains');
    await asGraph(`/organization/${goodProfile.id}/branding/localizations/0`);
    const { requests } = await (await fetch(`${server.url}/control/requests`)).json();
    expect(requests).toEqual([
      { tenantId: goodProfile.id, path: '/v1.0/domains', count: 2, batched: 0 },
      { tenantId: goodProfile.id, path: '/v1.0/organization/{id}/branding/localizations/0', count: 1, batched: 0 },
    ]);
  });
});

describe('faults over HTTP', () => {
  test('a status fault answers so many times, with Retry-After, and only below its path', async () => {
    const fault = {
      tenantId: goodProfile.id,
      pathPrefix: '/users',
      kind: 'status',
      status: 503,
      retryAfterSeconds: 2,
      times: 2,
    };
    expect(await setFault(fault)).toBe(204);
    expect((await asGraph('/domains')).status).toBe(200);
    const hit = await asGraph('/users');
    expect([hit.status, hit.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await asGraph('/users')).status).toBe(503);
    expect((await asGraph('/users')).status).toBe(200);
  });

  test('a fault for another tenant does not hit', async () => {
    await setFault({ tenantId: 'someone-else', pathPrefix: '/', kind: 'status', status: 500 });
    expect((await asGraph('/domains')).status).toBe(200);
  });

  test('a dropped connection is no answer', async () => {
    await setFault({ pathPrefix: '/users', kind: 'drop', times: 1 });
    await expect(asGraph('/users')).rejects.toThrow();
    expect((await asGraph('/users')).status).toBe(200);
  });

  test('a truncated answer begins like a good one and breaks off', async () => {
    await setFault({ pathPrefix: '/users', kind: 'truncate', times: 1 });
    const reply = await asGraph('/users');
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
  });

  test('a slow answer can be given up by the caller', async () => {
    await setFault({ pathPrefix: '/users', kind: 'slow', delayMs: 60_000, times: 1 });
    const signal = AbortSignal.timeout(50);
    const headers = { authorization, 'x-forwarded-host': 'graph.microsoft.com' };
    await expect(fetch(`${server.url}/v1.0/users`, { headers, signal })).rejects.toThrow();
  });

  test('the token endpoint can fail too', async () => {
    await setFault({ pathPrefix: '/oauth2/v2.0/token', kind: 'status', status: 500, times: 1 });
    const answer = await fetch(`${server.url}/login/${goodProfile.id}/oauth2/v2.0/token`, { method: 'POST' });
    expect(answer.status).toBe(500);
  });

  test.each([
    [503, 'AADSTS90033'],
    [429, 'AADSTS90055'],
    [400, 'AADSTS9002313'],
  ])('Entra answers %i in its own words and with its own headers', async (status, code) => {
    await setFault({ pathPrefix: '/oauth2/v2.0/token', kind: 'status', status, retryAfterSeconds: 3, times: 1 });
    const answer = await fetch(`${server.url}/login/${goodProfile.id}/oauth2/v2.0/token`, { method: 'POST' });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('retry-after')).toBe('3');
    expect(answer.headers.has('request-id')).toBe(false);
    const body = (await answer.json()) as { error_description: string; trace_id: string };
    expect(body.error_description).toContain(`${code}:`);
    expect(answer.headers.get('x-ms-request-id')).toBe(body.trace_id);
  });

  test('a fault by chance is drawn from the seed: the same runs hit the same requests', () => {
    const draw = () => {
      const { faults } = createSimulatedCloud({ now: () => new Date(0), seed: 'chance' });
      faults.set({ pathPrefix: '/', kind: 'status', status: 500, probability: 0.3 });
      return Array.from({ length: 200 }, () => faults.hit(null, '/v1.0/users') !== null);
    };
    const hits = draw();
    expect(draw()).toEqual(hits);
    expect(hits.filter(Boolean).length).toBeGreaterThan(35);
    expect(hits.filter(Boolean).length).toBeLessThan(85);
  });

  test('what is asked meanwhile, and in which order, does not change what a request meets', () => {
    const row = (ask: (hit: (tenantId: string, path: string) => boolean) => boolean[]) => {
      const { faults } = createSimulatedCloud({ now: () => new Date(0) });
      for (const status of [503, 429])
        faults.set({ pathPrefix: '/', kind: 'status', status, probability: 0.3, seed: 'row' });
      return ask((tenantId, path) => faults.hit(tenantId, path) !== null);
    };
    const times = Array.from({ length: 100 });
    const alone = row((hit) => times.map(() => hit('one', '/v1.0/users')));
    const among = row((hit) =>
      times.map(() => {
        hit('one', '/v1.0/groups');
        hit('two', '/v1.0/users');
        return hit('one', '/v1.0/users');
      }),
    );
    expect(among).toEqual(alone);
    expect(row((hit) => times.map(() => hit('two', '/v1.0/users')))).not.toEqual(alone);
  });

  test('a fault of one method leaves the others alone', () => {
    const { faults } = createSimulatedCloud({ now: () => new Date(0) });
    faults.set({ pathPrefix: '/servicePrincipals', method: 'POST', kind: 'status', status: 404 });
    expect(faults.hit(null, '/v1.0/servicePrincipals', { method: 'GET' })).toBeNull();
    expect(faults.hit(null, '/v1.0/servicePrincipals', { method: 'POST' })).toMatchObject({ status: 404 });
  });

  test('two faults that are alike are drawn each by itself', () => {
    const hits = (times: number) => {
      const { faults } = createSimulatedCloud({ now: () => new Date(0) });
      for (let i = 0; i < times; i++) faults.set({ pathPrefix: '/', kind: 'drop', probability: 0.3 });
      return Array.from({ length: 100 }, () => faults.hit(null, '/users')).filter(Boolean).length;
    };
    expect(hits(2)).toBeGreaterThan(hits(1) + 5);
  });

  test.each([
    [{}],
    [{ kind: 'status', pathPrefix: '/' }],
    [{ kind: 'melt', pathPrefix: '/' }],
    [{ kind: 'slow', pathPrefix: '/', delayMs: -1 }],
  ])('a malformed fault %o is a 400', async (fault) => {
    expect(await setFault(fault)).toBe(400);
  });
});
