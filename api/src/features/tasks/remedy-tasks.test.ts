import { createTask } from '@tenantry/contract/tasks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { every, update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import { weak } from './testing/task-app.ts';

let world: SimulatedApp;
beforeAll(async () => {
  world = await openSimulatedApp();
  await world.scan(weak);
});
afterAll(() => world.close());

const given = { tenantId: weak, title: 'Share less', description: 'Who needs it?', category: 'external-sharing' };

it('the task of a remedy holds all of it that is open, is one whoever asks, and is not made anew once it is done', async () => {
  const { app, cookie } = world;
  const technician = await app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
  const tenant = await app.app.stores.tenants.open(everyTenant, weak);
  if (!tenant) throw new Error('The tenant is missing');
  const open = await every(tenant.findings, { where: [{ field: 'status', op: 'eq', value: 'OPEN' }] });
  const [remedyId, members = []] =
    [...Map.groupBy(open, (finding) => workOf(finding).id)].find(([, found]) => found.length > 1) ?? [];
  const make = (key: string, by = cookie) =>
    app.call(createTask, { body: { ...given, checkId: members[0]?.checkId, ofRemedy: true, key }, cookie: by });
  const key = crypto.randomUUID();
  const answers = await Promise.all([make(key), make(key, technician)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [id, same] = answers.map(({ json }) => String(json.id));
  expect(same).toBe(id);
  const stored = (await tenant.tasks.get(id ?? ''))?.value;
  expect(stored?.remedyId).toBe(remedyId);
  expect(stored?.findingIds.toSorted()).toEqual(members.map((finding) => finding.id).toSorted());
  expect(stored?.checkIds.toSorted()).toEqual(members.map(({ checkId }) => checkId).toSorted());
  // Work that somebody else began is not begun a second time.
  expect((await make(crypto.randomUUID(), technician)).json.id).toBe(id);
  await update(tenant.tasks, id ?? '', (task) => ({ ...task, status: 'completed' as const }));
  const again = await make(key);
  expect([again.status, again.json.code]).toEqual([409, 'CONFLICT']);
});
