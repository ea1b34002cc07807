import { approve } from '@tenantry/contract/approvals';
import { createTask } from '@tenantry/contract/tasks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { estimator } from '../../domain/price-list/estimate.ts';
import { priceListOf } from '../../domain/price-list/price-list.ts';
import { workItemsOf } from '../../domain/work/work-items.ts';
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

it('tasks that were made for single findings are one once the work is approved, with its name and its hours', async () => {
  const { app, cookie } = world;
  const tenant = await app.app.stores.tenants.open(everyTenant, weak);
  if (!tenant) throw new Error('The tenant is missing');
  const asked = (await every(tenant.approvals)).find(({ remedyId }) => remedyId === 'require-mfa');
  const checkIds = asked?.findings.flatMap(({ checkId }) => checkId ?? []) ?? [];
  expect(checkIds.length).toBeGreaterThan(2);
  const made: string[] = [];
  for (const checkId of checkIds.slice(0, 2)) {
    made.push(String((await app.call(createTask, { body: { ...given, checkId }, cookie })).json.id));
  }
  await update(tenant.tasks, made[1] ?? '', (task) => ({ ...task, status: 'in_progress' as const }));
  const list = priceListOf(undefined);
  const [item] = workItemsOf(await every(tenant.findings)).filter(({ id }) => id === 'require-mfa');
  if (!item || !asked) throw new Error('Nothing was asked');
  const { hours } = estimator(list)({ ...item, members: item.members.filter(({ status }) => status === 'OPEN') });
  const answer = await app.call(approve, { params: { id: asked.id }, body: {}, cookie });
  // The one in which somebody is goes on.
  expect(answer.json.taskId).toBe(made[1]);
  expect((await tenant.tasks.get(made[1] ?? ''))?.value).toMatchObject({
    title: 'Require MFA for every sign-in',
    description: asked.description,
    remedyId: 'require-mfa',
    estimatedHours: hours,
    linkedApprovalId: asked.id,
  });
  const more = { ...given, checkId: checkIds[2], ofRemedy: true };
  expect((await app.call(createTask, { body: more, cookie })).json.id).toBe(made[1]);
});

it('the task of a single finding becomes that of the whole work where somebody asks for that', async () => {
  const { app, cookie } = world;
  const tenant = await app.app.stores.tenants.open(everyTenant, weak);
  const asked = tenant && (await every(tenant.approvals)).find(({ remedyId }) => remedyId === 'data-loss-prevention');
  const [first, second] = asked?.findings.flatMap(({ checkId }) => checkId ?? []) ?? [];
  const make = async (body: object) => (await app.call(createTask, { body: { ...given, ...body }, cookie })).json;
  const single = await make({ checkId: first });
  const [whole, again] = await Promise.all([
    make({ checkId: second, ofRemedy: true }),
    make({ checkId: first, ofRemedy: true }),
  ]);
  expect([whole.id, again.id]).toEqual([single.id, single.id]);
  const stored = (await tenant?.tasks.get(String(single.id)))?.value;
  expect(stored).toMatchObject({ title: asked?.title, remedyId: 'data-loss-prevention' });
  expect(stored?.findingIds.toSorted()).toEqual(asked?.findings.map(({ id }) => id).toSorted());
  expect(stored?.history.filter(({ note }) => note === 'Became the task of the whole work.')).toHaveLength(1);
});
