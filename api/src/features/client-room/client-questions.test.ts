import { type Approval, approve, listApprovals } from '@tenantry/contract/approvals';
import { askQuestion, listClientQuestions, replyToClient } from '@tenantry/contract/client-questions';
import { downloadClientReport, listClientReports } from '@tenantry/contract/client-reports';
import { getClientSummary } from '@tenantry/contract/client-summary';
import { generateReport } from '@tenantry/contract/generated-reports';
import { createTask, getTask } from '@tenantry/contract/tasks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientWords } from '../../audit/findings/remedies/client-words.ts';
import { publishAudit } from '../../domain/approvals/publish-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import { jane, openRoomStack, type RoomStack, weak } from './testing/room-stack.ts';

describe('what a client asks and reads', () => {
  let stack: RoomStack;
  let client: string;
  beforeEach(async () => {
    stack = await openRoomStack();
    client = await stack.guest(jane);
  });
  afterEach(() => stack.close());

  const ask = (text: string, key: string = crypto.randomUUID(), cookie = client) =>
    stack.test.call(askQuestion, { tenantId: weak, body: { text, key }, cookie });
  const questions = async (cookie = client) =>
    (await stack.test.call(listClientQuestions, { tenantId: weak, cookie })).json.items as Record<string, unknown>[];
  const summary = async () =>
    (await stack.test.call(getClientSummary, { tenantId: weak, cookie: client })).json as Record<string, never> & {
      next: { title: string; hours: number | null; price: number | null }[];
    };

  it('a question becomes one task however often it is sent, and its answer stands in the room', async () => {
    const key = crypto.randomUUID();
    const both = await Promise.all([
      ask('Who can read our mail?\nAnd who did?', key),
      ask('Who can read our mail?\nAnd who did?', key),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await questions()).toHaveLength(1);
    const taskId = String(both[0]?.json.id);
    const task = (await stack.test.call(getTask, { params: { taskId }, cookie: stack.cookie })).json;
    expect(task).toMatchObject({
      origin: 'client',
      title: 'Jane Doe asks: Who can read our mail?',
      clientQuestion: { text: 'Who can read our mail?\nAnd who did?', askedBy: 'Jane Doe', reply: null },
    });
    const reply = { params: { id: taskId }, body: { text: 'Three administrators.' }, cookie: stack.cookie };
    expect((await stack.test.call(replyToClient, reply)).json.reply).toMatchObject({ by: 'Ada Lovelace' });
    expect(await questions()).toMatchObject([{ reply: { text: 'Three administrators.', by: 'Northwind IT' } }]);
    const trail = await stack.trail();
    expect(trail).toContain('client_question_answered');
    expect(trail.split('"task_created"')).toHaveLength(2);
  });

  it('no more than twenty questions wait, and the task of a question is asked for by nobody else', async () => {
    const last = crypto.randomUUID();
    for (let asked = 0; asked < 20; asked += 1) await ask(`Question ${asked}`, asked === 19 ? last : undefined);
    expect((await ask('One more')).status).toBe(409);
    // The last of them once more is that one.
    expect((await ask('Question 19', last)).status).toBe(201);
    expect((await ask('As staff', crypto.randomUUID(), stack.cookie)).status).toBe(403);
  });

  it('before the first audit the room says that nothing is known', async () => {
    expect(await summary()).toMatchObject({ auditedAt: null, score: null, status: 'Unknown', trend: [], matters: [] });
  });

  it('the figures are those of the summary; hours and prices are there only where the room shows them', async () => {
    await stack.scan();
    const closed = await summary();
    expect(closed.score).toEqual(expect.any(Number));
    expect(closed).toMatchObject({ provider: 'Northwind IT', isSimulated: true, welcome: 'Good to see you.' });
    expect(closed.next).toEqual([]);
    expect(JSON.stringify(closed)).not.toMatch(/\$|Ada Lovelace/);
    await stack.room({ showsPrices: true });
    const open = await summary();
    expect(open.next.some(({ hours, price }) => hours !== null && price !== null)).toBe(true);
  });

  it('what is agreed on comes next, in their words, whether prices are shown or not; titles of the staff are not told', async () => {
    await stack.scan();
    const { items } = (
      await stack.test.call(listApprovals, { query: { status: 'pending', limit: '200' }, cookie: stack.cookie })
    ).json;
    const approved = (items as Approval[]).find(({ remedyId }) => clientWords[remedyId ?? ''] !== undefined);
    const words = clientWords[approved?.remedyId ?? ''];
    if (!approved || !words) throw new Error('No approval has words');
    await stack.test.call(approve, { params: { id: approved.id }, body: {}, cookie: stack.cookie });
    const title = 'Call Bob, who never pays';
    const task = { tenantId: weak, title, description: 'x', category: 'mail-flow' };
    expect((await stack.test.call(createTask, { body: task, cookie: stack.cookie })).status).toBe(201);
    await ask('What next?');
    const agreed = [
      { title: words.topic, description: words.proposal, openTasks: 1, hours: null, price: null },
      { title: 'Other work of your provider', description: '', openTasks: 1, hours: null, price: null },
    ];
    expect((await summary()).next).toEqual(agreed);
    await stack.room({ showsPrices: true });
    const shown = await summary();
    expect(shown.next.slice(0, 2)).toEqual(agreed);
    expect(shown.next.filter((step) => step.title === words.topic)).toHaveLength(1);
    expect(JSON.stringify(shown)).not.toContain('Bob');
  });

  it('where an audit was released before any report was made, the first one is the client’s, and no later one', async () => {
    await stack.scan();
    vi.spyOn(stack.app.reportQueue, 'renderJob').mockResolvedValue(Buffer.from('%PDF-1.7 a report'));
    const tenant = await stack.app.stores.tenants.open(everyTenant, weak);
    const [audit] = (await tenant?.audits.query({ limit: 1 }))?.items ?? [];
    if (!tenant || !audit) throw new Error('There is no audit');
    await publishAudit(tenant, audit.id, { at: new Date().toISOString(), by: 'Ada Lovelace', approvalId: 'none' });
    const made: string[] = [];
    for (const form of ['summary', 'full']) {
      const { json } = await stack.test.call(generateReport, { body: { tenantId: weak, form }, cookie: stack.cookie });
      await stack.test.drainQueue();
      made.push(String(json.reportId));
    }
    const { items } = (await stack.test.call(listClientReports, { tenantId: weak, cookie: client })).json;
    expect((items as { id: string }[]).map(({ id }) => id)).toEqual([made[0]]);
  });

  it('a report is there once it was released, and each download is in the trail', async () => {
    await stack.scan();
    vi.spyOn(stack.app.reportQueue, 'renderJob').mockResolvedValue(Buffer.from('%PDF-1.7 a report'));
    const made = await stack.test.call(generateReport, { body: { tenantId: weak }, cookie: stack.cookie });
    await stack.test.drainQueue();
    const id = String(made.json.reportId);
    const reports = async () =>
      (await stack.test.call(listClientReports, { tenantId: weak, cookie: client })).json.items as { id: string }[];
    const download = () => stack.test.call(downloadClientReport, { params: { id }, cookie: client });
    expect([await reports(), (await download()).status]).toEqual([[], 404]);
    const tenant = await stack.app.stores.tenants.open(everyTenant, weak);
    const report = (await tenant?.reports.get(id))?.value;
    if (!tenant || !report) throw new Error('There is no report');
    await publishAudit(tenant, report.auditId, {
      at: new Date().toISOString(),
      by: 'Ada Lovelace',
      approvalId: 'none',
    });
    expect((await reports()).map((one) => one.id)).toEqual([id]);
    expect((await download()).bytes.subarray(0, 4).toString()).toBe('%PDF');
    expect(await stack.trail()).toContain('report_downloaded');
    // One that is made later, as for the staff alone, is not what was released.
    await stack.test.call(generateReport, { body: { tenantId: weak, form: 'full' }, cookie: stack.cookie });
    await stack.test.drainQueue();
    expect((await reports()).map((one) => one.id)).toEqual([id]);
  });
});
