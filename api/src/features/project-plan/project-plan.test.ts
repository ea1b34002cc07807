import { getProjectPlan, makeProjectPlan } from '@tenantry/contract/project-plan';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workOf } from '../../audit/findings/remedies/work.ts';
import { defaultPrices, defaultRates } from '../../domain/price-list/default-prices.ts';
import { createTask } from '../../domain/tasks/create-task.ts';
import { every, update } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { openPlanApp, type PlanApp, unlicensed, weak } from './testing/plan-app.ts';

describe('the project plan of a tenant', () => {
  let app: PlanApp;
  beforeEach(async () => {
    app = await openPlanApp();
  });
  afterEach(() => app.close());

  const tasks = async (tenantId = weak): Promise<TaskRecord[]> => every((await app.records(tenantId)).tasks);
  const change = async (id: string, patch: Partial<TaskRecord>) =>
    update((await app.records(weak)).tasks, id, (task): TaskRecord => ({ ...task, ...patch }));
  const setFinding = async (id: string, patch: Partial<FindingRecord>) =>
    update((await app.records(weak)).findings, id, (one): FindingRecord => ({ ...one, ...patch }));

  /** Open findings, each of other work than the others. */
  const ofOtherWork = async (tenantId: string): Promise<FindingRecord[]> => {
    const byWork = Map.groupBy(await app.openFindings(tenantId), (finding) => workOf(finding).id);
    return [...byWork.values()].flatMap(([first]) => first ?? []);
  };
  const findingsOf = (items: readonly { findingIds: readonly string[] }[]) =>
    items.flatMap(({ findingIds }) => findingIds).sort();
  const remediesOf = (some: readonly { remedyId: string | null }[]) => some.map(({ remedyId }) => remedyId).sort();

  it('is none before the first audit, and says why', async () => {
    expect(await app.plan(weak)).toMatchObject({
      planId: null,
      items: [],
      phases: [],
      totalItems: 0,
      completed: 0,
      estimatedHours: 0,
      revenue: 0,
      reason: 'This tenant has never been scanned. Run a scan, then make a plan of what it finds.',
    });
    const refused = await app.make(weak);
    expect([refused.status, refused.json.code]).toEqual([404, 'NO_SCAN_YET']);
    expect(refused.json.message).toBe('No scan found for this tenant. Please run a scan first.');
  });

  it('of the assessment has one task for each remedy, which closes every open finding, with hours and revenue by the price list', async () => {
    await app.scan(weak);
    const answer = await app.make(weak);
    expect(answer.status).toBe(201);
    const findings = await app.openFindings(weak);
    const plan = await app.plan(weak);
    expect(findingsOf(plan.items)).toEqual(findings.map(({ id }) => id).sort());
    const work = new Set(findings.map((finding) => workOf(finding).id));
    expect(remediesOf(plan.items)).toEqual([...work].sort());
    expect(answer.json).toMatchObject({ added: work.size, leftOut: [], planId: plan.planId });
    expect(plan).toMatchObject({ totalItems: work.size, completed: 0, withoutEstimate: 0, isSimulated: true });
    const mfa = plan.items.filter(({ title }) => title === 'Require MFA for every sign-in');
    expect(mfa.map(({ findingIds, estimatedHours }) => [findingIds.length > 4, estimatedHours])).toEqual([[true, 12]]);
    for (const item of plan.items) {
      expect(item.estimatedHours).toBeGreaterThan(0);
      expect(item.revenue).toBe((item.estimatedHours ?? 0) * 150);
    }
    const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((total, one) => total + (one ?? 0), 0);
    expect(plan.estimatedHours).toBe(sum(plan.items.map(({ estimatedHours }) => estimatedHours)));
    expect(plan.revenue).toBe(plan.estimatedHours * 150);
    expect(sum(plan.phases.map(({ totalItems }) => totalItems))).toBe(plan.totalItems);
    expect(sum(plan.phases.map(({ revenue }) => revenue))).toBe(plan.revenue);
  });

  it('has the same figures on its record, which names audit, plan and tasks', async () => {
    await app.scan(weak);
    await app.made(weak);
    const plan = await app.plan(weak);
    const [record, ...others] = await every((await app.records(weak)).projectPlans);
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      id: plan.planId,
      planId: plan.planId,
      auditId: plan.auditId,
      tenantId: weak,
      totalTasks: plan.totalItems,
      criticalTasks: plan.items.filter(({ priority }) => priority === 'critical').length,
      estimatedHours: plan.estimatedHours,
      createdAt: plan.createdAt,
    });
    expect(record?.data.items.map(({ taskId }) => taskId).sort()).toEqual(plan.items.map(({ id }) => id).sort());
    expect(await tasks()).toHaveLength(plan.totalItems);
    expect(record?.data.items.every(({ remedyId }) => remedyId)).toBe(true);
    for (const task of await tasks()) {
      expect([task.origin, task.projectPlanId, task.remedyId !== null]).toEqual(['plan', plan.planId, true]);
      expect(task.findingIds).toContain(task.linkedFindingId);
    }
  });

  it('of an audit that was deleted goes on, and names no audit', async () => {
    await app.scan(weak);
    await app.made(weak);
    // Whether there is an incident, which comes first, is the audit's to say.
    const byId = async () => {
      const plan = await app.plan(weak);
      return { ...plan, items: plan.items.toSorted((one, other) => one.id.localeCompare(other.id)) };
    };
    const before = await byId();
    await (await app.records(weak)).audits.delete(before.auditId ?? '');
    expect(await byId()).toEqual({ ...before, auditId: null });
  });

  it('made again is the same plan, with nothing twice', async () => {
    await app.scan(weak);
    const first = await app.made(weak);
    const again = await app.make(weak);
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({ planId: first.planId, added: 0, totalItems: first.totalItems });
    expect(await app.trailOf('project_plan_created')).toHaveLength(1);
    expect(await app.trailOf('project_plan_extended')).toHaveLength(0);
  });

  it('made ten times at once is one plan, each remedy one task', async () => {
    await app.scan(weak);
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.make(weak)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 300)).toBe(true);
    const findings = await app.openFindings(weak);
    expect(await (await app.records(weak)).projectPlans.count()).toBe(1);
    expect(findingsOf(await tasks())).toEqual(findings.map(({ id }) => id).sort());
    expect(remediesOf(await tasks())).toEqual([...new Set(findings.map((one) => workOf(one).id))].sort());
  });

  it('of chosen findings holds their work alone, and is extended by others, with the change in the trail', async () => {
    await app.scan(weak);
    const chosen = (await ofOtherWork(weak)).slice(0, 3);
    const [a = '', b = '', c = ''] = chosen.map(({ id }) => id);
    const works = chosen.map((one) => workOf(one).id);
    expect(remediesOf((await app.made(weak, [a, b])).items)).toEqual(works.slice(0, 2).sort());
    const extended = await app.made(weak, [b, c]);
    expect(extended.added).toBe(1);
    expect(remediesOf(extended.items)).toEqual(works.toSorted());
    const open = await app.openFindings(weak);
    const ofWorks = open.filter((one) => works.includes(workOf(one).id));
    expect(findingsOf(extended.items)).toEqual(ofWorks.map(({ id }) => id).sort());
    const [entry] = await app.trailOf('project_plan_extended');
    expect(entry?.details).toMatchObject({ before: { totalTasks: 2 }, after: { totalTasks: 3 } });
    const [record] = await every((await app.records(weak)).projectPlans);
    expect(record).toMatchObject({ totalTasks: 3, estimatedHours: extended.estimatedHours });
  });

  it('extended by two at once has the findings of both', async () => {
    await app.scan(weak);
    const chosen = (await ofOtherWork(weak)).slice(0, 4);
    const [a = '', b = '', c = '', d = ''] = chosen.map(({ id }) => id);
    await Promise.all([app.make(weak, [a, b]), app.make(weak, [b, c]), app.make(weak, [c, d])]);
    const plan = await app.plan(weak);
    expect(remediesOf(plan.items)).toEqual(chosen.map((one) => workOf(one).id).sort());
    const [record] = await every((await app.records(weak)).projectPlans);
    expect(record).toMatchObject({ totalTasks: 4, estimatedHours: plan.estimatedHours });
  });

  it('says which chosen findings are open no more, and takes no other tenant’s', async () => {
    await app.scan(weak);
    await app.scan(unlicensed);
    const [a, b, c] = await ofOtherWork(weak);
    const [foreign] = await app.openFindings(unlicensed);
    if (!a || !b || !c || !foreign) throw new Error('There are too few findings');
    await setFinding(a.id, { status: 'RESOLVED' });
    await setFinding(b.id, { status: 'ACCEPTED' });
    const plan = await app.made(weak, [a.id, b.id, c.id]);
    expect(plan.leftOut).toEqual([
      { findingId: a.id, title: a.title, reason: 'resolved' },
      { findingId: b.id, title: b.title, reason: 'accepted' },
    ]);
    expect(remediesOf(plan.items)).toEqual([workOf(c).id]);
    const refused = await app.make(weak, [c.id, foreign.id]);
    expect([refused.status, refused.json.code]).toEqual([404, 'NOT_FOUND']);
    expect((await app.make(weak, [])).status).toBe(400);
    expect(await tasks()).toHaveLength(1);
  });

  it('leaves out what an administrator denied, and says so', async () => {
    await app.scan(weak);
    const { approvals } = await app.records(weak);
    const [approval] = await every(approvals);
    if (!approval) throw new Error('There is no approval');
    await update(approvals, approval.id, (one) => ({ ...one, status: 'denied' as const }));
    const plan = await app.made(weak);
    const denied = approval.findings.map(({ id, title }) => ({ findingId: id, title, reason: 'denied' }));
    expect(plan.leftOut).toHaveLength(denied.length);
    expect(plan.leftOut).toEqual(expect.arrayContaining(denied));
    expect(remediesOf(plan.items)).not.toContain(approval.remedyId);
  });

  it('takes in the work that is under way, as it is', async () => {
    await app.scan(weak);
    const [finding] = await app.openFindings(weak);
    if (!finding) throw new Error('There is no finding');
    const task = await createTask({ ...app.app.app, ...app.app.app.stores }, await app.records(weak), {
      title: 'By hand',
      description: 'Somebody began this before.',
      category: finding.category,
      priority: 'low',
      origin: 'manual',
      isSimulated: true,
      createdBy: 'Dana',
      user: 'dana',
      linkedFindingId: finding.id,
      estimatedHours: 40,
    });
    const plan = await app.made(weak, [finding.id]);
    expect(plan.items).toHaveLength(1);
    expect(plan.items[0]).toMatchObject({ id: task.id, title: 'By hand', estimatedHours: 40, priority: 'low' });
    const [entry] = await app.trailOf('task_planned');
    expect(entry?.details).toMatchObject({ before: { projectPlanId: null }, after: { projectPlanId: plan.planId } });
  });

  it('counts what is completed, in all and in its phase', async () => {
    await app.scan(weak);
    const { items } = await app.made(weak);
    const [first] = items;
    if (!first) throw new Error('The plan is empty');
    await change(first.id, { status: 'completed', completedAt: '2026-11-01T00:00:00.000Z', completedBy: 'Tess' });
    const plan = await app.plan(weak);
    expect(plan).toMatchObject({ completed: 1, completedHours: first.estimatedHours, totalItems: items.length });
    expect(plan.phases.find(({ phase }) => phase === first.phase)).toMatchObject({ completed: 1 });
    expect(plan.items.find(({ id }) => id === first.id)).toMatchObject({ status: 'completed', completedBy: 'Tess' });
  });

  it('keeps the hours that people set, though the price list changes; its revenue is by the list of today', async () => {
    await app.scan(weak);
    const { items } = await app.made(weak);
    const [first, second] = items;
    if (!first || !second) throw new Error('The plan is too short');
    await change(first.id, { estimatedHours: 11 });
    const { systemConfig } = app.app.app.stores;
    await systemConfig.priceList.create({
      id: 'price-list',
      key: 'price-list',
      rates: defaultRates.map(({ kind }) => ({ kind, hourlyRate: 200 })),
      work: defaultPrices.map(({ id, size }) => ({ id, hours: 100, sizeHours: size?.hours ?? null })),
      hoursByKind: [],
      revision: 1,
      updatedBy: 'ada',
      updatedAt: '2026-11-01T00:00:00.000Z',
      outbox: [],
      hasOutbox: false,
    });
    const again = await app.made(weak);
    const now = (id: string) => again.items.find((item) => item.id === id);
    expect(now(first.id)).toMatchObject({ estimatedHours: 11, revenue: 2200 });
    expect(now(second.id)?.estimatedHours).toBe(second.estimatedHours);
    expect(again.pricesAreDefault).toBe(false);
  });

  it('says how many of its tasks nobody estimated, and sums the others', async () => {
    await app.scan(weak);
    const { items, estimatedHours } = await app.made(weak);
    const [first] = items;
    if (!first) throw new Error('The plan is empty');
    await change(first.id, { estimatedHours: null });
    const plan = await app.plan(weak);
    expect(plan.withoutEstimate).toBe(1);
    expect(plan.estimatedHours).toBe(estimatedHours - (first.estimatedHours ?? 0));
    expect(plan.items.find(({ id }) => id === first.id)).toMatchObject({ estimatedHours: null, revenue: null });
  });

  it('is one of each audit: the next takes over what is not done', async () => {
    await app.scan(weak);
    const first = await app.made(weak);
    await app.scan(weak);
    expect(await app.plan(weak)).toMatchObject({ planId: first.planId, hasNewerAudit: true });
    const second = await app.made(weak);
    expect(second.planId).not.toBe(first.planId);
    expect(second.items.map(({ id }) => id).sort()).toEqual(first.items.map(({ id }) => id).sort());
    expect(second.hasNewerAudit).toBe(false);
    expect(await tasks()).toHaveLength(first.items.length);
  });

  it('has one task for all findings that need the same license, whichever of them was chosen', async () => {
    await app.scan(unlicensed);
    const findings = await app.openFindings(unlicensed);
    const group = findings.filter(({ needsLicense }) => needsLicense !== null);
    expect(group.length).toBeGreaterThan(2);
    for (const { id } of group.slice(0, 3)) {
      const plan = await app.made(unlicensed, [id]);
      expect(plan.totalItems).toBe(1);
      expect(plan.items[0]).toMatchObject({ title: 'Get Microsoft Entra ID P1', estimatedHours: 1.5 });
      expect(findingsOf(plan.items)).toEqual(group.map((one) => one.id).sort());
    }
    const { items } = await app.made(unlicensed);
    const license = items.find(({ remedyId }) => remedyId === 'license-microsoft-entra-id-p1');
    const { approvals } = await app.records(unlicensed);
    const asked = (await every(approvals)).find(({ remedyId }) => remedyId === license?.remedyId);
    expect(license?.linkedApprovalId).toBe(asked?.id);
    // An open alert comes first, then security defaults, which are free (design, 39 and 40), then the license.
    const now = items.filter(({ phase }) => phase === 1);
    expect(now.slice(0, 2).map(({ remedyId }) => remedyId)).toEqual(['investigate-risk', 'require-mfa']);
    expect(now[2]).toBe(license);
  });

  it('is read by viewers, made by technicians, and of tenants in scope alone', async () => {
    await app.scan(weak);
    const scope = { kind: 'tenants', tenantIds: [weak] } as const;
    const viewer = await app.app.signInAs('viewer', scope);
    const technician = await app.app.signInAs('technician', scope);
    expect((await app.make(weak, undefined, viewer)).status).toBe(403);
    expect((await app.make(weak, undefined, technician)).status).toBe(201);
    expect((await app.plan(weak, viewer)).totalItems).toBeGreaterThan(0);
    for (const cookie of [viewer, technician]) {
      expect((await app.app.call(getProjectPlan, { tenantId: unlicensed, cookie })).status).toBe(404);
    }
    const foreign = await app.app.call(makeProjectPlan, { body: { tenantId: unlicensed }, cookie: technician });
    expect(foreign.status).toBe(404);
    const [own] = await app.openFindings(weak);
    expect((await app.plan(unlicensed)).items.some(({ linkedFindingId }) => linkedFindingId === own?.id)).toBe(false);
  });
});
