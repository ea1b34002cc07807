import { type Approval, approve } from '@tenantry/contract/approvals';
import type { Task } from '@tenantry/contract/tasks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyItem } from './api-reading.ts';
import { settingsChange, technician, tenantIds } from './fixture-inputs.ts';
import type { OpenedDataFolder } from './open-data-folder.ts';
import { manifestOf, openVersion, scanNow, signIn, signInAsAdministrator, versions } from './opened-version.ts';
import { type Manifest, readBack } from './read-back.ts';

type Found = Manifest['found'];
type Finding = Found['findings'][number];

/** Below this nobody is asked, as long as nobody has said otherwise. */
const tooLow: readonly string[] = ['low', 'info'];
const simulated: readonly string[] = Object.values(tenantIds);

const isOpen = ({ status }: Finding) => status === 'unresolved' || status === 'in-progress';
/** The work that closes a finding: its remedy, or the license that it needs. */
const workOf = ({ tenantId, needsLicense, remedy, checkId }: Finding) =>
  [tenantId, needsLicense ?? remedy?.id ?? checkId].join(' ');
const asksByRemedy = ({ status, remedyId }: Approval) => status === 'pending' && remedyId !== null;
const asked = ({ findings }: Approval): string[] => findings.map(({ id }) => id);
const isOfScanner = ({ origin }: Pick<Approval, 'origin'>) => origin === 'scanner';

/** How things stand once the code of the day has scanned: approvals with their findings, and all else. */
type After = { found: Found; approvals: Approval[]; tasks: Task[] };

