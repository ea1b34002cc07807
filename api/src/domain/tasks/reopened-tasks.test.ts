import { approve } from '@tenantry/contract/approvals';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTaskApp, sharingCheck, type TaskApp, weak } from '../../features/tasks/testing/task-app.ts';
import { every } from '../../ports/collection.ts';

describe('tasks of single checks that fail again', () => {
  let world: TaskApp;
  beforeEach(async () => {
    world = await openTaskApp();
  });
  afterEach(() => world.close());

  const legacy = (isLegacyAuthProtocolsEnabled: boolean) =>
    world.cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: { isLegacyAuthProtocolsEnabled } });
  async function completed(checkId: string): Promise<string> {
    const task = await world.made({ checkId });
    await world.change(task.id, { status: 'completed' });
    await world.app.drainQueue();
    expect((await world.task(task.id)).status).toBe('completed');
    return task.id;
  }
  const statuses = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await world.task(id)).status));

  it('stay completed where the task of the whole work is there to carry what it found', async () => {
    await world.scan();
    world.mend();
    const single = await completed(sharingCheck);
    const { approvals } = await world.tenant();
    const asked = (await every(approvals)).find(({ remedyId }) => remedyId === 'limit-external-sharing');
    const answer = await world.app.call(approve, { params: { id: asked?.id ?? '' }, body: {}, cookie: world.cookie });
    const whole = String(answer.json.taskId);
    expect(whole).not.toBe(single);
    world.break();
    await world.scan();
    expect(await statuses([single, whole])).toEqual(['completed', 'open']);
  });

  it('are opened again each, though neither check had a finding when they were made', async () => {
    world.mend();
    legacy(false);
    await world.scan();
    const ids = [await completed(sharingCheck), await completed('spo.legacy')];
    world.break();
    legacy(true);
    await world.scan();
    await world.scan();
    expect(await statuses(ids)).toEqual(['open', 'open']);
    const histories = await Promise.all(ids.map(async (id) => (await world.task(id)).history));
    for (const history of histories) expect(history.filter(({ what }) => what === 'reopened')).toHaveLength(1);
  });
});
