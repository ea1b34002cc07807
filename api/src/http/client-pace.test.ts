import { listClientReports } from '@tenantry/contract/client-reports';
import { listFindings } from '@tenantry/contract/findings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { buckets } from '../domain/attempts/attempt-buckets.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('a client’s calls are limited, each client’s by themselves, and what is closed to them counts for nothing', async () => {
  const [tenantId = ''] = await app.tenantIds();
  const [busy, calm] = [await app.signInAsClient(tenantId), await app.signInAsClient(tenantId)];
  const statuses = new Map<number, number>();
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  for (let calls = 0; calls < 20; calls += 1)
    expect((await app.call(listFindings, { tenantId, cookie: busy })).status).toBe(403);
  const { capacity } = buckets.client;
  for (let calls = 0; calls < capacity + 60; calls += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call(listClientReports, { tenantId, cookie: busy })),
    );
    for (const { status } of answers) note(status);
  }
  expect([...statuses.keys()].toSorted()).toEqual([200, 429]);
  expect(statuses.get(200)).toBeGreaterThanOrEqual(capacity);
  expect((await app.call(listClientReports, { tenantId, cookie: calm })).status).toBe(200);
});
