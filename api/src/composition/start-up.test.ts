import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getSetupStatus } from '@tenantry/contract/auth';
import type { Endpoint } from '@tenantry/contract/endpoint';
import { endpoints } from '@tenantry/contract/endpoints';
import { getHealth } from '@tenantry/contract/health';
import { listTenants } from '@tenantry/contract/tenants';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { timersOf } from '../jobs.ts';

const paramsOf = ({ path }: Endpoint) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'x']));

describe('a host whose database cannot be reached', () => {
  let folder: string;
  let app: TestApp;
  beforeEach(async () => {
    folder = join(await temporaryFolder('start-up'), 'data');
    // Where a folder belongs stands a file.
    await writeFile(folder, '');
    app = await createTestApp({ DATA_DIR: folder }, { isStarted: false });
  });
  afterEach(() => app.close());
  const comeBack = async () => {
    await rm(folder);
    await mkdir(folder);
  };

  it('answers every call with 503 and when to come back', async () => {
    for (const endpoint of endpoints.filter(({ standalone }) => !standalone)) {
      const answer = await app.call(endpoint, { params: paramsOf(endpoint) });
      expect([endpoint.name, answer.status, answer.json.code]).toEqual([endpoint.name, 503, 'UNAVAILABLE']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.text).not.toContain(folder);
    }
  });

  it('says what is missing to whoever asks for its health, and nothing of why', async () => {
    const answer = await app.call(getHealth);
    expect(answer.status).toBe(503);
    expect(answer.json.message).toContain('the database cannot be reached');
    expect(answer.headers['retry-after']).toBeDefined();
    expect(answer.text).not.toContain(folder);
  });

  it('works once it is back, without a start of its own', async () => {
    expect((await app.call(getSetupStatus)).status).toBe(503);
    await comeBack();
    expect((await app.call(getSetupStatus)).json).toMatchObject({ requiresSetup: true });
    expect((await app.call(getHealth)).status).toBe(200);
    const cookie = await app.registerAdmin();
    expect((await app.call(listTenants, { cookie })).json.tenants).toHaveLength(4);
  });

  it('is healthy only once it has started', async () => {
    await comeBack();
    expect((await app.call(getHealth)).status).toBe(200);
    expect(await app.tenantIds()).toHaveLength(4);
  });

  it('has jobs that fail and are called again, and goes on', async () => {
    const timers = timersOf(app.app);
    const outcomes = await Promise.allSettled(timers.map((timer) => timer.run()));
    // The watch reads its own table first, in which no tenant is due yet.
    expect(timers.filter((_, place) => outcomes[place]?.status === 'fulfilled').map(({ name }) => name)).toEqual([
      'change-watch',
    ]);
    await comeBack();
    expect((await app.call(getHealth)).status).toBe(200);
    for (const timer of timersOf(app.app)) await timer.run();
  });
});

it('a fresh system that is to have no demonstration tenants has no tenant at all', async () => {
  const app = await createTestApp({ DEMONSTRATION_TENANTS: 'none' });
  const cookie = await app.registerAdmin();
  expect((await app.call(listTenants, { cookie })).json.tenants).toEqual([]);
  await app.close();
});
