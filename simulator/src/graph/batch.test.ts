import { describe, expect, test } from 'vitest';
import { criticalProfile } from '../profiles/critical-profile.ts';
import { weakProfile } from '../profiles/weak-profile.ts';
import { createSimulatedCloud } from '../simulated-cloud.ts';
import { openGraphSession } from '../testing/graph-session.ts';

const now = () => new Date('2026-06-01T12:00:00Z');

interface Item {
  id: string;
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown> | string | null;
}

async function batch(requests: object[], cloud = createSimulatedCloud({ now }), tenantId = criticalProfile.id) {
  const session = await openGraphSession(cloud, tenantId);
  const reply = await session.post('/$batch', { requests });
  const responses: Item[] = Object(reply.body).responses ?? [];
  return { reply, byId: new Map(responses.map((item) => [item.id, item])) };
}

const get = (id: string, url: string, more: object = {}) => ({ id, method: 'GET', url, ...more });

describe('$batch', () => {
  test('each item has a status of its own, inside a 200', async () => {
    const { reply, byId } = await batch([
      get('1', '/organization'),
      get('2', '/auditLogs/signIns?$top=1'),
      get('3', '/nowhere'),
      get('4', 'users?$top=3&$select=id'),
    ]);
    expect(reply.status).toBe(200);
    expect([...byId.values()].map((item) => item.status)).toEqual([200, 403, 404, 200]);
    const link = String(Object(byId.get('4')?.body)['@odata.nextLink']);
    expect(link).toMatch(/^https:\/\/graph\.microsoft\.com\/v1\.0\/users\?\$top=3&\$select=id&\$skiptoken=/);
  });

  test('ConsistencyLevel counts in the headers of the item', async () => {
    const { byId } = await batch([
      get('1', '/users/$count'),
      get('2', '/users/$count', { headers: { ConsistencyLevel: 'eventual' } }),
    ]);
    expect(byId.get('1')?.status).toBe(400);
    expect(byId.get('2')?.body).toBe('35');
  });

  test.each([
    ['21 requests', Array.from({ length: 21 }, (_, index) => get(String(index), '/organization'))],
    ['no request', []],
    ['an id twice', [get('1', '/organization'), get('1', '/domains')]],
    ['a request without url', [{ id: '1', method: 'GET' }]],
  ])('%s is a 400 for the whole', async (_name, requests) => {
    expect((await batch(requests)).reply.status).toBe(400);
  });

  test('twenty requests are answered, in their order', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const { byId } = await batch(ids.map((id) => get(id, '/organization')));
    expect([...byId.keys()]).toEqual(ids);
  });

  test('an item whose predecessor failed is 424', async () => {
    const { byId } = await batch([
      get('1', '/nowhere'),
      get('2', '/organization', { dependsOn: ['1'] }),
      get('3', '/domains'),
    ]);
    expect([byId.get('2')?.status, byId.get('3')?.status]).toEqual([424, 200]);
  });

  test('a batch is not answered to GET and does not nest', async () => {
    const session = await openGraphSession(createSimulatedCloud({ now }), criticalProfile.id);
    expect((await session.get('/$batch')).status).toBe(400);
    const { byId } = await batch([{ id: '1', method: 'POST', url: '/$batch', body: { requests: [] } }]);
    expect(byId.get('1')?.status).toBe(404);
  });

  test('a fault hits one item and leaves the others', async () => {
    const cloud = createSimulatedCloud({ now });
    cloud.faults.set({ pathPrefix: '/domains', kind: 'status', status: 429, retryAfterSeconds: 7, times: 1 });
    const { byId } = await batch([get('1', '/domains'), get('2', '/organization')], cloud);
    expect(byId.get('1')).toMatchObject({ status: 429, headers: { 'Retry-After': '7' } });
    expect(byId.get('2')?.status).toBe(200);
  });

  test('throttling answers the second of two Conditional Access reads with 429 and no Retry-After', async () => {
    const cloud = createSimulatedCloud({ now, throttle: true });
    const requests = [
      get('1', '/identity/conditionalAccess/policies'),
      get('2', '/identity/conditionalAccess/namedLocations'),
    ];
    const { byId } = await batch(requests, cloud, weakProfile.id);
    expect([byId.get('1')?.status, byId.get('2')?.status]).toEqual([200, 429]);
    expect(Object.keys(byId.get('2')?.headers ?? {})).not.toContain('Retry-After');
  });
});