describe.each(versions)('the work of a data folder written at %s, after a scan of today', (version) => {
  const expected = manifestOf(version);
  const inScanned = ({ tenantId }: { tenantId: string | null }) => tenantId !== null && simulated.includes(tenantId);
  const before = expected.found.approvals.filter(inScanned);
  let opened: OpenedDataFolder;
  let cookie: string;
  let after: After;

  async function read(): Promise<After> {
    const get = opened.getAs(cookie);
    const approvals = await everyItem<Approval>(get, '/api/admin/approvals');
    return { found: await readBack(get), approvals, tasks: await everyItem<Task>(get, '/api/admin/tasks') };
  }
  const scanAll = async () => {
    for (const tenantId of simulated) expect(await scanNow(opened, tenantId, cookie)).toBe('completed');
  };

  beforeAll(async () => {
    opened = await openVersion(version);
    cookie = await signInAsAdministrator(opened);
    // What had been changed then: the simulator has forgotten it.
    opened.microsoft.cloud.changeTenant(tenantIds.weak, settingsChange.change, settingsChange.by);
    await opened.tick();
    await scanAll();
    after = await read();
  }, 240_000);
  afterAll(() => opened?.close());

  /** What was asked about a finding alone, with the finding and the approval as they are now. */
  const askedAlone = () => {
    const findings = new Map(after.found.findings.map((finding) => [finding.id, finding]));
    const approvals = new Map(after.approvals.map((approval) => [approval.id, approval]));
    const pending = before.filter((one) => one.status === 'pending' && isOfScanner(one));
    return pending.map(({ id, linkedFindingId }) => {
      const [now, finding] = [approvals.get(id), findings.get(linkedFindingId ?? '')];
      if (!now || !finding) throw new Error(`The approval ${id}, or its finding, is gone`);
      return { now, finding };
    });
  };
  /** How many requests by remedy ask for a finding. */
  const timesAsked = ({ id }: Finding) =>
    after.approvals.filter((one) => asksByRemedy(one) && asked(one).includes(id)).length;
  const gravestOpen = (work: string) =>
    after.found.findings.filter((one) => isOpen(one) && workOf(one) === work).map(({ severity }) => severity);

  it('has closed each request about a single finding that is still open, since its remedy is asked for now', () => {
    const due = askedAlone().filter(({ finding }) => isOpen(finding));
    const isAskable = ({ finding }: (typeof due)[number]) =>
      gravestOpen(workOf(finding)).some((severity) => !tooLow.includes(severity));
    const { true: again = [], false: low = [] } = Object.groupBy(due, (one) => `${isAskable(one)}`);
    expect(again.length).toBeGreaterThan(100);
    expect(
      again.map(({ now, finding }) => [finding.checkId, now.status, now.closedBecause, timesAsked(finding)]),
    ).toEqual(again.map(({ finding }) => [finding.checkId, 'closed', 'Asked again by remedy.', 1]));
    // Nobody is asked about these any more, and that is what is said of them.
    expect(
      low.map(({ now, finding }) => [finding.checkId, now.status, now.closedBecause, timesAsked(finding)]),
    ).toEqual(
      low.map(({ finding }) => [finding.checkId, 'closed', 'Nothing of it is of medium severity or above.', 0]),
    );
  });

  it('has closed the other requests of the scanner with the reason for which they are over', () => {
    const over = askedAlone().filter(({ finding }) => !isOpen(finding));
    const because = { accepted: 'The risk was accepted.', resolved: 'A later scan no longer found it.' };
    for (const { now, finding } of over) {
      const closedBecause = finding.status === 'accepted' ? because.accepted : because.resolved;
      expect(now, finding.checkId).toMatchObject({ status: 'closed', closedBecause });
    }
  });

  it('asks once for each remedy of a tenant, and for each finding in one request alone', () => {
    const asking = after.approvals.filter(asksByRemedy);
    const remedies = asking.map(({ tenantId, remedyId }) => `${tenantId} ${remedyId}`);
    expect(remedies.toSorted()).toEqual([...new Set(remedies)].toSorted());
    const findings = asking.flatMap(asked);
    expect(findings.toSorted()).toEqual([...new Set(findings)].toSorted());
    expect(asking.length).toBeLessThan(before.filter(({ status }) => status === 'pending').length / 2);
  });

  it('asks nobody again by the next scan', async () => {
    await scanAll();
    const next = await everyItem<Approval>(opened.getAs(cookie), '/api/admin/approvals');
    expect(next.map(({ id, status }) => [id, status])).toEqual(after.approvals.map(({ id, status }) => [id, status]));
  }, 120_000);

  const { decisions: decided = [], approvalHistories = [], tasks = [], plans = {} } = expected.found;
  const statusOf = new Map(expected.found.approvals.map(({ id, status }) => [id, status]));
  const byTitle = new Map(expected.found.approvals.map((approval) => [approval.id, approval]));
  const nameOf = ({ id }: { id: string }) => byTitle.get(id)?.title ?? id;
  const settled = decided
    .filter(({ id }) => statusOf.get(id) !== 'pending')
    .map((one) => ({ ...one, name: nameOf(one) }));

  it.each(settled)('keeps what was decided on "$name"', ({ name: _, ...decision }) => {
    const { id, status } = byTitle.get(decision.id) ?? {};
    const history = approvalHistories.find((one) => one.id === decision.id);
    expect(after.approvals.find((one) => one.id === decision.id)).toMatchObject({ id, status });
    expect(after.found.decisions?.find((one) => one.id === decision.id)).toMatchObject(decision);
    const now = after.found.approvalHistories?.find((one) => one.id === decision.id);
    expect(now?.history).toMatchObject(history?.history ?? []);
    expect(now?.task).toEqual(history?.task);
  });

  const byPeople = expected.found.approvals.filter((one) => !isOfScanner(one) && one.status === 'pending');
  it.each(byPeople)('leaves "$title" of $requestedBy to be decided', (request) => {
    expect(after.found.approvals.find(({ id }) => id === request.id)).toEqual(request);
  });

  const answered = before.filter((one) => isOfScanner(one) && (one.status === 'denied' || one.status === 'approved'));
  it.each(answered)('does not ask again about "$title", which was $status, unless another finding joins it', (one) => {
    const answers = new Set(answered.map(({ linkedFindingId }) => linkedFindingId));
    const again = after.approvals.filter((two) => asksByRemedy(two) && asked(two).includes(one.linkedFindingId ?? ''));
    for (const request of again) expect(asked(request).filter((id) => !answers.has(id))).not.toEqual([]);
  });

  const named = tasks.map((task) => ({ ...task, name: task.title }));
  it.each(named)('leaves the task "$name" as it was: $status', ({ name: _, ...task }) => {
    const now = after.found.tasks?.find(({ id }) => id === task.id);
    const { id, status, assignee, dueDate, notes, priority, estimatedHours, completedAt, completedBy, proof } = task;
    const kept = { id, status, assignee, dueDate, notes, priority, estimatedHours, completedAt, completedBy, proof };
    expect(now).toMatchObject(kept);
    // The newest first: what came since stands before.
    expect(now?.history.slice(-task.history.length)).toMatchObject(task.history);
  });

  const withItems = Object.entries(plans).filter(([, { items }]) => items.length > 0);
  it.each(withItems)(
    'shows the plan of %s with the same items, and what waits for approval waits still',
    (tenantId, plan) => {
      const now = after.found.plans?.[tenantId];
      expect(now).toMatchObject({ planId: plan.planId, revenue: plan.revenue, estimatedHours: plan.estimatedHours });
      const shown = ({ items }: typeof plan) =>
        items.map(({ id, title, status, estimatedHours, revenue }) => [id, title, status, estimatedHours, revenue]);
      expect(now && shown(now)).toEqual(shown(plan));
      // What nobody had to approve may be part of a remedy that is asked for now.
      const isAsked = (id: string | null) =>
        after.approvals.some((one) => asksByRemedy(one) && asked(one).includes(id ?? ''));
      const waits = plan.items.map(({ id, approvalStatus, linkedFindingId }) => [
        id,
        approvalStatus ?? (isAsked(linkedFindingId) ? 'pending' : null),
      ]);
      expect(now?.items.map(({ id, approvalStatus }) => [id, approvalStatus])).toEqual(waits);
    },
  );

  const asking = (expected.found.users ?? []).filter(({ username }) => username === technician.username);
  it.each(asking)('lets $displayName sign in and find what they asked for', async ({ displayName }) => {
    const get = opened.getAs(await signIn(opened, technician));
    const own = expected.found.approvals.filter(({ requestedBy }) => requestedBy === displayName);
    expect(own.length).toBeGreaterThan(0);
    const found = await everyItem<Approval>(get, '/api/approvals/mine');
    expect(found.map(({ id, status }) => [id, status])).toEqual(own.map(({ id, status }) => [id, status]));
  });

  const begun = new Map(tasks.map((task) => [task.linkedFindingId, task]));
  const isBegun = (id: string) => (begun.get(id)?.status ?? 'completed') !== 'completed';
  it('makes no second task where a request is approved whose work has begun: its task carries all that was asked', async () => {
    const requests = after.approvals.filter((one) => asksByRemedy(one) && asked(one).some(isBegun));
    expect(requests.length > 0).toBe(tasks.length > 0);
    for (const request of requests) {
      const answer = await opened.app.call(approve, { params: { id: request.id }, body: {}, cookie });
      expect([request.title, answer.status]).toEqual([request.title, 200]);
      const task = await opened.getAs(cookie)<Task>(`/api/tasks/${answer.json.taskId}`);
      const then = tasks.find(({ id }) => id === task.id);
      if (!then) throw new Error(`"${request.title}" made the task ${task.id}`);
      const { status, assignee, dueDate, notes } = then;
      expect(task).toMatchObject({ status, assignee, dueDate, notes });
      expect([request.title, task.findingIds]).toEqual([request.title, expect.arrayContaining(asked(request))]);
    }
    const now = await everyItem<Task>(opened.getAs(cookie), '/api/admin/tasks');
    expect(now.map(({ id }) => id)).toEqual(after.tasks.map(({ id }) => id));
  });
});
