import { saveCredentials } from '@tenantry/contract/connections';
import { startScan } from '@tenantry/contract/scans';
import { changeTask, createTask, getTask } from '@tenantry/contract/tasks';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { everyTenant } from '../../store/scope.ts';
import { openTaskApp, sharingCheck, type TaskApp, weak } from './testing/task-app.ts';

const settingsPath = '/admin/sharepoint/settings';

describe('a re-check of a live tenant', () => {
  let app: TestApp;
  let cookie: string;
  let microsoft: Awaited<ReturnType<typeof openMicrosoftApp>>['microsoft'];
  beforeEach(async () => {
    const opened = await openMicrosoftApp();
    ({ app, cookie, microsoft } = opened);
    return opened.close;
  });

  const clientId = '6f1d2c3b-0000-4000-8000-00000000cccc';
  const goLive = async () => {
    const body = { clientId, clientSecret: 'a secret', tenantId: weak, useMock: false };
    expect((await app.call(saveCredentials, { body, tenantId: weak, cookie })).status).toBe(200);
  };
  const scan = async () => {
    await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
  };
  const made = async () => {
    const body = {
      tenantId: weak,
      title: 'Mend it',
      description: 'So',
      category: 'external-sharing',
      checkId: sharingCheck,
    };
    return createTask.response.parse((await app.call(createTask, { body, cookie })).json);
  };
  const complete = (taskId: string) =>
    app.call(changeTask, { params: { taskId }, body: { status: 'completed' }, cookie });
  const get = (taskId: string) => app.call(getTask, { params: { taskId }, cookie });

  it('asks its own Microsoft, by the same way', async () => {
    await goLive();
    await scan();
    const task = await made();
    expect(task).toMatchObject({ isSimulated: false, finding: { status: 'unresolved' } });
    const set = { isResharingByExternalUsersEnabled: false };
    microsoft.cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set });
    await complete(task.id);
    await app.drainQueue();
    expect((await get(task.id)).json).toMatchObject({
      status: 'completed',
      finding: { status: 'resolved' },
      proof: { graphCalls: 1 },
    });
  });

  it('that was simulated when it was asked for leaves nothing behind: task and finding went with the simulation', async () => {
    await scan();
    const task = await made();
    const { json } = await complete(task.id);
    await goLive();
    const recheckId = (json.recheck as { id: string }).id;
    await app.app.rechecks.work({ tenantId: weak, id: task.id, recheckId });
    expect((await get(task.id)).status).toBe(404);
    const tenant = await app.app.stores.tenants.open(everyTenant, weak);
    expect(await tenant?.tasks.count()).toBe(0);
    expect(await tenant?.findings.count()).toBe(0);
  });
});

describe('a re-check that Microsoft does not answer at once', () => {
  let world: TaskApp;
  beforeEach(async () => {
    world = await openTaskApp();
    await world.scan();
    return world.close;
  });

  it('is tried again where it is throttled', async () => {
    const task = await world.made({ checkId: sharingCheck });
    world.mend();
    world.cloud.faults.set({ tenantId: weak, pathPrefix: settingsPath, kind: 'status', status: 429, times: 1 });
    await world.change(task.id, { status: 'completed' });
    await world.app.drainQueue();
    expect(await world.task(task.id)).toMatchObject({ status: 'completed', recheck: { outcome: 'passed' } });
  });

  it('says that it could not look where Microsoft stays away', async () => {
    const task = await world.made({ checkId: sharingCheck });
    world.cloud.faults.set({ tenantId: weak, pathPrefix: settingsPath, kind: 'status', status: 404 });
    await world.change(task.id, { status: 'completed' });
    await world.app.drainQueue();
    expect(await world.task(task.id)).toMatchObject({
      status: 'open',
      recheck: { outcome: 'unknown', message: expect.stringContaining('404') },
      finding: { status: 'unresolved' },
    });
  });
});

it('a re-check that ends while the change waits is answered with its result', async () => {
  const world = await openTaskApp({ SCAN_ANSWER_AFTER_MS: '20000' });
  const { app, cookie } = world;
  const drained = () => expect.poll(() => app.drainQueue(), { timeout: 15_000 }).toBeGreaterThan(0);
  await Promise.all([app.call(startScan, { body: { tenant_id: weak }, cookie }), drained()]);
  const task = await world.made({ checkId: sharingCheck });
  world.mend();
  const [answer] = await Promise.all([world.change(task.id, { status: 'completed' }), drained()]);
  expect(answer.status).toBe(200);
  expect(answer.json).toMatchObject({ status: 'completed', recheck: { state: 'ended', outcome: 'passed' } });
  await world.close();
});
